/** The driver's reading of a column, as much of it as is replaced here. */
export type WireColumn = {
  type: number
  subType: number
  scale: number
  alias: string
  decode(data: WireReader, isOld: boolean): unknown
}
type WireReader = { readInt(): number; readUInt(): number }

/** https://firebirdsql.org/file/documentation/html/en/firebirddocs/wireprotocol/firebird-wire-protocol.html */
const types = {
  varying: 448,
  float: 482,
  short: 500,
  long: 496,
  double: 480,
  timestamp: 510,
  blob: 520,
  time: 560,
  date: 570,
}

/**
 * Makes the columns of a statement read as records carry values. The driver makes dates of JavaScript out of points in time, which lose
 * what is less than a millisecond and come in this machine's zone, and numbers out of decimals.
 */
export function readExactly(columns: readonly WireColumn[]) {
  for (const column of columns) {
    const decode = exact(column)
    if (!decode) continue
    column.decode = (data, isOld) => {
      const value = decode(data)
      // Servers before version 3 say behind each value whether there is one.
      return isOld && data.readInt() !== 0 ? null : value
    }
  }
}

function exact({ type, scale }: WireColumn): ((data: WireReader) => unknown) | undefined {
  switch (type) {
    case types.short:
    case types.long:
      return scale === 0 ? undefined : (data) => scaled(data.readInt(), scale)
    case types.date:
      return (data) => day(data.readInt())
    case types.time:
      return (data) => clock(data.readUInt())
    case types.timestamp:
      return (data) => {
        const on = day(data.readInt())
        return `${on}T${clock(data.readUInt())}`
      }
    default:
      return undefined
  }
}

/** A point in time goes as the text it is, which the server reads: the driver would make a date of JavaScript of that, too. */
export function takenAsText(value: unknown, place: { type: number } | undefined): unknown {
  if (!place || typeof value !== 'string' || ![types.date, types.time, types.timestamp].includes(place.type))
    return value
  place.type = types.varying
  return wallClock(value)
}

/** `2026-11-22T13:58:07.1200Z` as the server reads it, which knows four digits behind the second and refuses more. */
export const wallClock = (iso: string) =>
  iso
    .replace('T', ' ')
    .replace(/(\.\d{4})0+(?=Z?$)/, '$1')
    .replace(/Z$/, '')

export const isBlob = ({ type }: WireColumn) => type === types.blob
export const isDouble = ({ type }: WireColumn) => type === types.double || type === types.float

/** `-5` with a scale of -2 as `-0.05`. */
function scaled(value: number, scale: number): string {
  const digits = String(Math.abs(value)).padStart(1 - scale, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, scale)}.${digits.slice(scale)}`
}

/** Days since 17 November 1858. */
function day(days: number): string {
  const date = new Date((days - 40_587) * 86_400_000)
  const [year, month, on] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(on)}`
}

/** Tenths of milliseconds since midnight. */
function clock(tenths: number): string {
  const seconds = Math.floor(tenths / 10_000)
  const rest = tenths % 10_000
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(4, '0').replace(/0+$/, '')}`
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`
}

const two = (number: number) => String(number).padStart(2, '0')
