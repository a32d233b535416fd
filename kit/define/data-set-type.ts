/** Which records every run of a workflow brings: it is not said, all there are, or only what is new or changed. */
export const dataSetTypes = ['', 'full', 'delta'] as const
export type DataSetType = (typeof dataSetTypes)[number]
