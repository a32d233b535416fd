export type Prices = {
  currency: string
  base_fee: string
  included_runs: number
  run_price: string
  included_records: number
  record_price: string
  included_gb: number
  gb_price: string
}

/** A contract as the API answers it; without prices for whom they are none of their business. */
export type Contract = {
  id: string
  number: number
  tenant: { id: string; name: string } | null
  partner: { id: string; name: string } | null
  plan: { id: string; name: string; description: string; prices: Prices | null }
  start_on: string
  term_months: number
  notice_months: number
  status: 'active' | 'cancelled' | 'ended'
  cancelled_on: string | null
  cancel_reason: string
  ends_on: string | null
  earliest_end: string | null
  mine: boolean
  note?: string
}
