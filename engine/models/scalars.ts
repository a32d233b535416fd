import type { DateOrder, ModelField } from '@weft/kit/define/model.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import type { Notation, Votes } from './notation.ts'
import { booleanPairs, decimalOf, parseMoment, shapes } from './shapes.ts'

const texts = defineMessages({
  empty: { en: 'No entry of the sample has a value here.', de: 'Kein Eintrag der Stichprobe hat hier einen Wert.' },
  integer: {
    en: '{count, plural, one {The only value is a whole number} other {All # values are whole numbers}} up to {largest}.',
    de: '{count, plural, one {Der einzige Wert ist eine ganze Zahl} other {Alle # Werte sind ganze Zahlen}} bis {largest}.',
  },
  decimal: {
    en: '{count, plural, one {The only value is a number} other {All # values are numbers}}, with at most {scale} digits behind the point.',
    de: '{count, plural, one {Der einzige Wert ist eine Zahl} other {Alle # Werte sind Zahlen}} mit höchstens {scale} Stellen hinter dem Punkt.',
  },
  comma: {
    en: '{count, plural, one {The only value is a number} other {All # values are numbers}}, written with a decimal comma, with at most {scale} digits behind it.',
    de: '{count, plural, one {Der einzige Wert ist eine Zahl} other {Alle # Werte sind Zahlen}} mit Dezimalkomma und höchstens {scale} Stellen dahinter.',
  },
  grouped: {
    en: '{count, plural, one {The only value is a whole number} other {All # values are whole numbers}}, some with their thousands set apart.',
    de: '{count, plural, one {Der einzige Wert ist eine ganze Zahl} other {Alle # Werte sind ganze Zahlen}}, teils mit abgesetzten Tausendern.',
  },
  zeros: {
    en: 'Digits with leading zeros, such as {example}: a code, not a number.',
    de: 'Ziffern mit führenden Nullen, etwa {example}: ein Code, keine Zahl.',
  },
  phone: {
    en: 'A plus sign and many digits, such as {example}: a telephone number or code, not a number.',
    de: 'Ein Pluszeichen und viele Ziffern, etwa {example}: eine Telefonnummer oder ein Code, keine Zahl.',
  },
  either: {
    en: 'Numbers such as {example}, but no value tells whether the separator stands before decimals or thousands; please check.',
    de: 'Zahlen wie {example}, aber kein Wert zeigt, ob das Trennzeichen vor Nachkommastellen oder Tausendern steht; bitte prüfen.',
  },
  mixed: {
    en: 'Numbers with a decimal comma and numbers with a decimal point, such as {example}: text.',
    de: 'Zahlen mit Dezimalkomma und Zahlen mit Dezimalpunkt, etwa {example}: Text.',
  },
  long: {
    en: 'Digits too long for a number, such as {example}.',
    de: 'Ziffern, die für eine Zahl zu lang sind, etwa {example}.',
  },
  date: {
    en: '{count, plural, one {The only value is a date} other {All # values are dates}} in the order {order}.',
    de: '{count, plural, one {Der einzige Wert ist ein Datum} other {Alle # Werte sind Datumsangaben}} in der Reihenfolge {order}.',
  },
  midnight: {
    en: '{count, plural, one {The only value is} other {All # values are}} a date in the order {order} with the time 00:00, so the time says nothing.',
    de: '{count, plural, one {Der einzige Wert ist} other {Alle # Werte sind}} ein Datum in der Reihenfolge {order} mit der Uhrzeit 00:00; die Uhrzeit sagt also nichts aus.',
  },
  moment: {
    en: '{count, plural, one {The only value is a date with time} other {All # values are dates with time}} in the order {order}.',
    de: '{count, plural, one {Der einzige Wert ist ein Datum mit Uhrzeit} other {Alle # Werte sind Datumsangaben mit Uhrzeit}} in der Reihenfolge {order}.',
  },
  eitherOrder: {
    en: 'Dates, but no day above 12 tells whether day or month comes first; please check.',
    de: 'Datumsangaben, aber kein Tag über 12 zeigt, ob Tag oder Monat zuerst kommt; bitte prüfen.',
  },
  time: {
    en: '{count, plural, one {The only value is a time of day} other {All # values are times of day}}.',
    de: '{count, plural, one {Der einzige Wert ist eine Uhrzeit} other {Alle # Werte sind Uhrzeiten}}.',
  },
  boolean: { en: 'Only the words {words} occur.', de: 'Es kommen nur die Wörter {words} vor.' },
  flags: { en: 'Only true and false occur.', de: 'Es kommen nur wahr und falsch vor.' },
  uuid: {
    en: '{count, plural, one {The only value is a UUID} other {All # values are UUIDs}}.',
    de: '{count, plural, one {Der einzige Wert ist eine UUID} other {Alle # Werte sind UUIDs}}.',
  },
  text: { en: 'Text of at most {length, number} characters.', de: 'Text mit höchstens {length, number} Zeichen.' },
  nearly: {
    en: 'Text: {share, number, percent} of the values are {kind}, but for example "{example}" is not.',
    de: 'Text: {share, number, percent} der Werte sind {kind}, aber zum Beispiel „{example}“ nicht.',
  },
})
const kinds = defineMessages({ numbers: { en: 'numbers', de: 'Zahlen' }, dates: { en: 'dates', de: 'Datumsangaben' } })
const orders: Record<DateOrder, string> = { ymd: 'y-m-d', dmy: 'd.m.y', mdy: 'm/d/y' }

