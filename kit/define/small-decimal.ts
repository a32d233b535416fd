/** A decimal of at most 15 digits that is not zero, as a whole number of its last place: 12.50 is 1,250 of two places. Far faster than any decimal. */
export class SmallDecimal {
  readonly units: number
  readonly places: number
  constructor(units: number, places: number) {
    this.units = units
    this.places = places
  }

  /** Digits without an exponent and without zeros at the end of the fraction, as all decimals are written. */
  toFixed(): string {
    let [units, places] = [Math.abs(this.units), this.places]
    for (; places > 0 && units % 10 === 0; places--) units /= 10
    const digits = String(units).padStart(places + 1, '0')
    const point = digits.length - places
    return `${this.units < 0 ? '-' : ''}${places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`}`
  }

  times(other: SmallDecimal): SmallDecimal | undefined {
    return exactly(this.units * other.units, this.places + other.places)
  }

  plus(other: SmallDecimal): SmallDecimal | undefined {
    const places = Math.max(this.places, other.places)
    const [a, b] = [this.#unitsOf(places), other.#unitsOf(places)]
    return Number.isSafeInteger(a) && Number.isSafeInteger(b) ? exactly(a + b, places) : undefined
  }

  minus(other: SmallDecimal): SmallDecimal | undefined {
    return this.plus(new SmallDecimal(-other.units, other.places))
  }

  /** Rounded to so many places; a five away from zero, or to the even digit. */
  rounded(places: number, five: 'half_up' | 'half_even'): SmallDecimal | undefined {
    if (this.places <= places) return this
    const step = 10 ** (this.places - places)
    const units = Math.abs(this.units)
    const rest = units % step
    const whole = (units - rest) / step
    const isUp = rest * 2 === step ? five === 'half_up' || whole % 2 === 1 : rest * 2 > step
    return exactly((isUp ? whole + 1 : whole) * Math.sign(this.units), places)
  }

  #unitsOf(places: number) {
    return this.units * 10 ** (places - this.places)
  }
}

const most = 15

/** Undefined where a digit may be lost. Zero, which has a sign among decimals, is left to them. */
const exactly = (units: number, places: number) =>
  units !== 0 && Math.abs(units) < 1e15 && places <= most ? new SmallDecimal(units, places) : undefined

/** A value as a small decimal, if it is one, written in digits. */
export function smallOf(value: unknown): SmallDecimal | undefined {
  if (value instanceof SmallDecimal) return value
  if (typeof value === 'number') return Number.isInteger(value) ? exactly(value, 0) : undefined
  return typeof value === 'string' && value.length <= most + 2 ? fromText(value) : undefined
}

function fromText(text: string): SmallDecimal | undefined {
  const begin = text.charCodeAt(0) === 45 ? 1 : 0
  let units = 0
  let point = -1
  for (let at = begin; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) units = units * 10 + code - 48
    else if (code === 46 && point === -1 && at > begin && at < text.length - 1) point = at
    else return undefined
  }
  return exactly(begin === 1 ? -units : units, point === -1 ? 0 : text.length - point - 1)
}
