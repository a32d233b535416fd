import type { z } from 'zod'
import { isEmpty } from './compare.ts'
import { defineMessages, type Message, type Text } from '../messages/messages.ts'

const texts = defineMessages({ notValid: { en: 'The field {name} is not valid', de: 'Das Feld {name} ist ungültig' } })

export type Verdict = 'Valid' | 'Invalid' | 'NotValidated' | 'Ignored'

type Complaint = Message | false | undefined

type Declaration<Key extends string, O extends z.ZodObject> = {
  key: Key
  options: O
  /** `undefined` when the value is fine, otherwise what is wrong; `false` is wrong without a sentence. Is asked about an empty value only with `asks_empty`. */
  check(value: unknown, options: z.output<O>): Complaint | Promise<Complaint>
  /** Whether it has something to say about an empty value; others ignore it. */
  asks_empty?: boolean
  labels: { title: Text }
  examples: { value: unknown; options: z.input<O>; valid: boolean }[]
}

/** Declares a rule for one form field; the same function runs in the browser and on the server. */
export const defineValidator = <const Key extends string, O extends z.ZodObject>(declaration: Declaration<Key, O>) =>
  declaration
export type Validator = Declaration<string, z.ZodObject>

/** What a rule says of the value of a field, and why. `NotValidated` is for the form: nobody has asked yet. */
export async function verdictOf(
  validator: Validator,
  value: unknown,
  options: unknown,
  name = '',
): Promise<{ verdict: Verdict; message?: Message }> {
  if (isEmpty(value) && !validator.asks_empty) return { verdict: 'Ignored' }
  const complaint = await validator.check(value, validator.options.parse(options))
  return complaint === undefined
    ? { verdict: 'Valid' }
    : { verdict: 'Invalid', message: complaint || texts.notValid({ name }) }
}
