import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { createApp } from './app.server.ts'

const app = await createApp({ version: '1.2.3' })
after(() => app.close())
for (let i = 0; i < 200; i++)
  app.post(
    `/api/things/${i}`,
    { schema: { body: z.strictObject({ title: z.string(), parts: z.array(z.string()) }) } },
    () => ({}),
  )
app.get('/api/hello', () => ({ said: 'hello' }))
const ask = (url: string) => app.inject({ url })

test('while the reference is made, the calls of others are answered', async () => {
  const order: string[] = []
  const heard = (name: string) => (answer: { statusCode: number }) => {
    order.push(`${name} ${answer.statusCode}`)
  }
  const reference = ask('/api/docs/json').then(heard('reference'))
  for (let i = 0; i < 3; i++) await ask('/api/hello').then(heard('hello'))
  await reference
  assert.deepEqual(order, ['hello 200', 'hello 200', 'hello 200', 'reference 200'])
})

test('it says of every route what it takes, as JSON and as YAML, and the same to whoever asks again', async () => {
  const json = await ask('/api/docs/json')
  assert.equal(json.headers['content-type'], 'application/json; charset=utf-8')
  const { info, paths } = json.json() as { info: { version: string }; paths: Record<string, { post?: object }> }
  assert.equal(info.version, '1.2.3')
  assert.equal(Object.keys(paths).length, 201)
  assert.deepEqual(paths['/api/things/199']!.post, {
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { title: { type: 'string' }, parts: { type: 'array', items: { type: 'string' } } },
            required: ['title', 'parts'],
            additionalProperties: false,
          },
        },
      },
    },
    responses: { '200': { description: 'Default Response' } },
  })
  assert.equal((await ask('/api/docs/json')).body, json.body)
  const yaml = await ask('/api/docs/yaml')
  assert.equal(yaml.headers['content-type'], 'application/x-yaml')
  assert.match(yaml.body, /\n {2}\/api\/things\/199:\n {4}post:\n/)
})
