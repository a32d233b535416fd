import { named, onlyWhen } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

const path = z.string().trim().max(1_000)
const name = z.string().trim().max(191)
const byParameter = ['page', 'offset', 'cursor', 'token']

const pair = z.strictObject({
  name: named(z.string().trim().min(1).max(200), 'Name', 'Name'),
  value: named(z.string().max(1_000).default(''), 'Value', 'Wert'),
})

const helped = <S extends z.ZodType>(schema: S, en: string, de: string): S =>
  schema.meta({ ...schema.meta(), help: { en, de } })

/** What a system over HTTP holds records in: where they are, how they are paged through, and how they are written. */
export const resource = z.strictObject({
  name: named(z.string().trim().min(1).max(191), 'Name', 'Name'),
  path: helped(
    named(path.default(''), 'Path', 'Pfad'),
    'Behind the address, such as orders',
    'Hinter der Adresse, etwa orders',
  ),
  query: named(z.array(pair).max(50).default([]), 'Parameters', 'Parameter'),
  format: named(z.enum(['json', 'xml', 'csv']).default('json'), 'Format', 'Format', {
    json: { en: 'JSON', de: 'JSON' },
    xml: { en: 'XML', de: 'XML' },
    csv: { en: 'CSV', de: 'CSV' },
  }),
  items: onlyWhen(
    'format',
    ['json', 'xml'],
    helped(
      named(path.default(''), 'Where the records are', 'Wo die Datensätze sind'),
      'A path such as data.items; empty: the answer itself. In XML the path below the root, such as orders.order',
      'Ein Pfad wie data.items; leer: die Antwort selbst. In XML der Pfad unter der Wurzel, etwa orders.order',
    ),
  ),
  separator: onlyWhen(
    'format',
    ['csv'],
    named(z.enum([',', ';', '\t', '|']).default(','), 'Separator', 'Trennzeichen', {
      ',': { en: 'Comma', de: 'Komma' },
      ';': { en: 'Semicolon', de: 'Semikolon' },
      '\t': { en: 'Tab', de: 'Tabulator' },
      '|': { en: 'Bar', de: 'Senkrechter Strich' },
    }),
  ),
  key: named(z.array(name.min(1)).max(10).default([]), 'Key fields', 'Schlüsselfelder'),
  paging: named(z.enum(['none', 'page', 'offset', 'cursor', 'link', 'token']).default('none'), 'Pages', 'Seiten', {
    none: { en: 'One answer', de: 'Eine Antwort' },
    page: { en: 'By page number', de: 'Nach Seitennummer' },
    offset: { en: 'By offset', de: 'Nach Versatz' },
    cursor: { en: 'Behind the key of the last record', de: 'Hinter dem Schlüssel des letzten Datensatzes' },
    link: { en: 'By link to the next page', de: 'Nach Verweis auf die nächste Seite' },
    token: { en: 'By token in the answer', de: 'Nach Marke in der Antwort' },
  }),
  page_parameter: onlyWhen(
    'paging',
    byParameter,
    named(name.default('page'), 'Parameter of the page', 'Parameter der Seite'),
  ),
  first_page: onlyWhen('paging', ['page'], named(z.int().min(0).default(1), 'First page', 'Erste Seite')),
  next: onlyWhen(
    'paging',
    ['link', 'token'],
    helped(
      named(path.default(''), 'Path to the link or token', 'Pfad zum Verweis oder zur Marke'),
      'Such as meta.next. For links empty: the Link header.',
      'Etwa meta.next. Bei Verweisen leer: die Kopfzeile Link.',
    ),
  ),
  size_parameter: helped(
    named(name.default(''), 'Parameter of the size', 'Parameter der Größe'),
    'Empty: none is sent, and pages are read until one is empty.',
    'Leer: Es wird keine gesendet, und es wird bis zu einer leeren Seite gelesen.',
  ),
  page_size: named(z.int().min(1).max(10_000).default(100), 'Records per page', 'Datensätze je Seite'),
  changed_field: helped(
    named(name.default(''), 'Field that says when it was changed', 'Feld, das sagt, wann es geändert wurde'),
    'A point in time or a number that grows with every change.',
    'Ein Zeitpunkt oder eine Nummer, die mit jeder Änderung wächst.',
  ),
  changed_parameter: helped(
    named(name.default(''), 'Parameter “changed since”', 'Parameter „geändert seit“'),
    'Empty: all is read, and what has not changed left out.',
    'Leer: Alles wird gelesen und weggelassen, was sich nicht geändert hat.',
  ),
  changed_format: named(
    z.enum(['as_it_is', 'date', 'seconds', 'milliseconds']).default('as_it_is'),
    'Written',
    'Geschrieben',
    {
      as_it_is: { en: 'As in the records', de: 'Wie in den Datensätzen' },
      date: { en: 'As a date', de: 'Als Datum' },
      seconds: { en: 'Seconds since 1970', de: 'Sekunden seit 1970' },
      milliseconds: { en: 'Milliseconds since 1970', de: 'Millisekunden seit 1970' },
    },
  ),
  one_path: helped(
    named(path.default(''), 'Path of one record', 'Pfad eines Datensatzes'),
    'Such as orders/{id}: the fields of a record in braces. Empty: one cannot be asked for.',
    'Etwa orders/{id}: Felder des Datensatzes in Klammern. Leer: Einzelne sind nicht abrufbar.',
  ),
  one_item: helped(
    named(path.default(''), 'Where the one record is', 'Wo der eine Datensatz ist'),
    'In what answers one record, also after writing; empty: the answer itself.',
    'In der Antwort mit einem Datensatz, auch nach dem Schreiben; leer: die Antwort selbst.',
  ),
  insert_path: helped(
    named(path.default(''), 'Path to insert at', 'Pfad zum Einfügen'),
    'Such as orders. Empty: nothing can be inserted.',
    'Etwa orders. Leer: Einfügen geht nicht.',
  ),
  insert_method: named(z.enum(['POST', 'PUT']).default('POST'), 'Insert by', 'Einfügen mit', {
    POST: { en: 'POST', de: 'POST' },
    PUT: { en: 'PUT', de: 'PUT' },
  }),
  update_path: helped(
    named(path.default(''), 'Path to update at', 'Pfad zum Ändern'),
    'Such as orders/{id}. Empty: nothing can be updated.',
    'Etwa orders/{id}. Leer: Ändern geht nicht.',
  ),
  update_method: named(z.enum(['PATCH', 'PUT', 'POST']).default('PATCH'), 'Update by', 'Ändern mit', {
    PATCH: { en: 'PATCH', de: 'PATCH' },
    PUT: { en: 'PUT', de: 'PUT' },
    POST: { en: 'POST', de: 'POST' },
  }),
  delete_path: helped(
    named(path.default(''), 'Path to delete at', 'Pfad zum Löschen'),
    'Such as orders/{id}. Empty: nothing can be deleted.',
    'Etwa orders/{id}. Leer: Löschen geht nicht.',
  ),
  wrap: helped(
    named(name.default(''), 'Name around the record', 'Name um den Datensatz'),
    'Such as order, where { "order": { … } } is expected; empty: the record itself.',
    'Etwa order, wenn { "order": { … } } erwartet wird; leer: der Datensatz selbst.',
  ),
  heeds_key: named(
    z.boolean().default(false),
    'The other side heeds Idempotency-Key',
    'Die Gegenseite beachtet Idempotency-Key',
  ),
})
export type Resource = z.output<typeof resource>
