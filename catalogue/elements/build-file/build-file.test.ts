import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Readable } from 'node:stream'
import type { BarrierBody } from '@weft/kit/define/element.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { aStep, exitsFrom, input } from '@weft/kit/testing/step.ts'
import { buildFile } from './build-file.ts'
import { buildFileBody } from './build-file.server.ts'

const stored: Record<string, string> = {}
const context: Partial<StepContext> = {
  formats: {
    retry: () => ({ records: [], rejected: [] }),
    read: async function* () {},
    async write(format, _options, batches, target) {
      let records = 0
      for await (const batch of batches) {
        for (const record of batch) {
          if (record['bad']) throw new Error('cannot be written')
          if (!target.write(`${JSON.stringify(record)}\n`)) await new Promise((done) => target.once('drain', done))
        }
        records += batch.length
      }
      target.end(format)
      return { records }
    },
  },
  files: {
    async write(path: string, source: Readable) {
      const text = Buffer.concat((await source.toArray()) as Buffer[]).toString()
      stored[path] = text
      return { path, size: text.length, modified_at: '2026-11-21T10:00:00Z' }
    },
  } as unknown as StepContext['files'],
}
const build = (settings: object, records: object[], signal?: AbortSignal) =>
  exitsFrom(
    (buildFileBody as BarrierBody<unknown>).gather(
      aStep(buildFile.settings.parse(settings), context, signal ? { signal } : {}),
      { in: input(records as never[]) },
    ),
  )

test('all records go into one file whose name may hold values', async () => {
  const out = await build(
    {
      path: 'out/{{ shop }}-{{ now | date: "yyyyMMdd" }}.txt',
      format: 'jsonl',
      columns: [{ field: 'id' }, { field: 'a.b', name: 'B' }],
    },
    [
      { shop: 'x', id: 1, a: { b: 2 } },
      { shop: 'y', id: 2 },
    ],
  )
  assert.deepEqual(out, {
    out: [{ path: 'out/x-20261121.txt', size: 38, modified_at: '2026-11-21T10:00:00Z', records: 2 }],
  })
  assert.equal(stored['out/x-20261121.txt'], '{"id":1,"B":2}\n{"id":2,"B":null}\njsonl')
})

test('without records there is no file, unless an empty one is wanted', async () => {
  assert.deepEqual(await build({ path: 'none.csv' }, []), {})
  assert.equal((await build({ path: 'empty.csv', when_empty: 'file' }, [])).out![0]!['records'], 0)
})

test('a failure or a cancel leaves no file', async () => {
  await assert.rejects(build({ path: 'half.csv' }, [{ id: 1 }, { bad: true }]), /cannot be written/)
  const stop = new AbortController()
  const cancelling = {
    get id() {
      return stop.abort(new Error('cancelled'))
    },
  }
  await assert.rejects(
    build(
      { path: 'half.csv', columns: [{ field: 'id' }] },
      [{ id: 1 }, { id: 2 }, { id: 3 }, cancelling, { id: 5 }],
      stop.signal,
    ),
    /cancelled/,
  )
  assert.equal(stored['half.csv'], undefined)
})

test('a file holds the fields of the records and not what their table keeps beside them, unless that is asked for', async () => {
  const row = { _id: 7, phone: '+49 30 1', _version: 2, _job_id: null, _error: { field: 'phone' } }
  await build({ path: 'own.txt', format: 'jsonl' }, [row])
  assert.equal(stored['own.txt'], '{"phone":"+49 30 1","_error":{"field":"phone"}}\njsonl')
  await build({ path: 'asked.txt', format: 'jsonl', columns: [{ field: '_id' }, { field: 'phone' }] }, [row])
  assert.equal(stored['asked.txt'], '{"_id":7,"phone":"+49 30 1"}\njsonl')
})
