import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { generateSync } from 'otplib'
import { securitySettings, type SecuritySettings } from '@weft/catalogue/resources/setting/security.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'
import { sql } from 'kysely'
import { aServer, password, signedIn } from '../testing.ts'

const mailbox = await aMailbox()

const server = await aServer()
const { app, context } = server
const tenant = await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('tenants')
    .values({ name: 'Hanse', workspace: 'hanse.example', api_token: 'tenant-token', active: true, status: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const admin = await signedIn(server, { email: 'ada@weft.example', role: 'admin' })
const password_hash = await hashPassword(password)
const transport = { ...mailbox.settings, url: 'https://weft.example.test' }
await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('settings')
    .values({ key: 'email', value: JSON.stringify(transport) })
    .execute(),
)

// Each test says for itself what is demanded; the five seconds of the settings' cache are none of its business.
let rules: SecuritySettings
const demand = (changes: Partial<SecuritySettings>, mail = false) => {
  rules = { ...securitySettings.schema.parse({}), ...changes }
  context.security = async () => rules
  context.mailWorks = async () => mail
}
demand({})

let nobody = 0
/**
 * A user of the tenant, and calls of theirs from an address of their own, so that the limit of calls per address does
 * not mix tests.
 */
async function aUser(more: object = {}) {
  const n = ++nobody
  const email = `user${n}@hanse.example`
  const { id } = await inScope(context.db, systemScope, (trx) =>
    trx
      .insertInto('users')
      .values({
        kind: 'client',
        tenant_id: tenant.id,
        role: 'viewer',
        email,
        first_name: 'Kim',
        last_name: 'Kern',
        language: 'en',
        password_hash,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const from = (remoteAddress = `10.1.0.${n}`, cookie?: string) => ({
    post: (path: string, payload: object, headers = {}) =>
      app.inject({
        method: 'POST',
        url: `/api/app/auth/${path}`,
        payload,
        remoteAddress,
        headers: { 'accept-language': 'en', ...(cookie && { cookie }), ...headers },
      }),
    login: (secret = password) =>
      app.inject({
        method: 'POST',
        url: '/api/app/auth/login',
        payload: { email, password: secret },
        remoteAddress,
        headers: { 'accept-language': 'en', ...(cookie && { cookie }) },
      }),
  })
  return { id, email, from, ...from() }
}
const answered = (answer: { statusCode: number; json(): { code?: string; message?: string } }) => [
  answer.statusCode,
  answer.json().code ?? 'in',
]
const change = (id: string, set: object) =>
  inScope(context.db, systemScope, (trx) => trx.updateTable('users').set(set).where('id', '=', id).execute())

test('so many wrong passwords keep an address waiting, twice as long each time, whether anybody has it or not', async () => {
  demand({ tries: 3, throttle_minutes: 5 })
  const user = await aUser()
  const ghost = (remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: '/api/app/auth/login',
      payload: { email: 'nobody@hanse.example', password },
      remoteAddress,
      headers: { 'accept-language': 'en' },
    })
  for (const call of [() => user.login('wrong'), () => ghost('10.2.0.1')]) {
    for (let i = 0; i < 3; i++) assert.deepEqual(answered(await call()), [422, 'AUTH_INVALID'])
    const waiting = await call()
    assert.deepEqual(
      [...answered(waiting), waiting.json().message],
      [429, 'AUTH_THROTTLED', 'Too many login attempts. Please wait 5 minutes and try again.'],
    )
    assert.ok(Number(waiting.headers['retry-after']) > 290)
  }
  assert.deepEqual(answered(await user.login()), [429, 'AUTH_THROTTLED'], 'not even the right password')
  const later = () =>
    inScope(context.db, systemScope, (trx) =>
      trx
        .updateTable('sign_in_tries')
        .set({ throttled_until: sql`now()` })
        .execute(),
    )
  for (const minutes of [10, 20]) {
    await later()
    for (let i = 0; i < 3; i++) await user.from(`10.1.9.${minutes}`).login('wrong')
    assert.equal(
      (await user.login()).json().message,
      `Too many login attempts. Please wait ${minutes} minutes and try again.`,
    )
  }
  await later()
  assert.deepEqual(answered(await user.login()), [200, 'in'])
})

test('the account is locked after so many failures in a row, which only the right password is told, and an administrator unlocks it', async () => {
  demand({ tries: 20, attempts_before_lock: 5 })
  const user = await aUser()
  for (let i = 0; i < 5; i++) await user.login('wrong')
  assert.deepEqual(answered(await user.login('wrong')), [422, 'AUTH_INVALID'])
  const locked = await user.login()
  assert.deepEqual(
    [...answered(locked), locked.json().message],
    [423, 'AUTH_LOCKED', 'Your account is locked. Please contact the provider.'],
  )
  const state = async () => (await app.inject({ url: `/api/admin/users/${user.id}`, headers: admin })).json().data.state
  assert.equal(await state(), 'locked')
  assert.equal(
    (await app.inject({ method: 'POST', url: `/api/admin/users/${user.id}/unlock`, headers: admin })).statusCode,
    204,
  )
  assert.equal(await state(), 'active')
  assert.deepEqual(answered(await user.login()), [200, 'in'])
})

test('a completed sign-in forgets the failures before it', async () => {
  demand({ tries: 3 })
  const user = await aUser()
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 2; i++) await user.login('wrong')
    assert.deepEqual(answered(await user.login()), [200, 'in'])
  }
})

test('guesses at the same time get no more tries than one after another', async () => {
  demand({ tries: 3 })
  const user = await aUser()
  const wrong = await Promise.all(Array.from({ length: 12 }, (_, i) => user.from(`10.3.0.${i}`).login(`wrong ${i}`)))
  assert.ok(wrong.every((answer) => answer.statusCode === 422 || answer.statusCode === 429))
  assert.deepEqual(answered(await user.login()), [429, 'AUTH_THROTTLED'])
})

test('a deactivated account says so after the right password only', async () => {
  demand({})
  const user = await aUser({ active: false })
  assert.deepEqual(answered(await user.login('wrong')), [422, 'AUTH_INVALID'])
  const answer = await user.login()
  assert.deepEqual(
    [...answered(answer), answer.json().message],
    [403, 'AUTH_DEACTIVATED', 'Your account is deactivated. Please contact your partner.'],
  )
})

test('with granted addresses a user signs in from there only; the list needs one and keeps nobody out by mistake', async () => {
  demand({})
  const user = await aUser()
  const put = (id: string, payload: object, headers: object = admin) =>
    app.inject({ method: 'PUT', url: `/api/admin/users/${id}/granted_ips`, headers: headers as never, payload })
  assert.deepEqual((await put(user.id, { active: true, entries: [] })).json().errors, {
    active: ['At least one IP address is needed before the check can be activated.'],
  })
  assert.equal((await put(user.id, { active: true, entries: [{ ip_address: 'nonsense' }] })).statusCode, 422)
  assert.equal(
    (
      await put(user.id, {
        active: true,
        entries: [{ ip_address: '10.9.*', description: 'Office' }, { ip_address: '2001:db8::/32' }],
      })
    ).statusCode,
    200,
  )
  assert.deepEqual((await app.inject({ url: `/api/admin/users/${user.id}/granted_ips`, headers: admin })).json().data, {
    active: true,
    entries: [
      { ip_address: '10.9.*', description: 'Office' },
      { ip_address: '2001:db8::/32', description: '' },
    ],
  })
  assert.deepEqual(answered(await user.from('10.8.0.1').login('wrong')), [422, 'AUTH_INVALID'])
  const refused = await user.from('10.8.0.1').login()
  assert.deepEqual(
    [...answered(refused), refused.json().message],
    [403, 'AUTH_IP_DENIED', 'The IP address 10.8.0.1 is not allowed: you cannot sign in from your current address.'],
  )
  for (const address of ['10.9.3.4', '2001:db8::7'])
    assert.deepEqual(answered(await user.from(address).login()), [200, 'in'])
  const me = (await app.inject({ url: '/api/admin/auth/me', headers: admin })).json().data.id
  assert.deepEqual(
    [(await put(me, { active: true, entries: [{ ip_address: '10.9.*' }] })).json().code],
    ['LOCKS_YOU_OUT'],
  )
  assert.equal((await put(me, { active: true, entries: [{ ip_address: '127.0.0.1' }] })).statusCode, 200)
  assert.equal((await put(me, { active: false, entries: [] })).statusCode, 200)
})

test('a list of granted addresses ends the sessions that are elsewhere', async () => {
  demand({})
  const user = await aUser()
  const token = (await user.from('10.8.0.2').login()).json().meta.token
  const me = () => app.inject({ url: '/api/app/auth/me', headers: { authorization: `Bearer ${token}` } })
  assert.equal((await me()).statusCode, 200)
  await app.inject({
    method: 'PUT',
    url: `/api/admin/users/${user.id}/granted_ips`,
    headers: admin,
    payload: { active: true, entries: [{ ip_address: '10.9.*' }] },
  })
  assert.equal((await me()).statusCode, 401)
  const inside = { authorization: `Bearer ${(await user.from('10.9.0.1').login()).json().meta.token}` }
  const from = async (remoteAddress: string) =>
    (await app.inject({ url: '/api/app/auth/me', headers: inside, remoteAddress })).statusCode
  assert.deepEqual([await from('10.9.0.1'), await from('10.9.7.7'), await from('10.8.0.1')], [200, 200, 401])
})

test('a new device needs the code from the mail, which is good once; a trusted device needs none where it was, and one at a new address', async () => {
  demand({}, true)
  const user = await aUser()
  const asked = await user.login()
  assert.deepEqual(
    [...answered(asked), asked.json().message],
    [
      401,
      'AUTH_2FA_REQUIRED',
      'A two-factor code is required on a new device or from a new address. It was sent to u••@hanse.example.',
    ],
  )
  const { challenge, method, sent } = asked.json().meta
  assert.deepEqual([method, sent], ['mail', true])
  const letter = await mailbox.to(user.email)
  const code = /^\d{6}$/m.exec(letter.text)![0]
  const wrong = await user.post('two_factor', { challenge, code: code === '000000' ? '111111' : '000000' })
  assert.deepEqual([...answered(wrong), wrong.json().message], [422, 'AUTH_2FA_WRONG', 'The two-factor code is wrong.'])
  const done = await user.post('two_factor', {
    challenge,
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
    trust_device: true,
  })
  assert.deepEqual([done.statusCode, done.json().data.email], [200, user.email])
  const [given] = done.headers['set-cookie'] as string[]
  const cookie = given!.split(';')[0]!
  assert.match(given!, /^weft_device=[\w-]{43}; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
  assert.deepEqual(answered(await user.post('two_factor', { challenge, code })), [422, 'AUTH_2FA_OVER'], 'good once')
  assert.deepEqual(answered(await user.from(undefined, cookie).login()), [200, 'in'])
  assert.deepEqual(answered(await user.login()), [401, 'AUTH_2FA_REQUIRED'], 'another browser')
  assert.deepEqual(
    answered(await user.from('10.1.0.250', cookie).login()),
    [401, 'AUTH_2FA_REQUIRED'],
    'the same browser elsewhere',
  )
  const headers = { authorization: `Bearer ${done.json().meta.token}` }
  const devices = (await app.inject({ url: '/api/app/auth/trusted_devices', headers })).json().data
  assert.deepEqual(devices[0].addresses, [`10.1.0.${nobody}`])
  assert.ok(Math.abs(Date.parse(devices[0].expires_at) - Date.now() - 30 * 86_400_000) < 60_000)
  assert.equal(
    (await app.inject({ method: 'DELETE', url: `/api/app/auth/trusted_devices/${devices[0].id}`, headers })).statusCode,
    204,
  )
  assert.deepEqual(
    answered(await user.from(undefined, cookie).login()),
    [401, 'AUTH_2FA_REQUIRED'],
    'trust was taken back',
  )
})

test('a device is trusted for as long as the setting says', async () => {
  demand({}, true)
  const user = await aUser()
  const { challenge } = (await user.login()).json().meta
  const code = /^\d{6}$/m.exec((await mailbox.to(user.email)).text)![0]
  const cookie = String(
    (await user.post('two_factor', { challenge, code, trust_device: true })).headers['set-cookie'],
  ).split(';')[0]!
  assert.deepEqual(answered(await user.from(undefined, cookie).login()), [200, 'in'])
  await inScope(context.db, systemScope, (trx) =>
    trx
      .updateTable('trusted_devices')
      .set({ expires_at: sql`now()` })
      .where('user_id', '=', user.id)
      .execute(),
  )
  assert.deepEqual(answered(await user.from(undefined, cookie).login()), [401, 'AUTH_2FA_REQUIRED'])
})

test('five wrong codes end the sign-in, another code does not begin the count anew, and they count as failed tries', async () => {
  demand({ tries: 20, attempts_before_lock: 100 }, true)
  const user = await aUser()
  const { challenge } = (await user.login()).json().meta
  const code = /^\d{6}$/m.exec((await mailbox.to(user.email)).text)![0]
  const other = code === '000000' ? '111111' : '000000'
  for (let i = 0; i < 4; i++)
    assert.deepEqual(answered(await user.post('two_factor', { challenge, code: other })), [422, 'AUTH_2FA_WRONG'])
  assert.deepEqual(answered(await user.post('two_factor/resend', { challenge })), [429, 'AUTH_2FA_WAIT'])
  await inScope(context.db, systemScope, (trx) =>
    trx
      .updateTable('sign_in_challenges')
      .set({ sent_at: sql`now() - interval '61 seconds'` })
      .where('user_id', '=', user.id)
      .execute(),
  )
  assert.deepEqual((await user.post('two_factor/resend', { challenge })).json().data, { sent: true, resend_after: 60 })
  const fresh = /^\d{6}$/m.exec((await mailbox.to(user.email, 2)).text)![0]
  assert.deepEqual(answered(await user.post('two_factor', { challenge, code: fresh === other ? '222222' : other })), [
    422,
    'AUTH_2FA_WRONG',
  ])
  assert.deepEqual(answered(await user.post('two_factor', { challenge, code: fresh })), [422, 'AUTH_2FA_OVER'])
  const { tries } = await inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('sign_in_tries').select('tries').orderBy('updated_at', 'desc').executeTakeFirstOrThrow(),
  )
  assert.equal(tries, 5)
})

test('a code is good for as long as the setting says, and only so many are sent in an hour', async () => {
  demand({}, true)
  const user = await aUser()
  const { challenge } = (await user.login()).json().meta
  const code = /^\d{6}$/m.exec((await mailbox.to(user.email)).text)![0]
  await inScope(context.db, systemScope, (trx) =>
    trx
      .updateTable('sign_in_challenges')
      .set({ code_until: sql`now()` })
      .where('user_id', '=', user.id)
      .execute(),
  )
  assert.deepEqual(answered(await user.post('two_factor', { challenge, code })), [422, 'AUTH_2FA_WRONG'])
  for (let i = 0; i < 5; i++) assert.deepEqual(answered(await user.login()), [401, 'AUTH_2FA_REQUIRED'])
  assert.deepEqual(answered(await user.login()), [429, 'AUTH_THROTTLED'])
})

test('while no mail can leave, or the setting is off, no code is asked for', async () => {
  demand({}, false)
  const user = await aUser()
  assert.deepEqual(answered(await user.login()), [200, 'in'])
  demand({ two_factor: false }, true)
  assert.deepEqual(answered(await user.login()), [200, 'in'])
})

test('an authenticator application replaces the mail: each of its codes is good once, and so is each recovery code', async () => {
  demand({}, false)
  const user = await aUser()
  const headers = { authorization: `Bearer ${(await user.login()).json().meta.token}`, 'accept-language': 'en' }
  const call = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/app/auth/me/${path}`, headers, payload, remoteAddress: '10.4.0.1' })
  assert.deepEqual((await call('authenticator', { current_password: 'wrong' })).json().errors, {
    current_password: ['This is not your current password.'],
  })
  const { secret, uri } = (await call('authenticator', { current_password: password })).json().data
  assert.match(uri, /^otpauth:\/\/totp\/Weft:user\d+%40hanse\.example\?secret=[A-Z2-7]+&issuer=Weft$/)
  assert.deepEqual(answered(await user.login()), [200, 'in'], 'not yet confirmed')
  assert.deepEqual(answered(await call('authenticator/confirm', { code: '000000' })), [422, 'AUTH_2FA_WRONG'])
  const first = generateSync({ secret })
  const { recovery_codes } = (await call('authenticator/confirm', { code: first })).json().data
  assert.equal(recovery_codes.length, 10)
  const again = await user.login()
  assert.equal(again.json().meta.method, 'totp')
  const { challenge } = again.json().meta
  assert.deepEqual(
    answered(await user.post('two_factor', { challenge, code: first })),
    [422, 'AUTH_2FA_WRONG'],
    'was used to confirm',
  )
  const next = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })
  assert.deepEqual(answered(await user.post('two_factor', { challenge, code: next })), [200, 'in'])
  const withRecovery = async (code: string) =>
    answered(await user.post('two_factor', { challenge: (await user.login()).json().meta.challenge, code }))
  assert.deepEqual(await withRecovery(recovery_codes[0].toUpperCase()), [200, 'in'])
  assert.deepEqual(await withRecovery(recovery_codes[0]), [422, 'AUTH_2FA_WRONG'])
  assert.deepEqual((await app.inject({ url: '/api/app/auth/me/authenticator', headers })).json().data.recovery_left, 9)
  const stored = await inScope(context.db, systemScope, (trx) =>
    trx.selectFrom('authenticators').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow(),
  )
  assert.ok(!JSON.stringify(stored).includes(secret) && !JSON.stringify(stored).includes(recovery_codes[1]))
  assert.equal(
    (await app.inject({ method: 'POST', url: `/api/admin/users/${user.id}/authenticator/remove`, headers: admin }))
      .statusCode,
    204,
  )
  assert.deepEqual(answered(await user.login()), [200, 'in'])
})

test('a reset link comes by mail, is good once, unlocks the account and ends every session; known and unknown addresses answer alike', async () => {
  demand({ tries: 20, attempts_before_lock: 5 }, false)
  const user = await aUser()
  const token = (await user.login()).json().meta.token
  for (let i = 0; i < 5; i++) await user.login('wrong')
  assert.match((await mailbox.to(user.email)).text, /your account was locked/)
  const [known, unknown, wrongHost] = [
    await user.post('password/email', { email: user.email }),
    await user.post('password/email', { email: 'nobody@hanse.example' }),
    await app.inject({
      method: 'POST',
      url: '/api/admin/auth/password/email',
      payload: { email: user.email },
      remoteAddress: '10.5.0.1',
    }),
  ]
  for (const answer of [known, unknown, wrongHost])
    assert.deepEqual([answer.statusCode, answer.json()], [202, { data: { asked: true } }])
  const { text } = await mailbox.to(user.email, 2)
  const link = /https:\/\/weft\.example\.test\/auth\/password\/reset#(\S+)/.exec(text)![1]!
  const parts = Object.fromEntries(new URLSearchParams(link)) as { token: string; email: string }
  assert.equal(parts.email, user.email)
  assert.deepEqual((await user.post('password/link', { token: parts.token })).json().data, {
    purpose: 'reset',
    email: user.email,
    first_name: 'Kim',
  })
  const fresh = 'Blauer-Kiesel-7'
  const reset = (secret: string, more = {}) =>
    user.post('password/reset', { ...parts, password: secret, password_confirmation: secret, ...more })
  assert.deepEqual((await reset(fresh, { password_confirmation: 'Other' })).json().errors, {
    password_confirmation: ['The two passwords are not the same.'],
  })
  assert.deepEqual((await reset('Password12345')).json().errors, {
    password: ['This password is too easy to guess. Please choose another one.'],
  })
  assert.equal((await reset(fresh)).statusCode, 204)
  assert.deepEqual(answered(await reset(fresh)), [422, 'LINK_OVER'])
  assert.equal(
    (await app.inject({ url: '/api/app/auth/me', headers: { authorization: `Bearer ${token}` } })).statusCode,
    401,
  )
  assert.deepEqual(
    [answered(await user.login()), answered(await user.login(fresh))],
    [
      [422, 'AUTH_INVALID'],
      [200, 'in'],
    ],
  )
  assert.match((await mailbox.to(user.email, 3)).text, /password of your account was changed/)
  assert.equal(mailbox.received.filter(({ to }) => to.includes('nobody@hanse.example')).length, 0)
  const logged = await inScope(context.db, { level: 'provider' }, (trx) =>
    trx
      .selectFrom('mail_logs')
      .select(['status', 'body', 'class_name'])
      .where('recipient', '=', user.email)
      .orderBy('created_at')
      .execute(),
  )
  assert.deepEqual(
    logged.map((row) => [row.status, row.class_name]),
    [
      ['sent', 'account_locked'],
      ['sent', 'password_reset'],
      ['sent', 'password_changed'],
    ],
  )
  assert.ok(!logged[1]!.body.includes(parts.token) && logged[1]!.body.includes('••••••'))
})

test('an address that nobody has takes as long as one with a wrong password', async () => {
  demand({ tries: 20 })
  const user = await aUser()
  const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let i = 0; i < 15; i++)
    for (const [who, email] of [
      ['known', user.email],
      ['unknown', 'nobody-else@hanse.example'],
    ] as const) {
      const begun = performance.now()
      const answer = await app.inject({
        method: 'POST',
        url: '/api/app/auth/login',
        payload: { email, password: 'wrong' },
        remoteAddress: `10.9.1.${i}`,
      })
      took[who].push(performance.now() - begun)
      assert.equal(answer.json().code, 'AUTH_INVALID')
    }
  const median = (sample: number[]) => sample.toSorted((a, b) => a - b)[7]!
  const ratio = median(took.known) / median(took.unknown)
  assert.ok(ratio > 0.5 && ratio < 2, `known ${median(took.known)} ms, unknown ${median(took.unknown)} ms`)
})

test('a reset link ends after its time', async () => {
  demand({})
  const user = await aUser()
  await user.post('password/email', { email: user.email })
  const { token } = Object.fromEntries(
    new URLSearchParams(/reset#(\S+)/.exec((await mailbox.to(user.email)).text)![1]),
  ) as { token: string }
  const { minutes } = await inScope(context.db, systemScope, (trx) =>
    trx
      .selectFrom('password_links')
      .select(sql<number>`round(extract(epoch from expires_at - created_at) / 60)::int`.as('minutes'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow(),
  )
  assert.equal(minutes, 60)
  await inScope(context.db, systemScope, (trx) =>
    trx
      .updateTable('password_links')
      .set({ expires_at: sql`now()` })
      .where('user_id', '=', user.id)
      .execute(),
  )
  assert.deepEqual(answered(await user.post('password/link', { token })), [422, 'LINK_OVER'])
})

test('somebody invited sets a first password by the link of the welcome email; a deactivated one cannot', async () => {
  demand({})
  const draft = {
    tenant_id: tenant.id,
    first_name: 'Ida',
    last_name: 'Imhof',
    email: 'ida@hanse.example',
    role: 'viewer',
    language: 'de',
  }
  const missing = await app.inject({ method: 'POST', url: '/api/admin/users', headers: admin, payload: draft })
  assert.deepEqual(missing.json().errors, { password: ['Set a password, or have a welcome email sent.'] })
  const made = await app.inject({
    method: 'POST',
    url: '/api/admin/users',
    headers: admin,
    payload: { ...draft, send_welcome_email: true },
  })
  assert.deepEqual([made.statusCode, made.json().data.state, made.json().meta], [201, 'invited', { mail: 'sent' }])
  const { text } = await mailbox.to('ida@hanse.example')
  assert.match(text, /für Sie wurde ein Konto angelegt/)
  const { token } = Object.fromEntries(new URLSearchParams(/reset#(\S+)/.exec(text)![1])) as { token: string }
  const call = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/app/auth/${path}`, payload, remoteAddress: '10.6.0.1' })
  assert.equal((await call('login', { email: 'ida@hanse.example', password: '' })).statusCode, 422)
  assert.equal((await call('password/link', { token })).json().data.purpose, 'invitation')
  assert.equal((await call('password/reset', { token, password, password_confirmation: password })).statusCode, 204)
  assert.equal((await call('login', { email: 'ida@hanse.example', password })).statusCode, 200)
  await inScope(context.db, systemScope, (trx) => trx.deleteFrom('settings').where('key', '=', 'email').execute())
  const kept = (
    await app.inject({ method: 'POST', url: `/api/admin/users/${made.json().data.id}/invite`, headers: admin })
  ).json().data
  assert.equal(kept.mail, 'kept')
  assert.match(kept.link, /\/auth\/password\/reset#token=/)
  await change(made.json().data.id, { active: false })
  assert.deepEqual(
    answered(await call('password/link', { token: new URLSearchParams(kept.link.split('#')[1]).get('token') })),
    [422, 'LINK_OVER'],
  )
  await inScope(context.db, systemScope, (trx) =>
    trx
      .insertInto('settings')
      .values({ key: 'email', value: JSON.stringify(transport) })
      .execute(),
  )
})