const distinctKept = 30_000
/** More digits than any database keeps in a number. */
const mostDigits = 65

type Finding = Pick<
  ModelField,
  | 'type'
  | 'confidence'
  | 'length'
  | 'precision'
  | 'scale'
  | 'decimal_comma'
  | 'date_order'
  | 'true_words'
  | 'false_words'
> & { reason: Message }
/** What the numbers of the whole file say, where a column alone leaves it open. */
export type Hint = { notation: Notation; sure: boolean } | undefined

/** Looks at single values, one by one, and says what they are. */
export class Scalars {
  count = 0
  readonly #distinct = new Set<string>()
  readonly #counts = { integer: 0, leadingZero: 0, phone: 0, number: 0, time: 0, uuid: 0, flag: 0 }
  /** Numbers that only one notation reads, and those both read, but differently. */
  readonly #votes = { comma: 0, point: 0, either: 0 }
  readonly #scales = { comma: 0, point: 0 }
  readonly #orders: Record<DateOrder, number> = { ymd: 0, dmy: 0, mdy: 0 }
  #dates = 0
  #withTime = 0
  #notMidnight = 0
  #longest = 0
  #digits = 0
  #dots = 0
  #example = ''
  #ambiguous = ''
  #odd: string | undefined
  #largest = 0n

  add(value: unknown) {
    if (typeof value === 'string') this.#look(value)
    else if (typeof value === 'boolean') {
      this.#take(String(value))
      this.#counts.flag++
    } else {
      const plain = decimalOf(String(value), false) ?? String(value)
      this.#take(plain)
      if (shapes.integer.test(plain)) this.#whole(plain)
      else this.#measure(plain, 'point')
    }
  }

  /** No two values are the same. */
  get unique() {
    return this.count > 1 && this.count <= distinctKept && this.#distinct.size === this.count
  }

