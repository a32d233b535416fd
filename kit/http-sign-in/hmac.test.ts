import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { hmacHeaders } from './hmac.server.ts'
import { oauthOf, signInIsComplete, signInSettings } from './sign-in-settings.ts'

const schema = z.strictObject(signInSettings).check(signInIsComplete)
const settings = (given: object) => schema.parse({ auth: 'hmac', name: 'X-Signature', secret: 'topsecret', ...given })

// What is expected was written by `openssl dgst -hmac`.
test('a request is signed over its method, path, body and point in time', () => {
  const request = { method: 'POST', url: 'https://shop.example/v1/orders?page=1', body: '{"id":7}' }
  assert.deepEqual(hmacHeaders(settings({ hmac_time_header: 'X-Time' }), request, new Date('2026-11-23T10:00:00Z')), {
    'X-Signature': 'bd7726169a295207ec4f3a745d59d2b9602e191f69d83acd2cd890d97d26989a',
    'X-Time': '1795428000',
  })
  const other = settings({
    hmac_algorithm: 'sha512',
    hmac_encoding: 'base64',
    hmac_template: '{method}\n{host}\n{query}\n{timestamp}\n{body_sha256}',
    hmac_value: 'HMAC key7:{signature}',
    hmac_time: 'iso',
  })
  const asked = { method: 'GET', url: 'https://shop.example/v1/orders?a=1&b=%C3%BC' }
  assert.deepEqual(hmacHeaders(other, asked, new Date('2026-11-23T10:00:00Z')), {
    'X-Signature': 'HMAC key7:Z/GxMib8KleNSxJpwoMHwntisoXGTue8bHLB0t7yLPz0JWJ4ybZ51+TiIxPL7m6eOuVZd2ShQT1cm+NrI1qWUw==',
  })
})

test('what a sign-in cannot do without is missed at its field', () => {
  const wrong = (given: object) => schema.safeParse(given).error?.issues.map(({ path }) => path.join('.'))
  assert.deepEqual(wrong({ auth: 'basic' }), ['name'])
  assert.deepEqual(wrong({ auth: 'oauth2_code', client_id: 'weft' }), ['authorize_url', 'token_url'])
  assert.deepEqual(wrong({ auth: 'oauth2_client', token_url: 'file:///etc/passwd', client_id: 'x' }), ['token_url'])
  assert.equal(oauthOf({ auth: 'bearer' }), undefined)
  assert.equal(oauthOf({ host: 'db', auth: 'password' }), undefined)
})
