import type { DateOrder, ModelField } from '@weft/kit/define/model.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { bothLanguages, defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { fieldNames } from './names.ts'
import { booleanPairs, decimalOf, momentOf, shapes } from './shapes.ts'

const texts = defineMessages({
  tooMany: { en: 'It has more than {limit, number} different fields, the most a model can hold. Check separator, target tag and path.', de: 'Sie hat mehr als {limit, number} verschiedene Felder; mehr kann ein Modell nicht enthalten. Prüfen Sie Trennzeichen, Ziel-Tag und Pfad.' },
  empty: { en: 'No entry of the sample has a value here.', de: 'Kein Eintrag der Stichprobe hat hier einen Wert.' },
  integer: { en: '{count, plural, one {The only value is a whole number} other {All # values are whole numbers}} up to {largest}.', de: '{count, plural, one {Der einzige Wert ist eine ganze Zahl} other {Alle # Werte sind ganze Zahlen}} bis {largest}.' },
  decimal: { en: '{count, plural, one {The only value is a number} other {All # values are numbers}}, with at most {scale} digits behind the point.', de: '{count, plural, one {Der einzige Wert ist eine Zahl} other {Alle # Werte sind Zahlen}} mit höchstens {scale} Stellen hinter dem Punkt.' },
  comma: { en: '{count, plural, one {The only value is a number} other {All # values are numbers}}, written with a decimal comma, with at most {scale} digits behind it.', de: '{count, plural, one {Der einzige Wert ist eine Zahl} other {Alle # Werte sind Zahlen}} mit Dezimalkomma und höchstens {scale} Stellen dahinter.' },
  zeros: { en: 'Digits with leading zeros, such as {example}: a code, not a number.', de: 'Ziffern mit führenden Nullen, etwa {example}: ein Code, keine Zahl.' },
  long: { en: 'Digits too long for a number, such as {example}.', de: 'Ziffern, die für eine Zahl zu lang sind, etwa {example}.' },
  date: { en: '{count, plural, one {The only value is a date} other {All # values are dates}} in the order {order}.', de: '{count, plural, one {Der einzige Wert ist ein Datum} other {Alle # Werte sind Datumsangaben}} in der Reihenfolge {order}.' },
  midnight: { en: '{count, plural, one {The only value is} other {All # values are}} a date in the order {order} with the time 00:00, so the time says nothing.', de: '{count, plural, one {Der einzige Wert ist} other {Alle # Werte sind}} ein Datum in der Reihenfolge {order} mit der Uhrzeit 00:00; die Uhrzeit sagt also nichts aus.' },
  moment: { en: '{count, plural, one {The only value is a date with time} other {All # values are dates with time}} in the order {order}.', de: '{count, plural, one {Der einzige Wert ist ein Datum mit Uhrzeit} other {Alle # Werte sind Datumsangaben mit Uhrzeit}} in der Reihenfolge {order}.' },
  eitherOrder: { en: 'Dates, but no day above 12 tells whether day or month comes first; please check.', de: 'Datumsangaben, aber kein Tag über 12 zeigt, ob Tag oder Monat zuerst kommt; bitte prüfen.' },
  time: { en: '{count, plural, one {The only value is a time of day} other {All # values are times of day}}.', de: '{count, plural, one {Der einzige Wert ist eine Uhrzeit} other {Alle # Werte sind Uhrzeiten}}.' },
  boolean: { en: 'Only the words {words} occur.', de: 'Es kommen nur die Wörter {words} vor.' },
  flags: { en: 'Only true and false occur.', de: 'Es kommen nur wahr und falsch vor.' },
  uuid: { en: '{count, plural, one {The only value is a UUID} other {All # values are UUIDs}}.', de: '{count, plural, one {Der einzige Wert ist eine UUID} other {Alle # Werte sind UUIDs}}.' },
  text: { en: 'Text of at most {length, number} characters.', de: 'Text mit höchstens {length, number} Zeichen.' },
  nearly: { en: 'Text: {share, number, percent} of the values are {kind}, but for example "{example}" is not.', de: 'Text: {share, number, percent} der Werte sind {kind}, aber zum Beispiel „{example}“ nicht.' },
  object: { en: 'An object with {count, plural, one {# field} other {# fields}}.', de: 'Ein Objekt mit {count, plural, one {# Feld} other {# Feldern}}.' },
  list: { en: 'A list; at most {count, plural, one {# entry} other {# entries}} at once.', de: 'Eine Liste; höchstens {count, plural, one {# Eintrag} other {# Einträge}} auf einmal.' },
  deep: { en: 'Nested deeper than the maximum depth, so kept as it is.', de: 'Tiefer verschachtelt als die größte Tiefe, daher unverändert übernommen.' },
})
const kinds = defineMessages({ numbers: { en: 'numbers', de: 'Zahlen' }, dates: { en: 'dates', de: 'Datumsangaben' } })
const orders: Record<DateOrder, string> = { ymd: 'y-m-d', dmy: 'd.m.y', mdy: 'm/d/y' }

