import { defineElement } from '@weft/kit/define/element.ts'
import { each, inBatches } from '@weft/kit/spill/batches.ts'
import { z } from 'zod'
import { pause } from './pause.ts'

const spans = { second: 1_000, minute: 60_000, hour: 3_600_000 }
/** Who would wait longer than this lets the job go meanwhile. */
const longestPause = 5_000

export const rateLimit = defineElement({
  key: 'rate_limit',
  group: 'flow',
  kind: 'control',
  icon: 'IconGauge',
  settings: z.strictObject({
    name: z.string().trim().min(1).max(200),
    most: z.int().min(1).max(1_000_000).default(60),
    per: z.enum(['second', 'minute', 'hour']).default('minute'),
  }),
  inputs: ['in'],
  exits: ['out'],
  in_test_run: 'held_back',
  passes: true,
  labels: {
    title: { en: 'Rate limit', de: 'Durchsatz begrenzen' },
    help: {
      en: 'Lets through so many records in a span of time, over all runs of the project that use the same name. A job that has to wait long needs no worker meanwhile.',
      de: 'Lässt in einer Zeitspanne so viele Datensätze durch, über alle Läufe des Projekts hinweg, die denselben Namen verwenden. Ein Job, der lange warten muss, braucht währenddessen keinen Worker.',
    },
    fields: {
      name: {
        label: { en: 'Name', de: 'Name' },
        help: {
          en: 'Of what is to be spared, such as the system behind it. Steps with the same name share the limit.',
          de: 'Wofür die Grenze gilt, etwa das System dahinter. Schritte mit demselben Namen teilen sie sich.',
        },
      },
      most: { en: 'Records at most', de: 'Höchstens so viele Datensätze' },
      per: {
        label: { en: 'In each', de: 'Je' },
        options: {
          second: { en: 'Second', de: 'Sekunde' },
          minute: { en: 'Minute', de: 'Minute' },
          hour: { en: 'Hour', de: 'Stunde' },
        },
      },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: {
    async enter(step, input, _memo, sent = 0) {
      const { name, most, per } = step.settings
      const size = Math.max(1, Math.min(1_000, Math.floor(most / 10)))
      return {
        emit: (async function* () {
          let number = -1
          for await (const records of inBatches(each(input()), size)) {
            step.signal.throwIfAborted()
            number += 1
            while (number >= sent) {
              const wait = await step.context.rates.claim({ name, count: records.length, most, per_ms: spans[per] })
              if (wait === 0) break
              if (wait > longestPause) yield { wait: { until: new Date(Date.now() + wait) } }
              else await pause(wait, step.signal)
            }
            yield { exit: 'out', records }
          }
        })(),
      }
    },
  },
})
