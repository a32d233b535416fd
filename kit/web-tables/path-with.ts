import { textOf } from '../define/compare.ts'
import { fieldOf } from '../define/path.ts'
import type { DataRecord } from '../define/record.ts'
import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'

const texts = defineMessages({
  dots: {
    en: 'The {field} of the record cannot stand in the path {path}.',
    de: 'Das {field} des Datensatzes kann nicht im Pfad {path} stehen.',
  },
  missing: {
    en: 'The record has no {field}, which the path {path} needs.',
    de: 'Der Datensatz hat kein {field}, das der Pfad {path} braucht.',
  },
})

/** `orders/{id}` with the values of a record in it. A value never leads out of its place: it is written as part of an address. */
export const pathWith = (path: string, record: DataRecord): string =>
  path.replaceAll(/\{([^{}]+)\}/g, (_, field: string) => {
    const value = fieldOf(record, field)
    if (value === undefined || value === null || value === '')
      throw new Invalid('FIELD_MISSING', texts.missing({ field, path }), { meta: { field } })
    // However they are written, addresses take them for the folder itself and the one above.
    if (value === '.' || value === '..') throw new Invalid('FIELD_MISSING', texts.dots({ field, path }))
    return encodeURIComponent(textOf(value).toWellFormed())
  })
