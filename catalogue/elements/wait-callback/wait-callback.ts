import { duration, durationOf } from '@weft/kit/define/duration.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { firstRecord } from '@weft/kit/spill/batches.ts'
import { z } from 'zod'

/** What the step was told: by whoever called its address, or by its own clock. */
type Told = { called: DataRecord } | { timeout: true }

export const waitCallback = defineElement({
  key: 'wait_callback',
  group: 'flow',
  kind: 'control',
  icon: 'IconPhoneIncoming',
  settings: z.strictObject({
    timeout: duration.default('1d'),
    into: z.string().trim().min(1).max(63).default('callback'),
  }),
  inputs: ['in'],
  exits: ['called', 'timeout'],
  callback: true,
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Wait for a call', de: 'Auf Rückruf warten' },
    help: {
      en: 'Waits without a worker until somebody calls this step’s address with POST, once and for this run alone. An earlier step sends it out, such as a mail or a request: {{ job.callback.STEP }} with the id of this step.',
      de: 'Wartet ohne Worker, bis jemand die Adresse dieses Schritts mit POST aufruft, einmal und nur für diesen Lauf. Ein früherer Schritt verschickt sie, etwa eine E-Mail oder Anfrage: {{ job.callback.SCHRITT }} mit der Kennung dieses Schritts.',
    },
    fields: {
      timeout: {
        label: { en: 'Wait at most', de: 'Höchstens warten' },
        help: {
          en: 'Such as 2d 5h 30m. Afterwards the records leave by Nobody called.',
          de: 'Etwa 2d 5h 30m. Danach gehen die Datensätze über Niemand hat angerufen hinaus.',
        },
      },
      into: {
        label: { en: 'Field for the call', de: 'Feld für den Aufruf' },
        help: {
          en: 'Each record carries the body of the call in it.',
          de: 'Darin trägt jeder Datensatz den Inhalt des Aufrufs.',
        },
      },
    },
    exits: { called: { en: 'Called', de: 'Angerufen' }, timeout: { en: 'Nobody called', de: 'Niemand hat angerufen' } },
  },
  body: {
    async enter(step, input, memo) {
      const { timeout, into } = step.settings
      if (!(await firstRecord(input))) return { through: 'called' }
      const { signals } = step.context
      let told = (await signals.get(step.id)) as Told | undefined
      if (!told) {
        const until = new Date((memo as { until: string } | undefined)?.until ?? Date.now() + durationOf(timeout)!)
        if (until.getTime() > Date.now()) return { wait: { until, signal: true }, memo: { until: until.toISOString() } }
        told = (await signals.settle(step.id, { timeout: true })) as Told
      }
      return 'timeout' in told ? { through: 'timeout' } : { emit: withCall(input(), into, told.called) }
    },
  },
})

async function* withCall(batches: AsyncIterable<DataRecord[]>, into: string, call: DataRecord) {
  for await (const records of batches)
    yield { exit: 'called', records: records.map((record) => ({ ...record, [into]: call })) }
}