  /** What these values say of the whole file: columns of numbers and of dates with points. */
  vote(votes: Votes) {
    const c = this.#counts
    if (c.integer + c.number === this.count && c.leadingZero + c.phone === 0) {
      votes.comma += this.#votes.comma
      votes.point += this.#votes.point
    }
    if (this.#dates === this.count) votes.dots += this.#dots
  }

  #take(given: string) {
    this.count++
    if (this.#distinct.size < distinctKept) this.#distinct.add(given)
    if (given.length > this.#longest) this.#longest = given.length
  }

  #look(given: string) {
    const text = given.trim()
    this.#take(given)
    if (shapes.integer.test(text)) this.#whole(text)
    else if (this.#number(text) || this.#date(text)) return
    else if (isUuid(text)) this.#counts.uuid++
    else if (shapes.time.test(text)) this.#counts.time++
    else this.#odd ??= text.slice(0, 40)
  }

  #whole(text: string) {
    this.#counts.integer++
    const digits = text.replace(/^[+-]/, '')
    this.#digits = Math.max(this.#digits, digits.length)
    const odd = shapes.leadingZero.test(text)
      ? 'leadingZero'
      : text.startsWith('+') && digits.length >= 7
        ? 'phone'
        : undefined
    if (odd && this.#counts[odd]++ === 0) this.#example = text.slice(0, 40)
    if (digits.length > 18 || BigInt(digits) > BigInt(Number.MAX_SAFE_INTEGER)) this.#example ||= text.slice(0, 40)
    const size = digits.length > 18 ? 10n ** 18n : BigInt(digits)
    if (size > this.#largest) this.#largest = size
  }

  #number(text: string): boolean {
    const comma = decimalOf(text, true)
    const point = shapes.exponent.test(text) && !/[.+-]/.test(text.slice(1)) ? undefined : decimalOf(text, false)
    if (comma === undefined && point === undefined) return false
    if (shapes.leadingZero.test(text) && this.#counts.leadingZero++ === 0) this.#example = text.slice(0, 40)
    if (comma === point) this.#measure(comma!, undefined)
    else if (comma !== undefined && point !== undefined) {
      this.#ambiguous ||= text.slice(0, 40)
      this.#votes.either++
      this.#counts.number++
      this.#fit(comma, 'comma')
      this.#fit(point, 'point')
    } else this.#measure(comma ?? point!, comma === undefined ? 'point' : 'comma')
    return true
  }

  #measure(plain: string, notation: Notation | undefined) {
    this.#counts.number++
    if (notation) this.#votes[notation]++
    for (const each of ['comma', 'point'] as const)
      if (notation === undefined || notation === each) this.#fit(plain, each)
  }

  #fit(plain: string, notation: Notation) {
    const [whole = '', fraction = ''] = plain.replace('-', '').split('.')
    this.#digits = Math.max(this.#digits, whole.length)
    this.#scales[notation] = Math.max(this.#scales[notation], fraction.length)
  }

  #date(text: string): boolean {
    if (!shapes.date.test(text)) return false
    let time: string | undefined
    let known = false
    for (const order of ['ymd', 'dmy', 'mdy'] as const) {
      const moment = parseMoment(text, order)
      if (!moment) continue
      known = true
      this.#orders[order]++
      time = moment.time
    }
    if (!known) return false
    this.#dates++
    if (text.includes('.')) this.#dots++
    if (time !== undefined) this.#withTime++
    if (time !== undefined && (!time.startsWith('00:00:00') || time.includes('.'))) this.#notMidnight++
    return true
  }

