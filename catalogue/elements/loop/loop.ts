import { defineElement } from '@weft/kit/define/element.ts'
import { each, inBatches } from '@weft/kit/spill/batches.ts'
import { z } from 'zod'

export const loop = defineElement({
  key: 'loop',
  group: 'flow',
  kind: 'control',
  icon: 'IconRepeat',
  settings: z.strictObject({ batch_size: z.int().min(1).max(1_000).default(1) }),
  inputs: ['in'],
  exits: ['item', 'done'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Loop', de: 'Schleife' },
    help: {
      en: 'Sends the records on in small batches, and at the end one record that says how many there were.',
      de: 'Schickt die Datensätze in kleinen Stapeln weiter und am Ende einen Datensatz, der sagt, wie viele es waren.',
    },
    fields: { batch_size: { label: { en: 'Records at a time', de: 'Datensätze je Durchgang' } } },
    exits: { item: { en: 'Each time', de: 'Je Durchgang' }, done: { en: 'Done', de: 'Fertig' } },
  },
  body: {
    async enter(step, input) {
      const { batch_size } = step.settings
      return {
        emit: (async function* () {
          let [rounds, count] = [0, 0]
          for await (const records of inBatches(each(input()), batch_size)) {
            step.signal.throwIfAborted()
            rounds++
            count += records.length
            yield { exit: 'item', records }
          }
          yield { exit: 'done', records: [{ rounds, records: count }] }
        })(),
      }
    },
  },
})
