import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { openPipeline } from './pipeline.server.ts'
import type { PlannedStep, Segment } from '../workflow-model/plan.ts'
import type { Running } from './running.server.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const planned = (id: string, kind: 'transform' | 'sink', open: () => unknown) =>
  ({
    id,
    step: { id, on_error: 'stop', retries: 0 },
    element: { kind },
    settings: {},
    body: { open },
    exits: ['out'],
    passes: false,
  }) as unknown as PlannedStep

const run = {
  job: {},
  progress: { log: () => () => {} },
  spools: {},
  samples: { take: () => {} },
  signal: new AbortController().signal,
} as unknown as Running

test('what a batch was made from is let go while the batch waits to be committed', async () => {
  let commit!: () => void
  const committed = new Promise<void>((resolve) => (commit = resolve))
  const landed: DataRecord[] = []
  const segment = {
    id: 's',
    chain: [
      planned('map', 'transform', () => ({
        batch: (records: DataRecord[]) => ({ exits: { out: records.map(({ n }) => ({ double: Number(n) * 2 })) } }),
      })),
      planned('store', 'sink', () => ({
        async write(records: DataRecord[]) {
          await committed
          landed.push(...records)
          return { exits: {} }
        },
      })),
    ],
    wires: { 'read.out': ['map'], 'map.out': ['store'] },
    spooled: new Set<string>(),
  } as unknown as Segment
  const pipeline = openPipeline(run, segment)

  const { flight, source } = ((records: DataRecord[]) => ({
    source: new WeakRef(records),
    flight: pipeline.send({ step: 'read', exits: { out: records } }, 0),
  }))([{ n: 1 }, { n: 2 }])
  for (let i = 0; i < 100 && source.deref(); i++) {
    await new Promise(setImmediate)
    collect()
  }
  assert.equal(source.deref(), undefined)
  assert.deepEqual(landed, [])
  commit()
  await flight.done
  assert.deepEqual(landed, [{ double: 2 }, { double: 4 }])
})
