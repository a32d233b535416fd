import { Exact, numberOf, numberText } from '@weft/kit/define/compare.ts'
import type { Point, Total } from '@weft/kit/define/insight.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'

type Fields = { x?: string | undefined; series?: string | undefined; y: string }
type Amount = NonNullable<ReturnType<typeof numberOf>>
type Group = { place: Point; value: Amount | undefined; count: number }

/** Puts rows that fall together into one, exactly: by x and series, in the order they came. */
export function gatherer({ x, series, y }: Fields, total: Total, most: number) {
  const groups = new Map<string, Group>()
  let more = false

  function add(row: DataRecord) {
    const place: Point = x === undefined ? [] : [plain(row[x])]
    if (series !== undefined) place.push(textOf(row[series]))
    const key = JSON.stringify(place)
    let group = groups.get(key)
    if (!group) {
      if (groups.size === most) return void (more = true)
      groups.set(key, (group = { place, value: undefined, count: 0 }))
    }
    const value = numberOf(row[y])
    if (!value) return
    group.count++
    group.value = group.value === undefined ? value : joined(group.value, value, total)
  }

  return {
    add,
    more: () => more,
    /** What each group has come to, as exact text; null where none of its rows had a value. */
    totals: () =>
      [...groups.values()].map(({ place, value, count }) => ({
        place,
        total: value === undefined ? null : numberText(total === 'avg' ? averageOf(value, count) : value),
      })),
  }
}

function joined(before: Amount, value: Amount, total: Total): Amount {
  switch (total) {
    case 'sum':
    case 'avg':
      return before.plus(value)
    case 'min':
      return before.lte(value) ? before : value
    case 'max':
      return before.gte(value) ? before : value
    case 'last':
      return value
  }
}

const averageOf = (sum: Amount, count: number) => sum.div(count).toDecimalPlaces(6, Exact.ROUND_HALF_UP)

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(plain(value)))

const plain = (value: unknown) =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : value === undefined
      ? null
      : JSON.stringify(value)
