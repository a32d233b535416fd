import type { z } from 'zod'
import type { Text } from '../messages/messages.ts'
import type { DataRecord } from './record.ts'
import type { FieldLabel } from './resource.ts'
import type { StoredText } from './step-context.ts'
import type { SmallDecimal } from './small-decimal.ts'
import { converters, isMissing, type ValueOf, type ValueType } from './value.ts'

export const transformerGroups = [
  'text',
  'number',
  'date',
  'logic',
  'list',
  'object',
  'lookup',
  'convert',
  'check',
  'own',
] as const
export type TransformerGroup = (typeof transformerGroups)[number]

/** What stands still while a batch is mapped: the same on every repetition of it. */
export type Moment = {
  now: Date
  /** The project's configuration values that the mapping names. */
  configuration: ReadonlyMap<string, string>
  /** The secrets that transformers of the mapping compute with; only a run has them, whatever is tried or shown before has not. */
  secrets?: ReadonlyMap<string, string> | undefined
  /** The stored texts that the mapping names, by their ids. */
  texts?: ReadonlyMap<string, StoredText> | undefined
  /** A text no other call in any batch gets, and the same one when the batch is repeated. */
  unique(): string
  /** The next number of a range of the project that begins with `first`. No other call is given it, ever. */
  number(range: string, first: string): string
}

/** A row wanted from elsewhere for the value of the first input. All that a batch needs is loaded at once before it is mapped. */
export type Lookup = RowLookup | ReferenceLookup | DataSetLookup
export type RowLookup = {
  structure_id: string
  key: string
  field: string
  /** Further fields of the row that are read. */ more?: string[]
  /** The field that says from which day on a row holds: of all rows of a value the newest is found that holds on the day wanted. */
  valid_from?: string
  /** What is looked up, by the inputs as they came; the first one unless said. Nothing where they make no sense: it never refuses. */
  wanted?(...inputs: unknown[]): Wanted | undefined
  /** Rows found are kept for the batches that follow. */ cache: boolean
}
/** The id in another system, as `{ id }`. */
export type ReferenceLookup = { reference: string; by: 'left' | 'right'; cache: boolean }
/** The first row of a data set by the value of a column. */
export type DataSetLookup = { data_set_id: string; key: string; field: string; cache: boolean }

type Wanted = { value: unknown; day?: string }

/** Inputs one by one, the last ones optional where `least` is smaller; or any number of one type. */
type Takes = readonly ValueType[] | { readonly all: ValueType; readonly least: number }
type Given<T extends Takes, Empty> = T extends readonly ValueType[]
  ? WithRow<{ -readonly [K in keyof T]: T[K] extends ValueType ? ValueOf<T[K]> | Empty : never }>
  : T extends { readonly all: infer V extends ValueType }
    ? (ValueOf<V> | Empty)[]
    : never
/** Behind its own inputs a lookup is given the row found. */
type WithRow<Inputs> = Inputs extends unknown[] ? [...Inputs, found: DataRecord | undefined] : never

type EachSmall<T extends Takes> = T extends readonly ValueType[]
  ? { -readonly [K in keyof T]: SmallDecimal }
  : [SmallDecimal, ...SmallDecimal[]]

type Declaration<Key extends string, T extends Takes, O extends z.ZodObject, Empty extends true | undefined> = {
  key: Key
  group: TransformerGroup
  /** A Tabler icon's name, such as `IconLetterT`. */
  icon: string
  takes: T
  /** How many of the inputs must be connected; all unless said. */
  least?: number
  options: O
  gives: ValueType | ((options: z.output<O>, takes: ValueType[]) => ValueType)
  /** Empty inputs come in as null instead of making the output empty. */
  takes_empty?: Empty
  /** The entries of the list it gives are entries of its first input, so fields of an entry keep their names. */
  keeps_entries?: true
  /** Decimals in a list it is given may come as numbers instead of text. */
  takes_numbers?: true
  /** Made once for each use, then called for every record. Pure: the same in browser and worker. */
  apply(options: z.output<O>, moment: Moment): (...inputs: Given<T, Empty extends true ? null : never>) => unknown
  /** The same where all inputs and what it gives are small decimals, which is many times as fast; undefined where that does not suffice. */
  small?(options: z.output<O>): (...inputs: EachSmall<T>) => SmallDecimal | undefined
  /** The row it wants to be given. */
  lookup?(options: z.output<O>): Lookup
  /** Fetches what it needs before the first record, such as a library too heavy to bring along everywhere. */
  loads?(): Promise<unknown>
  /** The configuration value it reads. */
  configuration?(options: z.output<O>): string
  /** The secret it computes with, which it never gives. */
  secret?(options: z.output<O>): string
  /** The id of the stored text it writes. */
  text?(options: z.output<O>): string
  labels: { title: Text; help: Text; inputs?: Text[]; fields: Record<keyof z.output<O> & string, FieldLabel> }
  /** What it does, shown as help and run as tests. `found` is the row of a lookup. */
  examples: { takes: unknown[]; options?: z.input<O>; found?: DataRecord; gives?: unknown; refuses?: string }[]
}

/** Declares what can be done to a value between a source field and a target field. */
export const defineTransformer = <
  const Key extends string,
  const T extends Takes,
  O extends z.ZodObject,
  const Empty extends true | undefined = undefined,
>(
  declaration: Declaration<Key, T, O, Empty>,
) => declaration

// A list of transformers forgets what each takes: whoever calls one has read `takes` first.
export type Transformer = Omit<
  Declaration<string, Takes, z.ZodObject, undefined>,
  'apply' | 'small' | 'gives' | 'takes_empty' | 'lookup' | 'configuration' | 'secret' | 'text'
> & {
  takes_empty?: boolean | undefined
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  gives: ValueType | ((options: any, takes: ValueType[]) => ValueType)
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  apply(options: any, moment: Moment): (...inputs: any[]) => unknown
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  small?(options: any): (...inputs: any[]) => SmallDecimal | undefined
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  lookup?(options: any): Lookup
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  configuration?(options: any): string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  secret?(options: any): string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  text?(options: any): string
}

/** The type of the i-th input. */
export const inputType = ({ takes }: Pick<Transformer, 'takes'>, i: number): ValueType =>
  'all' in takes ? takes.all : (takes[i] ?? 'any')

/** The fewest and the most inputs; without a limit of its own a transformer may have as many as the mapping allows. */
export function arity({ takes, least }: Pick<Transformer, 'takes' | 'least'>): { least: number; most: number } {
  return 'all' in takes ? { least: takes.least, most: Infinity } : { least: least ?? takes.length, most: takes.length }
}

/** A transformer with its options filled in: takes values of any type, converts them, and keeps empty what is empty. */
export function bind(
  transformer: Transformer,
  options: unknown,
  moment: Moment,
): (inputs: unknown[], found?: unknown) => unknown {
  const body = transformer.apply(transformer.options.parse(options ?? {}), moment)
  const { takes_empty } = transformer
  const fixed = 'all' in transformer.takes ? undefined : transformer.takes.length
  return (inputs, found) => {
    const count = fixed ?? inputs.length
    for (let i = 0; i < count; i++) if (!takes_empty && isMissing(inputs[i])) return null
    const values: unknown[] = []
    for (let i = 0; i < count; i++)
      values.push(isMissing(inputs[i]) ? null : converters[inputType(transformer, i)](inputs[i]))
    if (transformer.lookup) values.push(found)
    return body(...values) ?? null
  }
}
