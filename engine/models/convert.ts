import type { DynamicField, Model, ModelField } from '@weft/kit/define/model.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { objectMaker } from '@weft/kit/define/object-maker.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { decimalOf, parseMoment, shapes, usualDate, usualTime } from './shapes.ts'

const texts = defineMessages({
  missing: { en: '"{field}" has no value, but needs one.', de: '„{field}“ hat keinen Wert, braucht aber einen.' },
  integer: { en: '"{value}" in "{field}" is no whole number.', de: '„{value}“ in „{field}“ ist keine ganze Zahl.' },
  decimal: { en: '"{value}" in "{field}" is no number.', de: '„{value}“ in „{field}“ ist keine Zahl.' },
  date: {
    en: '"{value}" in "{field}" is no date in the expected order.',
    de: '„{value}“ in „{field}“ ist kein Datum in der erwarteten Reihenfolge.',
  },
  dateOnly: {
    en: '"{value}" in "{field}" has a time, but only a date is expected.',
    de: '„{value}“ in „{field}“ hat eine Uhrzeit, erwartet wird nur ein Datum.',
  },
  time: { en: '"{value}" in "{field}" is no time of day.', de: '„{value}“ in „{field}“ ist keine Uhrzeit.' },
  boolean: {
    en: '"{value}" in "{field}" is neither yes nor no.',
    de: '„{value}“ in „{field}“ bedeutet weder ja noch nein.',
  },
  uuid: { en: '"{value}" in "{field}" is no UUID.', de: '„{value}“ in „{field}“ ist keine UUID.' },
  single: {
    en: '"{field}" holds a list or an object, but a single value is expected.',
    de: '„{field}“ enthält eine Liste oder ein Objekt, erwartet wird ein einzelner Wert.',
  },
  places: {
    en: '"{value}" in "{field}" has more than {scale, plural, one {# digit} other {# digits}} behind the point and would be rounded.',
    de: '„{value}“ in „{field}“ hat mehr als {scale, plural, one {# Nachkommastelle} other {# Nachkommastellen}} und würde gerundet.',
  },
  characters: {
    en: '"{field}" contains a character that no database can keep (U+0000 or half a surrogate pair).',
    de: '„{field}“ enthält ein Zeichen, das keine Datenbank speichern kann (U+0000 oder ein halbes Ersatzzeichenpaar).',
  },
  object: { en: '"{field}" holds no object.', de: '„{field}“ enthält kein Objekt.' },
})

/** Why a value cannot be read. */
export class Misfit {
  readonly field: string
  readonly value: unknown
  readonly reason: Message
  constructor(field: string, value: unknown, reason: Message) {
    this.field = field
    this.value = value
    this.reason = reason
  }
}

type Convert = (value: unknown) => unknown

/** Makes the function that turns one raw record of a file into a typed one, or says which value misfits. `place` is where it stands in the file. */
export function converterOf({
  fields,
  dynamic_fields,
}: Pick<Model, 'fields' | 'dynamic_fields'>): (raw: DataRecord, place: number) => DataRecord | Misfit {
  const inner = recordConverter(fields)
  return (raw, place) => {
    const record = inner(raw)
    if (!(record instanceof Misfit))
      for (const dynamic of dynamic_fields) record[dynamic.name] = dynamic.row_number ? place : joined(record, dynamic)
    return record
  }
}

const joined = (record: DataRecord, { glue, values }: DynamicField) =>
  values.map((name) => (record[name] === null || record[name] === undefined ? '' : String(record[name]))).join(glue)

function recordConverter(fields: readonly ModelField[]): (raw: DataRecord) => DataRecord | Misfit {
  const used = fields.filter(({ include }) => include)
  const names = used.map(({ name }) => name)
  const originals = used.map(({ original_name }) => original_name)
  const converts = used.map(convertOf)
  const needed = used.map(({ nullable }) => !nullable)
  const make = objectMaker(names)
  const values: unknown[] = names.map(() => null)
  return (raw) => {
    for (let i = 0; i < names.length; i++) {
      const value = raw[originals[i]!]
      if (value === null || value === undefined) {
        if (needed[i]) return new Misfit(names[i]!, null, texts.missing({ field: originals[i]! }))
        values[i] = null
        continue
      }
      const converted = converts[i]!(value)
      if (converted instanceof Misfit) return converted
      values[i] = converted
    }
    return make(values)
  }
}

/** Makes the function that turns a value of a file, which is there, into that of a field. */
export function convertOf(field: ModelField): Convert {
  switch (field.type) {
    case 'object':
      return objectOf(field)
    case 'list': {
      const entry = field.fields ? objectOf(field) : asItIs(field)
      return (value) => {
        const list: unknown[] = []
        for (const each of Array.isArray(value) ? value : [value]) {
          const converted = each === null ? null : entry(each)
          if (converted instanceof Misfit) return converted
          list.push(converted)
        }
        return list
      }
    }
    case 'json':
      return asItIs(field)
    default: {
      const convert = scalarOf(field)
      // Numbers of the file itself have a point, whatever its texts have.
      const plain = field.decimal_comma ? scalarOf({ ...field, decimal_comma: false }) : convert
      const convertNumber = (value: number) => plain(decimalOf(String(value), false) ?? String(value))
      const isWhole = field.type === 'integer'
      return (value) => {
        if (typeof value === 'string') return convert(value)
        if (typeof value === 'object')
          return new Misfit(field.name, value, texts.single({ field: field.original_name }))
        if (isWhole && Number.isSafeInteger(value)) return (value as number) + 0
        return typeof value === 'number' ? convertNumber(value) : convert(String(value))
      }
    }
  }
}