const distinctKept = 30_000
/** As many fields a model can hold, those inside of others among them. */
const mostFields = 2_000

/** Counts the fields of a file, however deep they lie. */
export class FieldCount {
  #count = 0
  add() {
    if (++this.#count > mostFields) throw new Invalid('MODEL_TOO_MANY_FIELDS', texts.tooMany({ limit: mostFields }))
  }
}

/** Looks at the values of one column, one by one, and says what it holds. */
export class Column {
  count = 0
  nulls = 0
  readonly #depth: number
  readonly #distinct = new Set<string>()
  readonly #counts = { integer: 0, leadingZero: 0, point: 0, comma: 0, pointGroups: 0, commaGroups: 0, time: 0, uuid: 0, flag: 0, object: 0, list: 0 }
  readonly #orders: Record<DateOrder, number> = { ymd: 0, dmy: 0, mdy: 0 }
  #dates = 0
  #withTime = 0
  #notMidnight = 0
  #longest = 0
  #digits = 0
  readonly #scales = { comma: 0, point: 0 }
  #dots = 0
  #entries = 0
  #example = ''
  #odd: string | undefined
  #largest = 0n
  #inside: Map<string, Column> | undefined
  #children = 0

  readonly #fields: FieldCount

  constructor(depth: number, fields: FieldCount) {
    fields.add()
    this.#fields = fields
    this.#depth = depth
  }

  add(value: unknown) {
    if (value === null || value === undefined) this.nulls++
    else if (typeof value === 'object') this.#nested(value)
    else this.#scalar(typeof value === 'string' ? value : decimalOf(String(value), false) ?? String(value), typeof value === 'boolean')
  }

  /** Every entry had a value here, and no two the same. */
  get unique() {
    return this.nulls === 0 && this.count > 1 && this.count <= distinctKept && this.#distinct.size === this.count
  }

  /** The finding; `entries` is how many records there were in all. */
  field(name: string, original_name: string, entries: number): ModelField {
    const found = this.#finding()
    const { reason, ...rest } = found
    return { name, original_name, include: true, nullable: this.nulls + this.count < entries || this.nulls > 0 || this.count === 0, unique: this.unique, ...rest, reason: bothLanguages(reason) }
  }

  #nested(value: object) {
    this.count++
    if (Array.isArray(value)) {
      this.#counts.list++
      this.#entries = Math.max(this.#entries, value.length)
      for (const entry of value) this.#child(entry)
    } else {
      this.#counts.object++
      this.#child(value)
    }
  }

  #child(value: unknown) {
    if (this.#depth <= 1 || value === null) return
    this.#children++
    this.#inside ??= new Map()
    const record = typeof value === 'object' && !Array.isArray(value) ? (value as DataRecord) : { '#text': value }
    for (const [key, entry] of Object.entries(record)) {
      let column = this.#inside.get(key)
      if (!column) this.#inside.set(key, (column = new Column(this.#depth - 1, this.#fields)))
      column.add(entry)
    }
  }

