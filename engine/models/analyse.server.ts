import { Readable } from 'node:stream'
import type { Format, FormatBody } from '@weft/kit/define/format.ts'
import type { DynamicField, Model, ModelField } from '@weft/kit/define/model.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { bothLanguages, defineMessages, inserted, type Message, type Text } from '@weft/kit/messages/messages.ts'
import { ModelColumn, FieldCount, fieldsOf } from './column.ts'
import { converterOf, Misfit } from './convert.ts'
import { fitOf, type Fit } from './fit.ts'
import { formatOf, type KnownFormats } from './formats.ts'
import { recordKey, type KeyFinding } from './key.ts'
import { structureNames } from '@weft/kit/define/field-names.ts'
import { notationOf } from './notation.ts'
import { structureFields } from './propose.ts'

const texts = defineMessages({
  aborted: {
    en: '“{analysed}” cannot be read, so there is no model yet: {reason}',
    de: '„{analysed}“ lässt sich nicht lesen, daher gibt es noch kein Modell: {reason}',
  },
  noFormat: {
    en: 'The file is none of CSV, XML, JSON and XLSX.',
    de: 'Die Datei ist weder CSV noch XML, JSON oder XLSX.',
  },
  nothing: {
    en: '{count, plural, one {The only entry of the file cannot be read} other {None of the # entries of the file can be read}}. {reason}',
    de: '{count, plural, one {Der einzige Eintrag der Datei ist nicht lesbar} other {Keiner der # Einträge der Datei ist lesbar}}. {reason}',
  },
  empty: {
    en: 'The file holds no entries. Check separator, target tag and path.',
    de: 'Die Datei enthält keine Einträge. Prüfen Sie Trennzeichen, Ziel-Tag und Pfad.',
  },
  extension: {
    en: 'The name ends in .{extension} and the content fits.',
    de: 'Der Name endet auf .{extension}, und der Inhalt passt dazu.',
  },
  content: { en: 'The content looks like it.', de: 'Der Inhalt sieht danach aus.' },
  chosen: { en: 'Chosen by you.', de: 'Von Ihnen gewählt.' },
})

export type AnalysisOptions = {
  type?: string | undefined
  /** Options that overrule what is found. */
  options?: Record<string, unknown> | undefined
  /** Fields that overrule what is found, by their original name. */
  fields?: ModelField[] | undefined
  dynamic_fields?: DynamicField[] | undefined
  primary_key?: string | undefined
  max_depth?: number | undefined
  preview_rows?: number | undefined
  analyse_entry_quantity?: number | undefined
}

type OptionFinding = { option: string; value: unknown; confidence: number; reason: Text; overruled: boolean }

export type FileAnalysis = {
  type: string
  type_confidence: number
  type_reason: Text
  options: Record<string, unknown>
  findings: OptionFinding[]
  fields: ModelField[]
  dynamic_fields: DynamicField[]
  primary_key: string | undefined
  key_candidates: KeyFinding[]
  /** How many entries were looked at, and whether that was the whole file. */
  entries: number
  complete: boolean
  rejected: { count: number; examples: { reason: Message }[] }
  /** How the proposed model reads the sample it was made of. */
  fit: Fit
  preview: {
    raw: DataRecord[]
    records: ({ record: DataRecord } | { misfit: { field: string; value: unknown; reason: Message } })[]
  }
  proposal: { class_name: string; table_name: string; label: string; fields: StructureField[] }
}

/** Beyond the asked-for entries as many more as fit are looked at, so that a rare value is not overlooked. */
const enough = { entries: 20_000, milliseconds: 4_000 }
const headBytes = 256 * 1024

/** Looks at a file and says what it is, with a confidence and a reason for everything; whatever is wished overrules what is found. */
export async function analyse(
  known: KnownFormats,
  file: { name: string; open: () => Promise<Readable> },
  wishes: AnalysisOptions = {},
): Promise<FileAnalysis> {
  try {
    const head = await headOf(await file.open())
    if (head.length === 0) throw new Invalid('MODEL_EMPTY', texts.empty())
    const type = typeOf(known, file.name, head, wishes.type)
    const { format, body } = formatOf(known, type.key)
    const found = body.inspect
      ? await body.inspect(await file.open(), format.options.parse(wishes.options ?? {}))
      : looked(format, body, head)
    const options = format.options.parse({ ...found.options, ...wishes.options })
    const sample = await sampleOf(
      body.read(await file.open(), options),
      Math.max(wishes.analyse_entry_quantity ?? 10, enough.entries),
      wishes.max_depth ?? 5,
    )
    if (sample.entries === 0 && sample.rejected.length === 0) throw new Invalid('MODEL_EMPTY', texts.empty())
    if (sample.entries === 0)
      throw new Invalid(
        'MODEL_NOTHING_READABLE',
        inserted(texts.nothing({ count: sample.rejected.length, reason: '' }), 'reason', sample.rejected[0]!.reason),
      )
    const hint = notationOf(sample.columns.values(), {
      plain: body.plainNumbers ?? false,
      semicolons: options['delimiter'] === ';',
    })
    const fields = overruled(fieldsOf(sample.columns, sample.entries, hint), wishes.fields)
    const key = recordKey(fields, sample.records)
    const dynamic_fields = wishes.dynamic_fields ?? (key.dynamic ? [key.dynamic] : [])
    const primary_key = wishes.primary_key ?? key.best
    return {
      type: type.key,
      type_confidence: type.confidence,
      type_reason: type.reason,
      options,
      findings: found.findings.map(({ option, confidence, reason }) => {
        const wished =
          wishes.options !== undefined &&
          option in wishes.options &&
          wishes.options[option] !== (found.options as Record<string, unknown>)[option]
        return {
          option,
          value: options[option],
          confidence: wished ? 1 : confidence,
          reason: wished ? bothLanguages(texts.chosen()) : reason,
          overruled: wished,
        }
      }),
      fields,
      dynamic_fields,
      primary_key,
      key_candidates: key.candidates,
      entries: sample.entries,
      complete: sample.complete,
      rejected: {
        count: sample.rejected.length,
        examples: sample.rejected.slice(0, 5).map(({ reason }) => ({ reason })),
      },
      fit: fitOf(converterOf({ fields, dynamic_fields }), sample.records, sample.rejected),
      preview: previewOf(sample.records.slice(0, wishes.preview_rows ?? 20), { fields, dynamic_fields }),
      proposal: { ...structureNames(file.name), fields: structureFields(fields, dynamic_fields, primary_key) },
    }
  } catch (error) {
    if (!(error instanceof WeftError) || error.status !== 422) throw error
    throw new Invalid(error.code, abortedBy(error.say, file.name), { fields: error.fields, cause: error })
  }
}

