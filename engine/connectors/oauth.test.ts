import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { signInSettings } from '@weft/kit/http-sign-in/sign-in-settings.ts'
import fc from 'fast-check'
import { z } from 'zod'
import { clientTokens } from './oauth.server.ts'

const settings = z.object(signInSettings).parse({
  auth: 'oauth2_client',
  token_url: 'https://login.example/token',
  client_id: 'weft',
  client_secret: 'secret',
})
const answering = (status: number, body: string | Uint8Array, headers = { 'content-type': 'application/json' }) =>
  clientTokens({ settings, http: async () => ({ status, headers, body: Buffer.from(body) }), now: 1_000 })
const told = (work: Promise<unknown>) => work.catch((error: WeftError) => `${error.code}: ${error.message}`)

test('what a provider answers becomes a token or a sentence', async () => {
  assert.deepEqual(await answering(200, '{"access_token":"a","token_type":"Bearer","expires_in":60}'), {
    access_token: 'a',
    expires_at: 61_000,
  })
  assert.equal(
    await told(answering(400, '{"error":"invalid_scope","error_description":"no orders"}')),
    'CONNECTION_DENIED: login.example refuses the sign-in: no orders (invalid_scope)',
  )
  assert.equal(await told(answering(401, '<html>')), 'CONNECTION_DENIED: login.example refuses the sign-in: HTTP 401')
  assert.equal(
    await told(answering(503, '')),
    'SIGN_IN_FAILED: login.example gave no token but something that cannot be used: HTTP 503',
  )
  for (const body of ['', '{"access_tok', '{}', '[]', '{"access_token":1,"token_type":"bearer"}'])
    assert.match(String(await told(answering(200, body))), /^SIGN_IN_FAILED: login\.example gave no token/)
})

test('random and cut answers never end in anything but a sentence', async () => {
  const whole = Buffer.from('{"access_token":"a","token_type":"Bearer","refresh_token":"r","expires_in":60}')
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.nat(whole.length - 1).map((end) => whole.subarray(0, end)),
    fc.json().map((text) => Buffer.from(text)),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(200, 204, 302, 400, 401, 403, 500), body, async (status, bytes) => {
      await answering(status, bytes).then(
        (tokens) => assert.equal(typeof tokens.access_token, 'string'),
        (error: unknown) => assert.ok(error instanceof WeftError, String(error)),
      )
    }),
    { numRuns: 300 },
  )
})
