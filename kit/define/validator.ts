import type { z } from 'zod'
import type { Message, Text } from '../messages/messages.ts'

export type Verdict = 'Valid' | 'Invalid' | 'NotValidated' | 'Ignored'

type Declaration<Key extends string, O extends z.ZodObject> = {
  key: Key
  options: O
  /** `undefined` when the value is fine, otherwise what is wrong. An empty value is ignored by all but `not_empty`. */
  check(value: unknown, options: z.output<O>): Message | undefined
  labels: { title: Text }
  examples: { value: unknown; options: z.input<O>; valid: boolean }[]
}

/** Declares a rule for one form field; the same function runs in the browser and on the server. */
export const defineValidator = <const Key extends string, O extends z.ZodObject>(declaration: Declaration<Key, O>) => declaration
export type Validator = Declaration<string, z.ZodObject>
