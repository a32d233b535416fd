/** The second part of a query's key whose answer is the same whatever is selected: what may be selected, what one has pinned. */
export const anywhere = 'anywhere'

export const isAnywhere = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] === anywhere
