import type { Readable, Writable } from 'node:stream'
import type { z } from 'zod'
import type { Message, Text } from '../messages/messages.ts'
import type { FieldLabel } from './resource.ts'
import type { DataRecord } from './record.ts'
import type { SourceBatch } from './step-context.ts'

type Declaration<Key extends string, O extends z.ZodObject> = {
  key: Key
  extensions: readonly string[]
  media_types: readonly string[]
  /** How to read and write it; every key has a default, so `{}` is a good guess. */
  options: O
  labels: { title: Text; fields: Record<keyof z.output<O> & string, FieldLabel> }
}

/** Declares a file format. Reading and writing stand in the `.server.ts` twin as `FormatBody`. */
export const defineFormat = <const Key extends string, O extends z.ZodObject>(declaration: Declaration<Key, O>) =>
  declaration
export type Format = Declaration<string, z.ZodObject>

type Findings<O> = { options: Partial<O>; findings: { option: keyof O & string; confidence: number; reason: Text }[] }

export type FormatBody<O> = {
  /** Numbers it gives as text have a decimal point and no separators between thousands. */
  plainNumbers?: boolean
  /** Batches of at most 1,000 records, in constant memory. `cursor` goes on behind the batch it came with; the source is read from its start. */
  read(source: Readable, options: O, cursor?: unknown): AsyncIterable<SourceBatch>
  /** Reads a record it had refused, as somebody has corrected it; without it the record is taken as it is. */
  retry?(record: DataRecord, options: O): { record: DataRecord; reason?: Message }
  /** Writes all batches and ends the target. */
  write(records: AsyncIterable<DataRecord[]>, options: O, target: Writable): Promise<{ records: number }>
  /** Finds the options from the first bytes, each with a confidence between 0 and 1 and the reason. */
  detect(head: Uint8Array): Findings<O> & { confidence: number }
  /** Finds the options where the first bytes cannot tell; those that are wished already come along. */
  inspect?(source: Readable, wished: O): Promise<Findings<O>>
}
export const defineFormatBody = <O extends z.ZodObject>(_: { options: O }, body: FormatBody<z.output<O>>) => body
