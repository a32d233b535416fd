import { numberOf, numberText } from '@weft/kit/define/compare.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { withField } from '@weft/kit/define/path.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { named, writtenField } from '@weft/kit/define/settings.ts'
import { template, templateText } from '@weft/kit/define/template.ts'
import { valuer } from '@weft/kit/define/values.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  number: { en: '"{value}" is no number.', de: '„{value}“ ist keine Zahl.' },
  boolean: { en: '"{value}" is neither true nor false.', de: '„{value}“ ist weder wahr noch falsch.' },
  json: { en: '"{value}" is no valid JSON.', de: '„{value}“ ist kein gültiges JSON.' },
})

const types = ['as_is', 'text', 'number', 'boolean', 'json'] as const
const one = z.strictObject({
  field: named(writtenField, 'Field', 'Feld'),
  value: named(template.default('').meta({ readable: true }), 'Value', 'Wert'),
  type: named(z.enum(types).default('as_is'), 'As', 'Als', {
    as_is: { en: 'As it is', de: 'Unverändert' },
    text: { en: 'Text', de: 'Text' },
    number: { en: 'Number', de: 'Zahl' },
    boolean: { en: 'Yes or no', de: 'Ja oder nein' },
    json: { en: 'JSON', de: 'JSON' },
  }),
})

export const setFields = defineElement({
  key: 'set_fields',
  group: 'transform',
  kind: 'transform',
  icon: 'IconForms',
  settings: z.strictObject({
    fields: z.array(one).max(500).default([]),
    keep_others: z.boolean().default(true),
    remove: z.array(z.string().min(1)).max(500).default([]),
  }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Set fields', de: 'Felder setzen' },
    help: {
      en: 'Writes fields of each record: fixed values, or values from other fields, the job and the time.',
      de: 'Schreibt Felder jedes Datensatzes: feste Werte oder Werte aus anderen Feldern, dem Job und der Zeit.',
    },
    fields: {
      fields: {
        label: { en: 'Fields', de: 'Felder' },
        help: {
          en: '{{ field }} puts in the value of a field, also {{ job.parameters.name }} and {{ now }}.',
          de: '{{ feld }} setzt den Wert eines Feldes ein, ebenso {{ job.parameters.name }} und {{ now }}.',
        },
      },
      keep_others: { en: 'Keep the other fields', de: 'Die übrigen Felder behalten' },
      remove: { en: 'Remove fields', de: 'Felder entfernen' },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
  body: {
    open(step) {
      const { fields, keep_others, remove } = step.settings
      const makers = fields.map(({ field, value, type }) => ({ field, type, make: valuer(step, value) }))
      return {
        batch(records) {
          const out: DataRecord[] = []
          const rejected: Rejected[] = []
          for (const record of records) {
            let made: DataRecord = keep_others ? record : {}
            const bad = makers.find(({ field, type, make }) => {
              const raw = make(record)
              const value = typed[type](raw)
              if (value === undefined)
                rejected.push({
                  record,
                  field,
                  value: raw,
                  reason:
                    type === 'boolean' || type === 'json'
                      ? texts[type]({ value: templateText(raw) })
                      : texts.number({ value: templateText(raw) }),
                })
              else made = withField(made, field, value)
              return value === undefined
            })
            if (bad) continue
            out.push(
              remove.length > 0
                ? Object.fromEntries(Object.entries(made).filter(([key]) => !remove.includes(key)))
                : made,
            )
          }
          return { exits: { out }, rejected }
        },
      }
    },
  },
  examples: [
    {
      settings: {
        fields: [
          { field: 'source', value: 'shop' },
          { field: 'name', value: '{{ first }} {{ last | upper }}' },
          { field: 'amount', value: '{{ price }}', type: 'number' },
        ],
        remove: ['first', 'last'],
      },
      takes: [{ first: 'Ada', last: 'Byron', price: '10.50' }],
      gives: { out: [{ price: '10.50', source: 'shop', name: 'Ada BYRON', amount: '10.5' }] },
    },
    {
      settings: {
        fields: [
          { field: 'address.city', value: '{{ town }}' },
          { field: 'lines', value: '{{ items }}' },
        ],
        keep_others: false,
      },
      takes: [{ town: 'Kiel', items: [1, 2] }],
      gives: { out: [{ address: { city: 'Kiel' }, lines: [1, 2] }] },
    },
    {
      settings: { fields: [{ field: 'n', value: '{{ x }}', type: 'number' }] },
      takes: [{ x: 'many' }, { x: 3 }, { x: null }],
      gives: {
        out: [
          { x: 3, n: 3 },
          { x: null, n: null },
        ],
        rejected: [{ x: 'many' }],
      },
    },
  ],
})

/** Undefined: cannot be converted. Nothing stays nothing. */
const typed: Record<(typeof types)[number], (value: unknown) => unknown> = {
  as_is: (value) => (value instanceof Date ? value.toISOString() : (value ?? null)),
  text: (value) => templateText(value),
  number: (value) => {
    if (value === undefined || value === null || value === '') return null
    const number = numberOf(value)
    return number && (typeof value === 'number' ? value : numberText(number))
  },
  boolean: (value) =>
    value === undefined || value === null || value === '' ? null : words[templateText(value).trim().toLowerCase()],
  json: (value) => {
    if (typeof value !== 'string') return value ?? null
    try {
      return parseJson(value)
    } catch {
      return undefined
    }
  },
}
const words: Record<string, boolean> = {
  true: true,
  yes: true,
  ja: true,
  '1': true,
  false: false,
  no: false,
  nein: false,
  '0': false,
}
