import { defineElement } from '@weft/kit/define/element.ts'
import { template } from '@weft/kit/define/template.ts'
import { texter } from '@weft/kit/define/values.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { firstRecord } from '@weft/kit/spill/batches.ts'
import { z } from 'zod'

export const raiseError = defineElement({
  key: 'raise_error',
  group: 'flow',
  kind: 'control',
  icon: 'IconAlertOctagon',
  settings: z.strictObject({ message: template.min(1).max(2_000).meta({ readable: true }) }),
  inputs: ['in'],
  exits: [],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Raise error', de: 'Fehler auslösen' },
    help: {
      en: 'Ends the job with an error as soon as a record arrives.',
      de: 'Beendet den Job mit einem Fehler, sobald ein Datensatz ankommt.',
    },
    fields: {
      message: {
        label: { en: 'Message', de: 'Meldung' },
        help: {
          en: '{{ … }} takes values from the first record.',
          de: '{{ … }} nimmt Werte aus dem ersten Datensatz.',
        },
      },
    },
  },
  body: {
    async enter(step, input) {
      const first = await firstRecord(input)
      return first ? { fail: quotedTexts(texter(step, step.settings.message)(first)) } : { emit: nothing() }
    },
  },
})

async function* nothing() {}