test('somebody sees their own sessions, ends one, and signs out everywhere', async () => {
  demand({})
  const user = await aUser()
  const [one, two, three] = await Promise.all(
    [user.login(), user.login(), user.login()].map(async (answer) => ({
      authorization: `Bearer ${(await answer).json().meta.token}`,
    })),
  )
  const list = async (headers = one) =>
    (await app.inject({ url: '/api/app/auth/sessions', headers })).json().data as { id: string; current: boolean }[]
  assert.equal((await list()).length, 3)
  assert.deepEqual((await list()).filter((session) => session.current).length, 1)
  const other = (await list(two)).find((session) => session.current)!
  assert.equal(
    (await app.inject({ method: 'DELETE', url: `/api/app/auth/sessions/${other.id}`, headers: one })).statusCode,
    204,
  )
  assert.equal((await app.inject({ url: '/api/app/auth/me', headers: two })).statusCode, 401)
  const foreign = await aUser()
  const theirs = { authorization: `Bearer ${(await foreign.login()).json().meta.token}` }
  assert.equal(
    (
      await app.inject({
        method: 'DELETE',
        url: `/api/app/auth/sessions/${(await list(three))[0]!.id}`,
        headers: theirs,
      })
    ).statusCode,
    404,
  )
  assert.equal(
    (await app.inject({ method: 'POST', url: '/api/app/auth/logout', headers: three, payload: { everywhere: true } }))
      .statusCode,
    204,
  )
  assert.equal((await app.inject({ url: '/api/app/auth/me', headers: one })).statusCode, 401)
  assert.equal((await app.inject({ url: '/api/app/auth/me', headers: theirs })).statusCode, 200)
})

