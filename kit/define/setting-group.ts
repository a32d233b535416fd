import type { z } from 'zod'
import type { Message } from '../messages/messages.ts'
import type { Labels } from './labels.ts'

type Declaration<Path extends string, S extends z.ZodObject> = {
  /** The path below `/settings`; the row in the table `settings` has it as its key. */
  path: Path
  /** Every field has a default, so that a setting never touched has a value. */
  schema: S
  labels: Labels<keyof S['shape'] & string>
  /** Fields that are stored encrypted, and answered as `{ set: true }`. */
  secrets?: (keyof S['shape'] & string)[]
  /** What the fields must be together: the field that is wrong and why. */
  refuse?: (values: z.output<S>) => { field: keyof S['shape'] & string; message: Message } | undefined
}

/** Declares settings of the whole installation that belong together: one row, one form, and one path, derived from here. */
export const defineSettingGroup = <const Path extends string, S extends z.ZodObject>(
  declaration: Declaration<Path, S>,
) => declaration
export type SettingGroup<S extends z.ZodObject = z.ZodObject> = Pick<
  Declaration<string, S>,
  'path' | 'schema' | 'labels' | 'secrets'
> & { refuse?: (values: never) => { field: string; message: Message } | undefined }
