import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import ssh2 from 'ssh2'
import { newSshKey } from '@weft/kit/network/ssh-key.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const { id: tenant_id } = await inScope(context.db, { level: 'provider' }, (trx) =>
  trx
    .insertInto('tenants')
    .values({ name: 'Hanse', workspace: 'hanse.test', api_token: 'hanse', active: true })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const project = await inScope(context.db, { level: 'tenant', tenant_id }, (trx) =>
  trx.insertInto('projects').values({ name: 'Hub' }).returning('id').executeTakeFirstOrThrow(),
)
const as = async (role: 'developer' | 'viewer'): Promise<Record<string, string>> => ({
  ...(await signedIn(server, { email: `${role}@hanse.test`, role, tenant_id })),
  'x-project-id': project.id,
})
const developer = await as('developer')
const tried = async (key: string, settings: object, headers = developer) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/app/connectors/${key}/test`,
    headers,
    payload: settings,
  })
  return { status: answer.statusCode, ...(answer.json() as any) }
}

const shop = createServer((request, response) =>
  response.writeHead(request.headers['x-key'] === 'right' ? 200 : 401).end('{}'),
)
const files = new ssh2.Server({ hostKeys: [newSshKey().private] }, (client) => {
  client.on('error', () => {})
  client.on('authentication', (context) =>
    context.method === 'password' && context.password === 'right' ? context.accept() : context.reject(['password']),
  )
  client.on('session', (accept) =>
    accept().on('sftp', (acceptSftp) => {
      const sftp = acceptSftp()
      let read = false
      sftp.on('REALPATH', (id) => sftp.name(id, [{ filename: '/', longname: '', attrs: {} as never }]))
      sftp.on('OPENDIR', (id, folder) =>
        folder === '/in'
          ? sftp.handle(id, Buffer.from([1]))
          : sftp.status(id, ssh2.utils.sftp.STATUS_CODE.NO_SUCH_FILE),
      )
      sftp.on('READDIR', (id) =>
        read
          ? sftp.status(id, ssh2.utils.sftp.STATUS_CODE.EOF)
          : ((read = true),
            sftp.name(
              id,
              ['a', 'b'].map((filename) => ({
                filename,
                longname: `-rw-r--r-- 1 u u 1 Jan 1 2026 ${filename}`,
                attrs: { mode: 0o100644, uid: 0, gid: 0, size: 1, atime: 0, mtime: 0 },
              })),
            )),
      )
      sftp.on('CLOSE', (id) => sftp.status(id, ssh2.utils.sftp.STATUS_CODE.OK))
      sftp.on('end', () => client.end())
    }),
  )
})
after(() => {
  shop.close()
  files.close()
})
await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
await new Promise<void>((done) => void files.listen(0, '127.0.0.1', done))
const ports = {
  http: (shop.address() as AddressInfo).port,
  ssh: (files.address() as AddressInfo).port,
  database: new URL(server.test.app_url),
}
const allow = [
  { host: '127.0.0.1', port: ports.http },
  { host: '127.0.0.1', port: ports.ssh },
  { host: ports.database.hostname, port: Number(ports.database.port) },
]
await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('settings')
    .values({ key: 'egress', value: JSON.stringify({ allow }) })
    .execute(),
)

test('the kinds of systems are listed with what they are configured with', async () => {
  const { data } = (
    await app.inject({ method: 'GET', url: '/api/app/connectors', headers: { ...developer, 'accept-language': 'de' } })
  ).json() as any
  const of = (key: string) => data.find((one: any) => one.key === key)
  assert.deepEqual(of('sftp').secrets, ['password', 'private_key', 'passphrase'])
  assert.equal(of('rest').config_schema.properties.base_url.type, 'string')
})

/** How far it came, each step with what it says. */
const steps = ({ data }: any): string[] =>
  data.steps.map(({ step, state, detail }: any) => `${step} ${state}${detail === null ? '' : `: ${detail}`}`)

test('an HTTP system is tried with its sign-in', async () => {
  const settings = {
    base_url: `http://127.0.0.1:${ports.http}/api/`,
    auth: 'header',
    name: 'x-key',
    secret: 'right',
    test_path: 'status',
  }
  const begun = ['host passed: 127.0.0.1', 'connection passed: HTTP']
  assert.deepEqual(steps(await tried('rest', settings)), [...begun, 'sign_in passed: HTTP 200'])
  const refused = await tried('rest', { ...settings, secret: 'wrong' })
  const status = `http://127.0.0.1:${ports.http}/api/status`
  assert.deepEqual(
    [refused.data.ok, steps(refused)],
    [false, [...begun, `sign_in failed: ${status} refuses the sign-in (401).`]],
  )
})

