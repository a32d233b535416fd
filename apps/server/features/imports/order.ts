import { formats } from '@weft/catalogue/formats/all.ts'
import type { ImportOrder } from '@weft/contracts/imports.ts'
import { importFields } from '@weft/engine/mapping/import-fields.ts'
import { modelProblems } from '@weft/engine/models/check-model.ts'
import { keyFieldOf, type Structure } from '@weft/engine/records/structure.ts'
import type { Model } from '@weft/kit/define/model.ts'
import { can, type Permitted } from '@weft/kit/define/permissions.ts'
import { forbidden, invalidField, invalidFields } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  unknown: { en: 'There is no field {field}.', de: 'Es gibt kein Feld {field}.' },
  twice: {
    en: 'Two columns go into {field}. Please leave one of them out.',
    de: 'Zwei Spalten gehen in {field}. Bitte lassen Sie eine davon weg.',
  },
  none: {
    en: 'No column goes into a field yet. Please assign at least one.',
    de: 'Noch keine Spalte geht in ein Feld. Bitte ordnen Sie mindestens eine zu.',
  },
  noKey: {
    en: 'Please choose the field by which a record is the same.',
    de: 'Bitte wählen Sie das Feld, an dem derselbe Datensatz erkannt wird.',
  },
  keyLeftOut: {
    en: 'No column goes into {field}, by which records are recognised.',
    de: 'Keine Spalte geht in {field}, woran Datensätze erkannt werden.',
  },
  options: { en: 'The file cannot be read in this way.', de: 'So lässt sich die Datei nicht lesen.' },
})

/** How the file is read and written, or what of the order cannot be. */
export type Arranged = { model: Model; mode: ImportOrder['mode']; key: string[] }

export function arrangeImport(
  structure: Structure,
  { type, options, columns, dynamic_fields, mode, key }: ImportOrder,
  caller: Permitted,
): Arranged {
  if (mode !== 'insert' && !can(caller, 'records', 'update')) throw forbidden()
  const assigned = [
    ...columns.flatMap(({ field }) => (field === null ? [] : [field])),
    ...dynamic_fields.map(({ name }) => name),
  ]
  if (assigned.length === 0) throw invalidField('columns', texts.none())
  for (const [i, field] of assigned.entries()) {
    if (!structure.fields.some(({ name }) => name === field)) throw invalidField('columns', texts.unknown({ field }))
    if (assigned.indexOf(field) !== i) throw invalidField('columns', texts.twice({ field }))
  }
  if (mode !== 'insert' && key.length === 0) throw invalidField('key', texts.noKey())
  for (const field of mode === 'insert' ? [] : key)
    if (!assigned.includes(field)) throw invalidField('key', texts.keyLeftOut({ field }))
  const read = formats.find(({ key }) => key === type)!.options.safeParse(options)
  if (!read.success) throw invalidField('options', texts.options())
  const fields = importFields(columns, structure.fields)
  const problems = Object.entries(modelProblems({ fields, dynamic_fields })).filter(([place]) =>
    place.startsWith('dynamic_fields'),
  )
  if (problems.length > 0) throw invalidFields(Object.fromEntries(problems))
  // Adding knows no key, but a step that writes wants one where the structure has none.
  const known = mode === 'insert' ? [keyFieldOf(structure)?.name ?? assigned[0]!] : key
  return { model: { type, options: read.data, fields, dynamic_fields, max_depth: 5 }, mode, key: known }
}
