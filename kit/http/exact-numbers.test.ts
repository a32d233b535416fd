import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createApp } from './app.server.ts'

const app = await createApp({ version: '1' })
const routes: FastifyPluginAsyncZod = async (server) => {
  server.post(
    '/try',
    {
      schema: {
        body: z.strictObject({
          data: z.unknown().optional(),
          share: z.number().optional(),
          inner: z.array(z.object({ count: z.int() })).optional(),
        }),
      },
    },
    ({ body }) => Promise.resolve({ got: body }),
  )
}
await app.register(routes)
after(() => app.close())
const send = async (payload: string) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/try',
    headers: { 'content-type': 'application/json' },
    payload,
  })
  return answer.statusCode === 200 ? answer.json().got : answer.statusCode
}

test('data of a body keeps every digit, and a number that is asked for is the nearest there is', async () => {
  assert.deepEqual(await send('{"data":{"n":[9007199254740993,1e400,1.5]}}'), {
    data: { n: ['9007199254740993', '1e400', 1.5] },
  })
  assert.deepEqual(await send('{"share":0.10000000000000000555,"data":0.10000000000000000555}'), {
    share: 0.1,
    data: '0.10000000000000000555',
  })
  assert.deepEqual(await send('{"inner":[{"count":3.00000000000000000001}]}'), { inner: [{ count: 3 }] })
  assert.deepEqual(
    [
      await send('{"share":"0.1"}'),
      await send('{"share":1,}'),
      await send('{"__proto__":{"a":1},"data":9007199254740993}'),
    ],
    [422, 400, 400],
  )
})