test('a session lasts as long as the settings said when it began', async () => {
  demand({ idle_minutes: 5, session_hours: 1 })
  const user = await aUser()
  const headers = { authorization: `Bearer ${(await user.login()).json().meta.token}` }
  const aged = async (used: string, created: string) => {
    await inScope(context.db, systemScope, (trx) =>
      trx
        .updateTable('sessions')
        .set({ used_at: sql`now() - ${used}::interval`, created_at: sql`now() - ${created}::interval` })
        .where('user_id', '=', user.id)
        .execute(),
    )
    return (await app.inject({ url: '/api/app/auth/me', headers })).statusCode
  }
  assert.deepEqual(
    [
      await aged('4 minutes', '59 minutes'),
      await aged('6 minutes', '10 minutes'),
      await aged('1 minute', '61 minutes'),
    ],
    [200, 401, 401],
  )
})

test('whatever is sent to the sign-in, it never breaks', async () => {
  demand({}, true)
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.emailAddress(),
    fc.constantFrom('', '\u0000', 'ada@weft.example', "' or 1=1 --", 'a'.repeat(5_000)),
  )
  const value = fc.oneof(text, fc.jsonValue())
  const body = fc.oneof(
    fc.record({
      email: text,
      password: text,
      challenge: text,
      code: text,
      token: text,
      password_confirmation: text,
      trust_device: fc.boolean(),
    }),
    fc.record(
      {
        email: value,
        password: value,
        challenge: value,
        code: value,
        token: value,
        password_confirmation: value,
        trust_device: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  )
  const paths = [
    'login',
    'two_factor',
    'two_factor/resend',
    'password/email',
    'password/link',
    'password/reset',
    'logout',
  ] as const
  let n = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.oneof(body, fc.jsonValue()),
      fc.constantFrom('admin', 'app'),
      async (path, payload, host) => {
        const keys = {
          login: ['email', 'password'],
          two_factor: ['challenge', 'code', 'trust_device'],
          'two_factor/resend': ['challenge'],
          'password/email': ['email'],
          'password/link': ['token'],
          'password/reset': ['token', 'email', 'password', 'password_confirmation'],
          logout: [],
        }[path] as string[]
        const fitting =
          payload && typeof payload === 'object' && !Array.isArray(payload)
            ? Object.fromEntries(Object.entries(payload).filter(([key]) => keys.includes(key)))
            : payload
        n++
        const answer = await app.inject({
          method: 'POST',
          url: `/api/${host}/auth/${path}`,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(fitting) ?? '',
          remoteAddress: `10.7.${n >> 8}.${n & 255}`,
        })
        assert.ok(
          answer.statusCode < 500,
          `${path} ${JSON.stringify(fitting)} answered ${answer.statusCode} ${answer.body}`,
        )
      },
    ),
    { numRuns: 300 },
  )
})