  #scalar(given: string, flag: boolean) {
    const text = given.trim()
    this.count++
    if (this.#distinct.size < distinctKept) this.#distinct.add(given)
    if (given.length > this.#longest) this.#longest = given.length
    const counts = this.#counts
    if (flag) counts.flag++
    else if (shapes.integer.test(text)) this.#whole(text)
    else if (this.#number(text) || this.#date(text)) return
    else if (shapes.uuid.test(text)) counts.uuid++
    else if (shapes.time.test(text)) counts.time++
    else this.#odd ??= text.slice(0, 40)
  }

  #whole(text: string) {
    this.#counts.integer++
    const digits = text.replace(/^[+-]/, '')
    this.#digits = Math.max(this.#digits, digits.length)
    if (shapes.leadingZero.test(text)) {
      if (this.#counts.leadingZero++ === 0) this.#example = text
    }
    if (digits.length > 18) this.#example ||= text.slice(0, 40)
    else if (BigInt(digits) > this.#largest) this.#largest = BigInt(digits)
  }

  #number(text: string): boolean {
    const counts = this.#counts
    const groups = shapes.pointGroups.test(text)
    if (groups) counts.pointGroups++
    if (shapes.commaGroups.test(text)) counts.commaGroups++
    const comma = groups || shapes.commaDecimal.test(text)
    const point = decimalOf(text, false) !== undefined
    if (comma) this.#measure(decimalOf(text, true)!, 'comma')
    if (point) this.#measure(decimalOf(text, false)!, 'point')
    return comma || point
  }

  #measure(plain: string, reading: 'comma' | 'point') {
    this.#counts[reading]++
    const [whole = '', fraction = ''] = plain.replace('-', '').split('.')
    this.#digits = Math.max(this.#digits, whole.length)
    this.#scales[reading] = Math.max(this.#scales[reading], fraction.length)
  }

  #date(text: string): boolean {
    if (!shapes.date.test(text)) return false
    let time: string | undefined
    let known = false
    for (const order of ['ymd', 'dmy', 'mdy'] as const) {
      const moment = momentOf(text, order)
      if (!moment) continue
      known = true
      this.#orders[order]++
      time = moment.time
    }
    if (!known) return false
    this.#dates++
    if (text.includes('.')) this.#dots++
    if (time !== undefined) this.#withTime++
    if (time !== undefined && !time.startsWith('00:00:00')) this.#notMidnight++
    if (time?.includes('.')) this.#notMidnight++
    return true
  }

