import type { ComputingDialect } from '../sql/dialect.ts'
import { literal } from './names.ts'

const at = (moment: string, zone: string) => `(${moment} at time zone ${literal(zone)})`
const parts = { weekday: 'isodow', weekNumber: 'week', ordinal: 'doy' } as const

/** What formulas compute with on PostgreSQL. */
export const postgresComputing: ComputingDialect = {
  decimal: (sql) => `(${sql})::numeric`,
  trimmed: (sql) => `trim_scale(${sql})`,
  quotient(a, b, decimals) {
    // Division of numerics rounds by itself; whole quotients do not.
    const whole = `div(abs(${a}) * 2 * 1${'0'.repeat(decimals)}::numeric + abs(${b}), abs(${b}) * 2)`
    return `(case when ${b} <> 0 then sign(${a}) * sign(${b}) * ${whole} * 1e-${decimals}::numeric end)`
  },
  whole: (a, b) => `div(${a}, ${b})::bigint`,
  concat: (texts) => `(${texts.join(' || ')})`,
  sameText: (a, b) => `(${a} is not distinct from ${b})`,
  same: (a, b) => `(${a} is not distinct from ${b})`,
  includes: (text, part) => `(strpos(${text}, ${part}) > 0)`,
  moment: (date) => `(${date}::timestamp at time zone 'UTC')`,
  momentText: (moment) => `to_char(${at(moment, 'UTC')}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  numberText: (number) => `trim_scale(${number})::text`,
  fieldText: (number) => `(${number})::text`,
  part: (moment, part, zone) =>
    `extract(${part in parts ? parts[part as keyof typeof parts] : part} from ${at(moment, zone)})::bigint`,
  milliseconds: (moment) => `floor(extract(epoch from ${moment}) * 1000)`,
  later: (moment, milliseconds) => `(date_trunc('milliseconds', ${moment}) + interval '${milliseconds} milliseconds')`,
}