  finding(hint: Hint): Finding {
    const { count } = this
    if (count === 0) return { type: 'text', length: 255, confidence: 0.2, reason: texts.empty() }
    const sure = Math.min(0.99, 1 - 1 / (count + 2))
    if (this.#counts.flag === count) return { type: 'boolean', confidence: sure, reason: texts.flags() }
    const words = this.#booleanWords()
    if (words)
      return {
        type: 'boolean',
        confidence: words.length === 2 ? sure : sure * 0.7,
        true_words: [words[0]],
        false_words: [words[1]],
        reason: texts.boolean({ words: words.filter(Boolean).join(', ') }),
      }
    return this.#numberFinding(sure, hint) ?? this.#dateFinding(sure) ?? this.#textFinding(sure)
  }

  #numberFinding(sure: number, hint: Hint): Finding | undefined {
    const { count } = this
    const c = this.#counts
    if (c.integer + c.number < count) return undefined
    const text = (reason: Message) => ({ ...this.#plain(), confidence: sure, reason })
    if (c.leadingZero > 0) return text(texts.zeros({ example: this.#example }))
    if (c.phone > 0) return text(texts.phone({ example: this.#example }))
    if (c.integer === count) {
      if (this.#largest > BigInt(Number.MAX_SAFE_INTEGER)) return text(texts.long({ example: this.#example }))
      return {
        type: this.#largest > 2_147_483_647n ? 'big_integer' : 'integer',
        confidence: sure,
        reason: texts.integer({ count, largest: String(this.#largest) }),
      }
    }
    const { comma, point, either } = this.#votes
    if (comma > 0 && point > 0) return text(texts.mixed({ example: [...this.#distinct][0]!.slice(0, 40) }))
    const open = comma === 0 && point === 0 && either > 0
    const notation: Notation = comma > 0 ? 'comma' : point > 0 ? 'point' : (hint?.notation ?? 'point')
    const scale = this.#scales[notation]
    if (this.#digits + scale > mostDigits || scale > 30)
      return text(
        texts.long({
          example: [...this.#distinct].find((value) => value.length === this.#longest)?.slice(0, 40) ?? '',
        }),
      )
    const how = { ...(notation === 'comma' && { decimal_comma: true }), confidence: open && !hint?.sure ? 0.5 : sure }
    const said = (reason: Message) => (open && !hint?.sure ? texts.either({ example: this.#ambiguous }) : reason)
    if (scale === 0)
      return {
        type: this.#digits > 15 ? 'decimal' : this.#digits > 9 ? 'big_integer' : 'integer',
        ...(this.#digits > 15 && { precision: Math.min(mostDigits, this.#digits + 4), scale: 0 }),
        ...how,
        reason: said(texts.grouped({ count })),
      }
    const shape = {
      type: 'decimal' as const,
      precision: Math.min(mostDigits, Math.max(10, this.#digits + scale + 4)),
      scale,
    }
    return { ...shape, ...how, reason: said((notation === 'comma' ? texts.comma : texts.decimal)({ count, scale })) }
  }

  #dateFinding(sure: number): Finding | undefined {
    const { count } = this
    if (this.#counts.uuid === count) return { type: 'uuid' as const, confidence: 0.99, reason: texts.uuid({ count }) }
    if (this.#counts.time === count) return { type: 'time' as const, confidence: sure, reason: texts.time({ count }) }
    if (this.#dates !== count) return undefined
    const fitting = (['ymd', 'dmy', 'mdy'] as const).filter((order) => this.#orders[order] === count)
    const [order] = fitting
    if (!order) return undefined
    const type = this.#notMidnight > 0 ? ('date_time' as const) : ('date' as const)
    // Whoever writes points means day, month, year; with slashes it may be either.
    if (fitting.length > 1 && this.#dots < count)
      return { type, date_order: order, confidence: 0.5, reason: texts.eitherOrder() }
    const say = type === 'date_time' ? texts.moment : this.#withTime > 0 ? texts.midnight : texts.date
    return {
      type,
      date_order: order,
      confidence: type === 'date' && this.#withTime > 0 ? sure * 0.9 : sure,
      reason: say({ count, order: orders[order] }),
    }
  }

  #textFinding(sure: number): Finding {
    const { count } = this
    const numbers = this.#counts.integer + this.#counts.number
    const [kind, share] =
      this.#dates >= numbers ? [kinds.dates(), this.#dates / count] : [kinds.numbers(), numbers / count]
    if (share >= 0.9 && this.#odd !== undefined) {
      const { text, values } = texts.nearly({ share, kind: '', example: this.#odd })
      return {
        ...this.#plain(),
        confidence: 0.6,
        reason: {
          text: { en: text.en.replace('{kind}', kind.text.en), de: text.de.replace('{kind}', kind.text.de) },
          values,
        },
      }
    }
    return { ...this.#plain(), confidence: sure, reason: texts.text({ length: this.#longest }) }
  }

  #plain() {
    const length = [20, 50, 100, 255, 500, 1000, 2000, 4000].find((step) => step >= this.#longest * 1.5)
    return length === undefined ? { type: 'long_text' as const } : { type: 'text' as const, length }
  }

  #booleanWords(): [string, string] | undefined {
    if (this.#distinct.size > 2) return undefined
    const words = [...this.#distinct].map((word) => word.trim().toLowerCase())
    const pair = booleanPairs.find(
      ([yes, no]) => words.every((word) => word === yes || word === no) && (words.includes(yes) || words.includes(no)),
    )
    // A single letter that is always the same is as likely a code.
    if (!pair || (words.length === 1 && words[0]!.length === 1)) return undefined
    return pair
  }
}
