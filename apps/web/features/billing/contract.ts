import type { ListRow } from '@weft/kit/contracts/client.ts'

/** A contract as the API answers it; without prices for whom they are none of their business. */
export type Contract = ListRow<'/contracts'>
export type Prices = NonNullable<Contract['plan']['prices']>
