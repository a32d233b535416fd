import { Exact } from '@weft/kit/define/compare.ts'
import { cents } from '@weft/kit/define/money.ts'
import type { Usage } from '../usage/read.server.ts'
import { daysFrom, firstOfMonth, lastOfMonth } from './month.ts'

/** Prices as in the table `plans`: text, so that they are exact. */
type PricedPlan = {
  name: string
  base_fee: string
  included_runs: number
  run_price: string
  included_records: number
  record_price: string
  included_gb: number
  gb_price: string
}

/** A line of an invoice. Numbers are text; `price` is for as much as `per` says. */
export type InvoiceLine = {
  kind: 'base' | 'runs' | 'records' | 'storage'
  contract: number
  plan: string
  /** Whose usage it is; empty where a partner's contract covers several tenants. */
  tenant: string
  from: string
  to: string
  used: string
  included: string
  quantity: string
  per: string
  price: string
  amount: string
}

type Charged = { contract: number; tenant: string; plan: PricedPlan; usage: Usage; from: string; to: string }

/**
 * What a contract costs in the part of a month it ran. The base fee and what is included go by the days; each line is rounded to
 * cents by itself, a five away from zero, so that the sum of an invoice is the sum of what one reads on it.
 */
export function chargesOf({ contract, tenant, plan, usage, from, to }: Charged): InvoiceLine[] {
  const days = daysFrom(from, to)
  const all = daysFrom(firstOfMonth(from), lastOfMonth(from))
  const share = (value: string | number) => new Exact(value).times(days).div(all)
  const line = (
    kind: InvoiceLine['kind'],
    used: InstanceType<typeof Exact>,
    included: InstanceType<typeof Exact>,
    per: number,
    price: string,
    part = new Exact(1),
  ): InvoiceLine => {
    const more = Exact.max(used.minus(included), 0).times(part)
    const quantity = kind === 'storage' ? more.toDecimalPlaces(3) : more
    return {
      kind,
      contract,
      plan: plan.name,
      tenant,
      from,
      to,
      used: used.toFixed(),
      included: included.toFixed(),
      quantity: quantity.toFixed(),
      per: String(per),
      price: new Exact(price).toFixed(),
      amount: cents(quantity.times(price).div(per)).toFixed(2),
    }
  }
  const base: InvoiceLine = {
    kind: 'base',
    contract,
    plan: plan.name,
    tenant,
    from,
    to,
    used: String(days),
    included: String(all),
    quantity: share(1).toDecimalPlaces(4).toFixed(),
    per: '1',
    price: new Exact(plan.base_fee).toFixed(),
    amount: cents(share(plan.base_fee)).toFixed(2),
  }
  const lines = [
    base,
    line('runs', new Exact(usage.runs), share(plan.included_runs).floor(), 1_000, plan.run_price),
    line('records', new Exact(usage.records), share(plan.included_records).floor(), 1_000_000, plan.record_price),
    line(
      'storage',
      new Exact(usage.storage_bytes).div(1e9).toDecimalPlaces(3),
      new Exact(plan.included_gb),
      1,
      plan.gb_price,
      share(1),
    ),
  ]
  return lines.filter(({ kind, used, price, amount }) =>
    kind === 'base' ? amount !== '0.00' : used !== '0' && price !== '0',
  )
}
