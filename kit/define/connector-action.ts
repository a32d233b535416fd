import type { z } from 'zod'
import type { Text } from '../messages/messages.ts'
import type { FoundField } from './connector-session.ts'
import type { DataRecord } from './record.ts'
import type { FieldLabel } from './resource.ts'

/** One thing a system does for a record: called with typed input, answered with typed output. */
export type ConnectorAction = {
  key: string
  labels: { title: Text; help: Text; fields: Record<string, FieldLabel> }
  input: z.ZodObject
  output: z.ZodObject
  /** It changes nothing over there, so it may be repeated. */
  reads?: true
}

/** One thing a system does that nobody knew of before it was asked, such as an operation of its own description. */
export type FoundAction = { key: string; title: string; input: FoundField[]; output: FoundField[] }

/** An open line to a system that does such things. */
export type ActionSession = {
  /** Beside the declared ones. */
  list?(): Promise<FoundAction[]>
  /** `key` is the same for a call that is repeated. May be called again before it has answered; `signal` ends it. */
  call(action: string, input: DataRecord, key: string, signal?: AbortSignal): Promise<DataRecord>
  close(): Promise<void>
}
