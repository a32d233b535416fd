// In a process of its own: it sets a token, and counts what the process has done.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aServer } from './testing.ts'

process.env['WEFT_METRICS_TOKEN'] = 'a-token-of-the-tests'
const { app } = await aServer()
const asked = async (remoteAddress: string, headers: Record<string, string> = {}) =>
  (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode

test('the figures of the process are for this machine, and for whoever has the token', async () => {
  const figures = await app.inject({ url: '/metrics' })
  assert.equal(figures.statusCode, 200)
  assert.ok(figures.body.includes('# TYPE weft_http_seconds histogram'))
  assert.equal(await asked('203.0.113.7', { authorization: 'Bearer a-token-of-the-tests' }), 200)
})

test('anybody else finds no figures there', async () => {
  assert.deepEqual(
    [
      await asked('203.0.113.7'),
      await asked('203.0.113.7', { authorization: 'Bearer another-token-altogether' }),
      await asked('203.0.113.7', { authorization: 'Bearer ' }),
    ],
    [404, 404, 404],
  )
  assert.equal(await asked('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }), 404, 'past a proxy at this machine')
  assert.equal(await asked('::ffff:127.0.0.1'), 200, 'loopback as an IPv6 socket writes it')
})
