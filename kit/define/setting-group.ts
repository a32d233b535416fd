import type { z } from 'zod'
import type { Message } from '../messages/messages.ts'
import type { Labels } from './labels.ts'

type Declaration<Path extends string, S extends z.ZodObject, Secret extends string> = {
  /** The path below `/settings`; the row in the table `settings` has it as its key. */
  path: Path
  /** Every field has a default, so that a setting never touched has a value. */
  schema: S
  labels: Labels<keyof S['shape'] & string>
  /** Fields that are stored encrypted, and answered as `{ set: true }`. */
  secrets?: readonly (Secret & keyof S['shape'])[]
  /** What the fields must be together: the field that is wrong and why. */
  refuse?: (values: z.output<S>) => { field: keyof S['shape'] & string; message: Message } | undefined
}

/** Declares settings of the whole installation that belong together: one row, one form, and one path, derived from here. */
export const defineSettingGroup = <
  const Path extends string,
  S extends z.ZodObject,
  const Secret extends keyof S['shape'] & string = never,
>(
  declaration: Declaration<Path, S, Secret>,
) => declaration
export type SettingGroup<S extends z.ZodObject = z.ZodObject, Secret extends string = string> = Pick<
  Declaration<string, S, Secret>,
  'path' | 'schema' | 'labels' | 'secrets'
> & { refuse?: (values: never) => { field: string; message: Message } | undefined }

/** The values as they are answered: of a secret only whether it is set. */
export type MaskedSettings<G> =
  G extends SettingGroup<infer S, infer Secret>
    ? { [Name in keyof z.output<S>]: Name extends Secret ? { set: boolean } : z.output<S>[Name] }
    : never
