import { condition } from '@weft/kit/define/condition.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { named } from '@weft/kit/define/settings.ts'
import { tester } from '@weft/kit/define/values.ts'
import { defineMessages, quotedTexts } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  broken: { en: 'The rule for {field} does not hold.', de: 'Die Regel für {field} ist nicht erfüllt.' },
})

const rule = condition.extend({ message: named(z.string().max(300).default(''), 'Message', 'Meldung') })

export const validateRecords = defineElement({
  key: 'validate_records',
  group: 'data',
  kind: 'transform',
  icon: 'IconShieldCheck',
  settings: z.strictObject({ rules: z.array(rule).min(1).max(200) }),
  inputs: ['in'],
  exits: ['valid', 'rejected'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Validate records', de: 'Datensätze prüfen' },
    help: {
      en: 'Lets through the records that keep every rule; the others leave by Rejected with the first rule they break.',
      de: 'Lässt die Datensätze durch, die alle Regeln einhalten; die übrigen gehen mit der ersten verletzten Regel über „Abgelehnt“ weiter.',
    },
    fields: { rules: { en: 'Rules', de: 'Regeln' } },
    exits: { valid: { en: 'Valid', de: 'Gültig' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
  body: {
    open(step) {
      const rules = step.settings.rules.map((one) => ({ ...one, holds: tester(step, [one], 'all') }))
      return {
        batch(records) {
          const valid: DataRecord[] = []
          const rejected: Rejected[] = []
          for (const record of records) {
            const broken = rules.find((one) => !one.holds(record))
            if (!broken) valid.push(record)
            else
              rejected.push({
                record,
                field: broken.field,
                value: fieldOf(record, broken.field),
                reason: broken.message ? quotedTexts(broken.message) : texts.broken({ field: broken.field }),
              })
          }
          return { exits: { valid }, rejected }
        },
      }
    },
  },
  examples: [
    {
      settings: {
        rules: [
          { field: 'email', operator: 'contains', value: '@' },
          { field: 'total', operator: 'greater_or_equal', value: 0 },
        ],
      },
      takes: [
        { email: 'a@b.de', total: '0.00' },
        { email: 'nobody', total: 1 },
      ],
      gives: { valid: [{ email: 'a@b.de', total: '0.00' }], rejected: [{ email: 'nobody', total: 1 }] },
    },
  ],
})
