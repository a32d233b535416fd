import type { ComputingDialect } from '../sql/dialect.ts'
import { localTime } from './zone-offset.ts'

const bytes = (text: string) => `cast(${text} as binary)`
const withoutZeros = (text: string) =>
  `(case when locate('.', ${text}) > 0 then trim(trailing '.' from trim(trailing '0' from ${text})) else ${text} end)`
const functions = {
  ...{ year: 'year', quarter: 'quarter', month: 'month', day: 'dayofmonth', hour: 'hour', minute: 'minute' },
  ...{ weekday: 'weekday', weekNumber: 'weekofyear', ordinal: 'dayofyear' },
} as const

/** What formulas compute with on MySQL and MariaDB. */
export const mysqlComputing: ComputingDialect = {
  decimal: (sql, scale) => `cast(${sql} as decimal(65,${scale}))`,
  trimmed: (sql) => sql,
  quotient(a, b, decimals) {
    // Division rounds some places behind the point; what is left without the remainder has none there.
    const [above, below] = [`(abs(${a}) * 2 * 1${'0'.repeat(decimals)} + abs(${b}))`, `(abs(${b}) * 2)`]
    const whole = `cast((${above} - ${above} % ${below}) / ${below} as decimal(65,0))`
    const place = decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`
    return `(case when ${b} <> 0 then sign(${a}) * sign(${b}) * ${whole} * ${place} end)`
  },
  whole: (a, b) => `(${a} div ${b})`,
  concat: (texts) => `concat(${texts.join(', ')})`,
  sameText: (a, b) => `(${bytes(a)} <=> ${bytes(b)})`,
  same: (a, b) => `(${a} <=> ${b})`,
  includes: (text, part) => `(locate(${bytes(part)}, ${bytes(text)}) > 0)`,
  moment: (date) => `cast(${date} as datetime(6))`,
  momentText: (moment) =>
    `concat(date_format(${moment}, '%Y-%m-%dT%H:%i:%s.'), left(lpad(microsecond(${moment}), 6, '0'), 3), 'Z')`,
  numberText: (number) => withoutZeros(`cast(${number} as char)`),
  fieldText: (number) => withoutZeros(`cast(${number} as char)`),
  part(moment, part, zone) {
    const found = `${functions[part]}(${localTime(moment, zone)})`
    return part === 'weekday' ? `(${found} + 1)` : found
  },
  milliseconds: (moment) => `floor(timestampdiff(microsecond, '1970-01-01 00:00:00', ${moment}) / 1000)`,
  later: (moment, milliseconds) =>
    `timestampadd(microsecond, ${milliseconds} * 1000 - microsecond(${moment}) % 1000, ${moment})`,
}
