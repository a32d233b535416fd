import { z } from 'zod'
import { bankCodeOf, isIban } from '@weft/kit/define/bank.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { isMissing, refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { datedLabels, datedOptions, missingOptions, refuseOrEmpty, structureField, wantedOn } from './dated.ts'

const texts = defineMessages({
  wrong: { en: '“{value}” is not a valid IBAN.', de: '„{value}“ ist keine gültige IBAN.' },
  unknown: {
    en: 'No BIC is known for the bank code {code}.',
    de: 'Zur Bankleitzahl {code} ist keine BIC bekannt.',
  },
  country: {
    en: 'Where the bank stands in an IBAN of “{country}” is not known here.',
    de: 'Wo in einer IBAN aus „{country}“ die Bank steht, ist hier nicht bekannt.',
  },
})
const options = {
  structure: '0197a3c0-0000-7000-8000-000000000004',
  key: 'bank_code',
  valid_from: 'from',
  field: 'bic',
}
/** Without a day the newest row counts. */
const always = '9999-12-31'

/** SWIFT IBAN Registry; the table is the tenant's own, such as the Bankleitzahlendatei of the Deutsche Bundesbank. */
export const bicFromIban = defineTransformer({
  key: 'bic_from_iban',
  group: 'lookup',
  icon: 'IconBuildingBank',
  takes: ['text', 'date_time'],
  least: 1,
  takes_empty: true,
  options: z.strictObject({
    ...datedOptions,
    field: structureField,
    ...missingOptions,
  }),
  gives: 'text',
  lookup: ({ structure, key, field, valid_from, cache }) => ({
    structure_id: structure,
    key,
    field,
    valid_from,
    cache,
    wanted: (iban, moment) => {
      const code = typeof iban === 'string' && isIban(iban) ? bankCodeOf(iban) : undefined
      return wantedOn(code, isMissing(moment) ? always : moment)
    },
  }),
  apply:
    ({ field, on_missing }) =>
    (iban, _, row) => {
      if (!iban) return null
      if (!isIban(iban)) return refuse(texts.wrong({ value: shown(iban) }))
      const code = bankCodeOf(iban)
      if (code === undefined) return refuseOrEmpty(on_missing, texts.country({ country: iban.trim().slice(0, 2) }))
      return row?.[field] ?? refuseOrEmpty(on_missing, texts.unknown({ code }))
    },
  labels: {
    title: { en: 'BIC of an IBAN', de: 'BIC zur IBAN' },
    help: {
      en: 'Looks up the BIC by the bank code in an IBAN, in a structure with your bank codes: on a day, or the newest there is.',
      de: 'Schlägt die BIC zur Bankleitzahl in einer IBAN nach, in einer Struktur mit Ihren Bankleitzahlen: zu einem Tag oder die neueste.',
    },
    inputs: [
      { en: 'IBAN', de: 'IBAN' },
      { en: 'day', de: 'Tag' },
    ],
    fields: {
      ...datedLabels,
      key: { en: 'Field with the bank code', de: 'Feld mit der Bankleitzahl' },
      field: { en: 'Field with the BIC', de: 'Feld mit der BIC' },
    },
  },
  examples: [
    {
      takes: ['DE89 3704 0044 0532 0130 00'],
      options,
      found: { bank_code: '37040044', from: '2026-09-07', bic: 'COBADEFFXXX' },
      gives: 'COBADEFFXXX',
    },
    { takes: ['DE89370400440532013000'], options, refuses: 'No BIC is known for the bank code 37040044.' },
    { takes: ['DE89370400440532013000'], options: { ...options, on_missing: 'empty' }, gives: null },
    { takes: ['DE1'], options, refuses: '“DE1” is not a valid IBAN.' },
  ],
})
