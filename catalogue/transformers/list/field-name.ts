import { z } from 'zod'
import { named } from '@weft/kit/define/settings.ts'

/** The name of a field that an entry gets. */
export const newField = named(
  z
    .string()
    .min(1)
    .max(63)
    .refine((name) => name !== '__proto__'),
  'New field',
  'Neues Feld',
)
export const fromField = named(z.string().max(200).default(''), 'From the field', 'Aus dem Feld')
/** What of an entry goes into which field. */
export const takenField = z.strictObject({ to: newField, from: fromField })
