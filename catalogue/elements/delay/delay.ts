import { toTimestamp } from '@weft/kit/define/compare.ts'
import { duration, durationOf } from '@weft/kit/define/duration.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { template } from '@weft/kit/define/template.ts'
import { texter } from '@weft/kit/define/values.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { firstRecord } from '@weft/kit/spill/batches.ts'
import { z } from 'zod'

const texts = defineMessages({
  none: { en: 'Say how long to wait, or until when.', de: 'Geben Sie an, wie lange oder bis wann gewartet wird.' },
  moment: { en: '"{value}" is no date with time.', de: '„{value}“ ist kein Datum mit Uhrzeit.' },
})

export const delay = defineElement({
  key: 'delay',
  group: 'flow',
  kind: 'control',
  icon: 'IconClockPause',
  settings: z
    .strictObject({ for: duration.optional(), until: template.default('') })
    .refine((settings) => settings.for !== undefined || settings.until !== '', {
      path: ['for'],
      error: say(texts.none(), 'en'),
      params: { say: texts.none() },
    }),
  inputs: ['in'],
  exits: ['out'],
  in_test_run: 'held_back',
  passes: true,
  labels: {
    title: { en: 'Delay', de: 'Warten' },
    help: {
      en: 'Lets the job rest and sends the records on afterwards. A waiting job needs no worker and survives restarts.',
      de: 'Lässt den Job ruhen und schickt die Datensätze danach weiter. Ein wartender Job braucht keinen Worker und übersteht Neustarts.',
    },
    fields: {
      for: { label: { en: 'Wait for', de: 'Dauer' }, help: { en: 'Such as 2d 5h 30m.', de: 'Etwa 2d 5h 30m.' } },
      until: {
        label: { en: 'Wait until', de: 'Warten bis' },
        help: {
          en: 'A date with time, also from the first record: {{ due }}. Counts before the duration.',
          de: 'Ein Datum mit Uhrzeit, auch aus dem ersten Datensatz: {{ due }}. Geht der Dauer vor.',
        },
      },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: {
    async enter(step, input, memo) {
      if (memo !== undefined) return { through: 'out' }
      const first = await firstRecord(input)
      if (!first) return { through: 'out' }
      const { until } = step.settings
      if (until === '') {
        const time = new Date(Date.now() + durationOf(step.settings.for!)!)
        return { wait: { until: time }, memo: { until: time.toISOString() } }
      }
      const value = texter(step, until)(first)
      const moment = toTimestamp(value)
      if (moment === undefined) return { fail: texts.moment({ value }) }
      return moment <= Date.now()
        ? { through: 'out' }
        : { wait: { until: new Date(moment) }, memo: { until: new Date(moment).toISOString() } }
    },
  },
})