  #finding(): Pick<ModelField, 'type' | 'confidence' | 'length' | 'precision' | 'scale' | 'decimal_comma' | 'date_order' | 'true_words' | 'false_words' | 'fields'> & { reason: Message } {
    const { count } = this
    const c = this.#counts
    if (count === 0) return { type: 'text', length: 255, confidence: 0.2, reason: texts.empty() }
    if (c.list > 0) return this.#nestedFinding('list')
    if (c.object > 0) return this.#nestedFinding('object')
    const sure = Math.min(0.99, 1 - 1 / (count + 2))
    if (c.flag === count) return { type: 'boolean', confidence: sure, reason: texts.flags() }
    const words = this.#booleanWords()
    if (words) return { type: 'boolean', confidence: words.length === 2 ? sure : sure * 0.7, true_words: [words[0]], false_words: [words[1]], reason: texts.boolean({ words: words.filter(Boolean).join(', ') }) }
    return this.#numberFinding(sure) ?? this.#dateFinding(sure) ?? this.#textFinding(sure)
  }

  #numberFinding(sure: number) {
    const { count } = this
    const c = this.#counts
    if (c.integer === count) {
      if (c.leadingZero > 0) return { ...this.#plain(), confidence: sure, reason: texts.zeros({ example: this.#example }) }
      if (this.#digits > 18) return { ...this.#plain(), confidence: sure, reason: texts.long({ example: this.#example }) }
      return { type: this.#largest > 2_147_483_647n ? ('big_integer' as const) : ('integer' as const), confidence: sure, reason: texts.integer({ count, largest: String(this.#largest) }) }
    }
    if (c.leadingZero > 0) return undefined
    const genuine = c.comma - c.commaGroups - c.pointGroups
    const comma = c.integer + c.comma === count && (genuine > 0 || c.integer + c.point < count)
    if (!comma && c.integer + c.point < count) return undefined
    const places = this.#scales[comma ? 'comma' : 'point']
    const scale = Math.max(places, 2)
    const shape = { type: 'decimal' as const, precision: Math.min(65, Math.max(10, this.#digits + scale + 4)), scale }
    if (comma) return { ...shape, decimal_comma: true, confidence: sure, reason: texts.comma({ count, scale: places }) }
    // 1.234 alone may be a decimal or a group of thousands; other values settle it.
    return { ...shape, confidence: c.pointGroups > 0 && c.pointGroups === c.point ? 0.6 : sure, reason: texts.decimal({ count, scale: places }) }
  }

  #dateFinding(sure: number) {
    const { count } = this
    if (this.#counts.uuid === count) return { type: 'uuid' as const, confidence: 0.99, reason: texts.uuid({ count }) }
    if (this.#counts.time === count) return { type: 'time' as const, confidence: sure, reason: texts.time({ count }) }
    if (this.#dates !== count) return undefined
    const fitting = (['ymd', 'dmy', 'mdy'] as const).filter((order) => this.#orders[order] === count)
    const [order] = fitting
    if (!order) return undefined
    const type = this.#notMidnight > 0 ? ('date_time' as const) : ('date' as const)
    // Whoever writes points means day, month, year; with slashes it may be either.
    if (fitting.length > 1 && this.#dots < count) return { type, date_order: order, confidence: 0.5, reason: texts.eitherOrder() }
    const say = type === 'date_time' ? texts.moment : this.#withTime > 0 ? texts.midnight : texts.date
    return { type, date_order: order, confidence: type === 'date' && this.#withTime > 0 ? sure * 0.9 : sure, reason: say({ count, order: orders[order] }) }
  }

  #textFinding(sure: number) {
    const { count } = this
    const numbers = this.#counts.integer + Math.max(this.#counts.point, this.#counts.comma)
    const [kind, share] = this.#dates >= numbers ? [kinds.dates(), this.#dates / count] : [kinds.numbers(), numbers / count]
    if (share >= 0.9 && this.#odd !== undefined) {
      const { text, values } = texts.nearly({ share, kind: '', example: this.#odd })
      return { ...this.#plain(), confidence: 0.6, reason: { text: { en: text.en.replace('{kind}', kind.text.en), de: text.de.replace('{kind}', kind.text.de) }, values } }
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
    const pair = booleanPairs.find(([yes, no]) => words.every((word) => word === yes || word === no) && (words.includes(yes) || words.includes(no)))
    // A single letter that is always the same is as likely a code.
    if (!pair || (words.length === 1 && words[0]!.length === 1)) return undefined
    return pair
  }

  #nestedFinding(type: 'list' | 'object') {
    const scalars = this.#inside?.size === 1 && this.#inside.has('#text')
    if (this.#depth <= 1) return { type: 'json' as const, confidence: 0.8, reason: texts.deep() }
    const fields = scalars && type === 'list' ? undefined : fieldsOf(this.#inside ?? new Map(), this.#children)
    const known = { ...(fields && fields.length > 0 && { fields }), confidence: 0.95 }
    return type === 'list' ? { type, ...known, reason: texts.list({ count: this.#entries }) } : { type, ...known, reason: texts.object({ count: fields?.length ?? 0 }) }
  }
}

/** The fields a set of columns makes, with names of their own. */
export function fieldsOf(columns: ReadonlyMap<string, Column>, entries: number): ModelField[] {
  const originals = [...columns.keys()]
  const names = fieldNames(originals)
  return originals.map((original, i) => columns.get(original)!.field(names[i]!, original, entries))
}
