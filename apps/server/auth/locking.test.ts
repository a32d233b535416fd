import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { generateSync } from 'otplib'
import { securitySettings, type SecuritySettings } from '@weft/catalogue/resources/setting/security.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'
import { aServer, password, signedIn } from '../testing.ts'

const server = await aServer()
const { app, context } = server
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const password_hash = await hashPassword(password)
const demand = (changes: Partial<SecuritySettings>) => {
  const rules = { ...securitySettings.schema.parse({}), ...changes }
  context.security = async () => rules
}
context.mailWorks = async () => false

let made = 0
async function aUser() {
  const email = `user${++made}@weft.example`
  const { id } = await inScope(context.db, systemScope, (trx) =>
    trx
      .insertInto('users')
      .values({ kind: 'admin', role: 'admin', email, language: 'en', password_hash })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const home = `10.1.${made}.1`
  const post = (path: string, payload: object, { from = home, cookie = '' } = {}) =>
    app.inject({
      method: 'POST',
      url: `/api/admin/auth/${path}`,
      payload,
      remoteAddress: from,
      headers: { 'accept-language': 'en', ...(cookie && { cookie }) },
    })
  const login = async (secret = password, where: { from?: string; cookie?: string } = {}) => {
    const answer = await post('login', { email, password: secret }, where)
    const cookie = [answer.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';')[0])
      .join('; ')
    return {
      status: answer.statusCode,
      cookie,
      setCookie: [answer.headers['set-cookie'] ?? []].flat(),
      ...(answer.json() as { code?: string; message?: string; meta?: any }),
    }
  }
  return { id, email, post, login }
}
type User = Awaited<ReturnType<typeof aUser>>
/** A stranger who guesses from ever other addresses until the account is locked. */
async function attack({ login }: User, times: number) {
  for (let i = 0; i < times; i++) {
    await inScope(context.db, systemScope, (trx) =>
      trx.updateTable('sign_in_tries').set({ throttled_until: null }).execute(),
    ) // they have all the time in the world
    await login(`guess ${i}`, { from: `203.0.113.${i}` })
  }
}
const lockedAt = async ({ id }: User) =>
  (
    await inScope(context.db, systemScope, (trx) =>
      trx.selectFrom('users').select('locked_at').where('id', '=', id).executeTakeFirstOrThrow(),
    )
  ).locked_at

test('a locked account is open on the devices it knows, and closed on all others', async () => {
  demand({})
  const user = await aUser()
  const { cookie, setCookie } = await user.login()
  assert.match(
    setCookie[0]!,
    /^weft_known_[0-9a-f]{12}=[\w-]{22}\.\d{10}\.[\w-]{43}; Path=\/api; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
  )
  await attack(user, 10)
  assert.ok(await lockedAt(user))
  await inScope(context.db, systemScope, (trx) =>
    trx.updateTable('sign_in_tries').set({ throttled_until: null }).execute(),
  )
  const stranger = await user.login(password, { from: '203.0.113.99' })
  assert.deepEqual(
    [stranger.status, stranger.code, stranger.message],
    [423, 'AUTH_LOCKED', 'Your account is locked. Please contact the provider.'],
  )
  const unknownAtHome = await user.login()
  assert.equal(unknownAtHome.code, 'AUTH_LOCKED', 'the address is no proof')
  assert.equal((await user.login(password, { cookie })).status, 200)
  assert.equal((await user.login(password, { cookie, from: '198.51.100.7' })).status, 200, 'also on the way')
  assert.ok(await lockedAt(user), 'it stays locked for strangers')
  assert.equal(
    (await user.login('wrong', { from: '203.0.113.98' })).code,
    'AUTH_INVALID',
    'who does not know the password is not told',
  )
})

test('strangers who guess make nobody wait on a known device', async () => {
  demand({ tries: 3 })
  const user = await aUser()
  const { cookie } = await user.login()
  for (let i = 0; i < 3; i++) await user.login('guess', { from: `203.0.113.${i}` })
  assert.equal((await user.login()).code, 'AUTH_THROTTLED')
  assert.equal((await user.login(password, { cookie })).status, 200)
  for (let i = 0; i < 3; i++) await user.login('guess', { from: `203.0.113.${i}` })
  assert.equal((await user.login('guess', { cookie })).code, 'AUTH_INVALID', 'it counts for itself')
})

test('a known device has no more tries than anybody, and is known no longer when it uses them up', async () => {
  demand({ tries: 20, attempts_before_lock: 5 })
  const user = await aUser()
  const { cookie } = await user.login()
  for (let i = 0; i < 4; i++) assert.equal((await user.login(`wrong ${i}`, { cookie })).code, 'AUTH_INVALID')
  assert.equal(await lockedAt(user), null)
  assert.equal((await user.login(password, { cookie })).status, 200, 'a right one begins the count anew')
  for (let i = 0; i < 5; i++) await user.login(`wrong ${i}`, { cookie })
  assert.equal(await lockedAt(user), null, 'that was no stranger')
  for (let i = 0; i < 5; i++) await user.login(`wrong ${i}`, { cookie })
  assert.ok(await lockedAt(user), 'from then on it is one')
  assert.equal((await user.login(password, { cookie })).code, 'AUTH_LOCKED')
})