test('a PostgreSQL database is tried', async () => {
  const { hostname: host, port, username: user, password, pathname } = ports.database
  const settings = { host, port: Number(port), user, password, database: pathname.slice(1), encryption: 'none' }
  const begun = [`host passed: ${host}:${port}`, 'connection passed: Not encrypted']
  const [, , , version, rights] = steps(await tried('postgres', settings))
  assert.match(version!, /^version passed: PostgreSQL \d+/)
  assert.match(rights!, /^rights passed: \d+ tables to read, \d+ to write$/)
  assert.deepEqual(steps(await tried('postgres', { ...settings, password: 'wrong' })), [
    ...begun,
    `sign_in failed: The database ${settings.database} on ${host} cannot be opened: password authentication failed for user "${user}"`,
    'version not_tried',
    'rights not_tried',
  ])
  assert.deepEqual(steps(await tried('postgres', { ...settings, encryption: 'verified' })), [
    begun[0],
    `connection failed: The database ${settings.database} on ${host} cannot be opened: The server does not support SSL connections`,
    'sign_in not_tried',
    'version not_tried',
    'rights not_tried',
  ])
})

test('an SFTP server is tried, and recognised by its fingerprint', async () => {
  const settings = { host: '127.0.0.1', port: ports.ssh, user: 'hanse', password: 'right', folder: '/in' }
  const [host, connection, ...rest] = steps(await tried('sftp', settings))
  assert.deepEqual(
    [host, ...rest],
    [`host passed: 127.0.0.1:${ports.ssh}`, 'sign_in passed: hanse', 'sample passed: /in: 2 entries'],
  )
  const [, fingerprint] = /^connection passed: (SHA256:\S{43})$/.exec(connection!)!
  assert.equal((await tried('sftp', { ...settings, fingerprint })).data.ok, true)
  assert.match(
    steps(await tried('sftp', { ...settings, fingerprint: `SHA256:${'A'.repeat(43)}` }))[1]!,
    /^connection failed: .*shows another fingerprint/,
  )
  assert.match(
    steps(await tried('sftp', { ...settings, folder: '/out' }))[3]!,
    /^sample failed: There is no folder "\/out"\.$/,
  )
  assert.match(steps(await tried('sftp', { ...settings, password: 'wrong' }))[2]!, /^sign_in failed: /)
})

test('internal addresses are refused for every kind', async () => {
  for (const [key, settings] of [
    ['rest', { base_url: 'http://127.0.0.1:1/' }],
    ['postgres', { host: 'localhost', database: 'x', user: 'x' }],
    ['sftp', { host: '169.254.169.254', user: 'x' }],
  ] as const)
    assert.match(steps(await tried(key, settings))[0]!, /^host failed: .*internal network/, key)
})

test('wrong settings are told at their field, and who may not try may not', async () => {
  const wrong = await tried('sftp', { host: '', user: 'x', extra: 1 })
  assert.deepEqual([wrong.status, Object.keys(wrong.errors).sort()], [422, ['extra', 'host']])
  assert.equal((await tried('nothing', {})).status, 404)
  assert.equal((await tried('rest', {}, await as('viewer'))).status, 403)
})
