import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Conflict } from '../errors/errors.ts'
import { defineMessages, say } from '../messages/messages.ts'
import { byStoredId } from './by-stored-id.ts'

const texts = defineMessages({ held: { en: 'Held by others.', de: 'Von anderen gehalten.' } })

test('ids are dealt with together; only those that others refer to, and records without an id, are rejected', async () => {
  const gone: string[] = []
  const outcome = await byStoredId(
    [{ _id: 1 }, { _id: 'x' }, { _id: 2 }, { _id: '3' }, { _id: 4 }],
    '_id',
    async (ids) => {
      if (ids.includes('3')) throw new Conflict('STILL_REFERRED_TO', texts.held())
      gone.push(...ids)
    },
  )
  assert.deepEqual(gone, ['1', '2', '4'])
  assert.deepEqual(outcome.exits, { out: [{ _id: 1 }, { _id: 2 }, { _id: 4 }] })
  assert.deepEqual(
    outcome.rejected?.map(({ record, field, value, reason }) => [record['_id'], field, value, say(reason, 'de')]),
    [
      ['x', '_id', undefined, 'Der Datensatz trägt keine Kennung eines gespeicherten Datensatzes.'],
      ['3', '_id', '3', 'Von anderen gehalten.'],
    ],
  )
})

test('any other refusal is the whole step’s', async () => {
  const refused = async () => {
    throw new Conflict('SUPERSEDED', texts.held())
  }
  await assert.rejects(byStoredId([{ _id: 1 }, { _id: 2 }], '_id', refused), { code: 'SUPERSEDED' })
})