test('no cookie that was made up, changed, or given to somebody else makes a device known', async () => {
  demand({ tries: 20, attempts_before_lock: 5 })
  const [user, other] = [await aUser(), await aUser()]
  const { cookie } = await user.login()
  const [name, value] = cookie.split('=') as [string, string]
  const theirs = (await other.login()).cookie.split('=')[1]!
  await attack(user, 5)
  await inScope(context.db, systemScope, (trx) => trx.deleteFrom('sign_in_tries').execute())
  const [nonce, at, signature] = value.split('.') as [string, string, string]
  const forged = fc.oneof(
    fc.constantFrom(
      '',
      theirs,
      `${nonce}.${Number(at) + 1}.${signature}`,
      `${nonce}.${at}.`,
      `${nonce}.${at}.${'A'.repeat(43)}`,
      value.toUpperCase(),
      `${value}x`,
      `${nonce}.${at}.${signature.slice(0, -1)}`,
    ),
    fc
      .tuple(fc.nat(value.length - 1), fc.constantFrom('A', 'b', '7', '-', '_'))
      .map(([place, letter]) => value.slice(0, place) + letter + value.slice(place + 1))
      .filter((one) => one !== value),
  )
  let calls = 0
  await fc.assert(
    fc.asyncProperty(forged, async (one) => {
      // The last letter of a base64 text has two bits that mean nothing; the text is compared all the same.
      assert.equal(
        (await user.login(password, { cookie: `${name}=${one}`, from: `198.51.100.${++calls}` })).code,
        'AUTH_LOCKED',
        one,
      )
    }),
    { numRuns: 40 },
  )
  assert.equal((await user.login(password, { cookie })).status, 200, 'the true one does')
})

test('a cookie ends with the password it was given for', async () => {
  demand({ tries: 20, attempts_before_lock: 5 })
  const user = await aUser()
  const { cookie } = await user.login()
  await inScope(context.db, systemScope, async (trx) =>
    trx
      .updateTable('users')
      .set({ password_hash: await hashPassword('Another-Pebble-7') })
      .where('id', '=', user.id)
      .execute(),
  )
  await attack(user, 5)
  assert.equal((await user.login('Another-Pebble-7', { cookie })).code, 'AUTH_LOCKED')
})

test('a second factor is a way back from everywhere, and ends the lock', async () => {
  demand({ tries: 20, attempts_before_lock: 5 })
  const user = await aUser()
  const headers = { authorization: `Bearer ${(await user.login()).meta.token}` }
  const me = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/admin/auth/me/${path}`, headers, payload })
  const { secret } = (await me('authenticator', { current_password: password })).json().data
  assert.equal((await me('authenticator/confirm', { code: generateSync({ secret }) })).statusCode, 200)
  await attack(user, 5)
  assert.ok(await lockedAt(user))
  const asked = await user.login()
  assert.deepEqual([asked.status, asked.code, asked.meta.method], [401, 'AUTH_2FA_REQUIRED', 'totp'])
  assert.equal((await user.post('two_factor', { challenge: asked.meta.challenge, code: '000000' })).statusCode, 422)
  assert.ok(await lockedAt(user))
  const done = await user.post('two_factor', {
    challenge: asked.meta.challenge,
    code: generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }),
  })
  assert.equal(done.statusCode, 200, done.body)
  assert.equal(await lockedAt(user), null)
})

test('an address that fails for many accounts has to wait for all of them, of IPv6 the whole network; others need not', async () => {
  demand({ tries: 3 })
  const users = [await aUser(), await aUser()]
  const { cookie } = await users[0]!.login()
  const guess = (i: number) =>
    app.inject({
      method: 'POST',
      url: '/api/admin/auth/login',
      payload: { email: `nobody${i}@weft.example`, password },
      remoteAddress: `2001:db8:7:7::${(i + 1).toString(16)}`,
    })
  for (let i = 0; i < 12; i++) assert.equal((await guess(i)).json().code, 'AUTH_INVALID')
  assert.equal((await guess(12)).json().code, 'AUTH_THROTTLED')
  assert.equal((await users[1]!.login(password, { from: '2001:db8:7:7:ffff::1' })).code, 'AUTH_THROTTLED')
  assert.equal(
    (await users[0]!.login(password, { from: '2001:db8:7:7:ffff::1', cookie })).status,
    200,
    'on a device that is known',
  )
  assert.equal((await users[1]!.login(password, { from: '2001:db8:7:8::1' })).status, 200, 'next door')
})

test('an administrator unlocks a user from the list as before', async () => {
  demand({ tries: 20, attempts_before_lock: 5 })
  const user = await aUser()
  await attack(user, 5)
  assert.equal(
    (await app.inject({ method: 'POST', url: `/api/admin/users/${user.id}/unlock`, headers: admin })).statusCode,
    204,
  )
  assert.equal((await user.login()).status, 200)
})
