import type { ListRow } from '@weft/kit/contracts/client.ts'

/** An element as its administration sees it. */
export type ListedElement = ListRow<'/workflow_elements/limits'>

export const limitsPath = '/workflow_elements/limits'