function objectOf(field: ModelField): Convert {
  const inner = recordConverter(field.fields ?? [])
  const asIs = asItIs(field)
  const hasText = field.fields?.some(({ original_name }) => original_name === '#text')
  return (value) => {
    if (typeof value === 'object' && !Array.isArray(value))
      return field.fields ? inner(value as DataRecord) : asIs(value)
    return hasText
      ? inner({ '#text': value })
      : new Misfit(field.name, value, texts.object({ field: field.original_name }))
  }
}

/** Values of any shape, unless a database could not keep a text in them. */
const asItIs =
  (field: ModelField): Convert =>
  (value) =>
    isStorable(value) ? value : new Misfit(field.name, null, texts.characters({ field: field.original_name }))

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null) return true
  return Array.isArray(value)
    ? value.every(isStorable)
    : Object.entries(value).every(([key, entry]) => isStorableText(key) && isStorable(entry))
}

const isStorableText = (text: string) => !text.includes('\0') && text.isWellFormed()

// What nearly every machine writes, recognised at once; days above the 28th go the long way.
const plainWhole = /^(?:0|-?[1-9]\d{0,14})$/
const plainDate = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])([T ]00:00:00(\.0+)?)?$/
const plainMoment = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.0+)?Z?$/

function scalarOf(field: ModelField): (text: string) => unknown {
  const { name, original_name, decimal_comma = false, date_order = 'ymd' } = field
  const misfit = (say: (values: { value: string; field: string }) => Message, value: string) =>
    new Misfit(
      name,
      value,
      say({ value: value.slice(0, 100).replaceAll('\0', '�').toWellFormed(), field: original_name }),
    )
  const nothing = (text: string) => text === '' || (text.charCodeAt(0) <= 32 && text.trim() === '')
  const inOrder = date_order === 'ymd'
  switch (field.type) {
    case 'integer':
    case 'big_integer': {
      // A column is of one type: large whole numbers travel as text even where they are small.
      const given = field.type === 'integer' ? Number : String
      return (text) => {
        if (plainWhole.test(text)) return given(text)
        const whole = shapes.integer.test(text)
          ? text.replace(/^\+/, '')
          : nothing(text)
            ? ''
            : wholeOf(text.trim(), decimal_comma)
        if (whole === '') return null
        if (whole === undefined || (field.type === 'integer' && !Number.isSafeInteger(Number(whole))))
          return misfit(texts.integer, text)
        return given(/^-0+$/.test(whole) ? '0' : whole)
      }
    }
    case 'decimal': {
      const { scale } = field
      return (text) => {
        if (nothing(text)) return null
        const plain = decimalOf(text.trim(), decimal_comma)
        if (plain === undefined) return misfit(texts.decimal, text)
        if (
          scale === undefined ||
          plain.length - plain.indexOf('.') - 1 <= scale ||
          !plain.includes('.') ||
          plain.replace(/0+$/, '').length - plain.indexOf('.') - 1 <= scale
        )
          return plain
        return new Misfit(name, text, texts.places({ value: text.slice(0, 100), field: original_name, scale }))
      }
    }
    case 'boolean': {
      const words = new Map<string, boolean>([
        ...(field.true_words ?? ['true', '1', 'yes', 'ja']).map((word) => [word.toLowerCase(), true] as const),
        ...(field.false_words ?? ['false', '0', 'no', 'nein']).map((word) => [word.toLowerCase(), false] as const),
      ])
      return (text) => words.get(text.trim().toLowerCase()) ?? (nothing(text) ? null : misfit(texts.boolean, text))
    }
    case 'date':
      return (text) => {
        if (inOrder && plainDate.test(text)) return text.slice(0, 10)
        const usual = text.length === 10 ? usualDate(text, date_order) : undefined
        if (usual !== undefined) return usual
        if (nothing(text)) return null
        const moment = parseMoment(text.trim(), date_order)
        if (!moment) return misfit(texts.date, text)
        return moment.time === undefined || moment.time === '00:00:00' ? moment.date : misfit(texts.dateOnly, text)
      }
    case 'date_time':
      return (text) => {
        if (inOrder && plainMoment.test(text))
          return text.length === 20 && text[10] === 'T' ? text : `${text.slice(0, 10)}T${text.slice(11, 19)}Z`
        const [date, time] = [usualDate(text, date_order), usualTime(text)]
        if (date !== undefined && time !== undefined) return `${date}T${time}Z`
        if (nothing(text)) return null
        const moment = parseMoment(text.trim(), date_order)
        return moment
          ? `${moment.date}T${moment.time ?? '00:00:00'}${moment.zone === '' ? 'Z' : moment.zone}`
          : misfit(texts.date, text)
      }
    case 'time':
      return (text) =>
        nothing(text)
          ? null
          : shapes.time.test(text.trim())
            ? text
                .trim()
                .replace(',', '.')
                .replace(/^(\d):/, '0$1:')
            : misfit(texts.time, text)
    case 'uuid':
      return (text) =>
        nothing(text) ? null : isUuid(text.trim()) ? text.trim().toLowerCase() : misfit(texts.uuid, text)
    default: {
      const broken = new Misfit(name, null, texts.characters({ field: original_name }))
      return (text) => (isStorableText(text) ? text : broken)
    }
  }
}

function wholeOf(text: string, comma: boolean): string | undefined {
  const plain = decimalOf(text, comma)
  return plain === undefined ? undefined : /^-?\d+(\.0+)?$/.test(plain) ? plain.replace(/\.0+$/, '') : undefined
}
