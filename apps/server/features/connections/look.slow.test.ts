import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redisBody } from '@weft/catalogue/connectors/redis/redis.server.ts'
import { redisServer, settingsOf } from '@weft/catalogue/connectors/redis/testing/counterpart.ts'
import { lookAtMessages } from '@weft/engine/connectors/look.server.ts'
import { localReach } from '@weft/kit/testing/reach.ts'

const server = await redisServer()
const skip = typeof server === 'string' ? server : false

test(
  'messages that are kept are looked at, the oldest first and people masked, and are all still there',
  { skip },
  async () => {
    if (typeof server === 'string') return
    const session = await redisBody.messages!(settingsOf(server.port), localReach)
    try {
      const bodies = [
        `{"order":"HH-1","email":"jane@hanse.example"}`,
        'plain text',
        ...Array(20).fill('{"order":"HH-2"}'),
      ]
      await session.send!(
        'orders',
        bodies.map((body, i) => ({ key: `k${i}`, body: Buffer.from(body) })),
      )
      const seen = await lookAtMessages(session, { of: 'place', place: 'orders' }, 10)
      assert.deepEqual(
        seen.slice(0, 3).map(({ key, order, email, body }) => ({ key, order, email, body })),
        [
          { key: 'k0', order: 'HH-1', email: 'j•••••@•••.example', body: undefined },
          { key: 'k1', order: undefined, email: undefined, body: 'plain text' },
          { key: 'k2', order: 'HH-2', email: undefined, body: undefined },
        ],
      )
      assert.equal(seen.length, 10)
      assert.deepEqual(await session.topics(), [{ name: 'orders', kind: 'stream', messages: 22 }])
      await assert.rejects(lookAtMessages(session, { of: 'place', place: 'gone' }, 10), /no gone/)
      await assert.rejects(
        lookAtMessages({ ...session, keeps: undefined } as never, { of: 'place', place: 'orders' }, 10),
        {
          code: 'CANNOT_LOOK',
        },
      )
    } finally {
      await session.close()
    }
  },
)