/** Which file it is, and what is wrong in it, with the reason's own values. */
function abortedBy(reason: Message, name: string): Message {
  const { text, values } = texts.aborted({ analysed: name.split('/').at(-1)!, reason: '' })
  return {
    text: {
      en: text.en.replace('{reason}', () => reason.text.en),
      de: text.de.replace('{reason}', () => reason.text.de),
    },
    values: { ...reason.values, analysed: values['analysed']! },
  }
}

/** The first rows as the file has them and as the model reads them. */
export function previewOf(raw: DataRecord[], model: Pick<Model, 'fields' | 'dynamic_fields'>): FileAnalysis['preview'] {
  const convert = converterOf(model)
  return {
    raw,
    records: raw.map((record, i) => {
      const converted = convert(record, i + 1)
      return converted instanceof Misfit
        ? { misfit: { field: converted.field, value: converted.value, reason: converted.reason } }
        : { record: converted }
    }),
  }
}

/** What a format finds in the first bytes. One that cannot cope with them only loses its vote. */
function looked(format: Format, body: FormatBody<any>, head: Uint8Array): ReturnType<FormatBody<any>['detect']> {
  try {
    return body.detect(head)
  } catch (error) {
    log.warn({ err: error, format: format.key }, 'a file format failed to detect')
    return { options: {}, findings: [], confidence: 0 }
  }
}

async function headOf(source: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of source as AsyncIterable<Buffer>) {
    pieces.push(piece)
    size += piece.length
    if (size >= headBytes) break
  }
  return Buffer.concat(pieces).subarray(0, headBytes)
}

function typeOf(known: KnownFormats, name: string, head: Buffer, wished: string | undefined) {
  if (wished !== undefined)
    return { key: formatOf(known, wished).format.key, confidence: 1, reason: bothLanguages(texts.chosen()) }
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const [best] = Object.values(known)
    .map(({ format, body }) => ({
      key: format.key,
      named: format.extensions.includes(extension),
      confidence: looked(format, body, head).confidence,
    }))
    .toSorted((a, b) => b.confidence + (b.named ? 0.3 : 0) - a.confidence - (a.named ? 0.3 : 0))
  if (!best || best.confidence === 0) throw new Invalid('MODEL_TYPE', texts.noFormat())
  return {
    key: best.key,
    confidence: Math.min(0.99, best.confidence + (best.named ? 0.1 : 0)),
    reason: bothLanguages(best.named ? texts.extension({ extension }) : texts.content()),
  }
}

async function sampleOf(
  batches: AsyncIterable<{ records: DataRecord[]; rejected?: Rejected[] }>,
  most: number,
  depth: number,
) {
  const columns = new Map<string, ModelColumn>()
  const fields = new FieldCount()
  const records: DataRecord[] = []
  const rejected: Rejected[] = []
  const until = performance.now() + enough.milliseconds
  let entries = 0
  for await (const batch of batches) {
    rejected.push(...(batch.rejected ?? []))
    for (const record of batch.records) {
      for (const key in record) {
        let column = columns.get(key)
        if (!column) columns.set(key, (column = new ModelColumn(depth, fields)))
        column.add(record[key])
      }
      if (records.length < 5000) records.push(record)
      entries++
    }
    if (entries >= most || performance.now() > until) return { columns, records, rejected, entries, complete: false }
  }
  return { columns, records, rejected, entries, complete: true }
}

function overruled(found: ModelField[], wished: ModelField[] | undefined): ModelField[] {
  if (!wished) return found
  const byOriginal = new Map(wished.map((field) => [field.original_name, field]))
  return found.map((field) => byOriginal.get(field.original_name) ?? field)
}
