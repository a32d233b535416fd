import type { ListRow } from '@weft/kit/contracts/client.ts'

export const partnersHome = '/admin/partners'

/** A partner as the API lists it. */
export type Partner = ListRow<'/partners'>
