import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { storageChoice } from '@weft/kit/define/storage.ts'
import { unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { encryptUnbound } from '@weft/kit/testing/unbound-secret.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { anFtpServer } from '../storage/testing/ftp-server.ts'
import { anSftpServer } from '../storage/testing/sftp-server.ts'
import { removeDue } from './removal.server.ts'
import { createRun, runAll, undoRun } from './run.server.ts'
import { aDraft, aPartnerDraft, aPlace, depsAt } from './testing/deps.ts'

const control = await testDatabase()
const place = await aPlace(control)
const deps = depsAt(place)
const folder = mkdtempSync(path.join(tmpdir(), 'weft-storages-'))
after(async () => {
  await deps.close()
  rmSync(folder, { recursive: true, force: true })
})
for (const name of ['ftp', 'sftp']) mkdirSync(path.join(folder, name))
const ftp = await anFtpServer({ root: path.join(folder, 'ftp') })
const sftp = await anSftpServer({ root: path.join(folder, 'sftp') })

const provider = { level: 'provider' } as const
const choice = (more: object) =>
  storageChoice.parse({
    type: 'sftp',
    host: '127.0.0.1',
    port: sftp.port,
    username: 'shop',
    password: 'secret',
    root: '/tenants/hanse',
    timeout: 5,
    ...more,
  })
const begin = (name: string, storage: object) =>
  createRun(deps, provider, { kind: 'tenant', draft: { ...aDraft(name), storage: choice(storage) } })
const runRow = (id: string) =>
  inScope(deps.db, systemScope, (trx) =>
    trx.selectFrom('provisioning_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const storageStep = (id: string) =>
  inScope(deps.db, systemScope, (trx) =>
    trx
      .selectFrom('provisioning_steps')
      .select(['state', 'result', 'error'])
      .where('run_id', '=', id)
      .where('key', '=', 'create_storage')
      .executeTakeFirstOrThrow(),
  )
const refusal = async (id: string) => {
  const { state, error } = await storageStep(id)
  const { code, message } = error as { code: string; message: { en: string; de: string } }
  return [state, code, message.en, message.de]
}
const storageOf = (tenant_id: string) =>
  inScope(deps.db, { level: 'tenant', tenant_id }, (trx) =>
    trx.selectFrom('tenant_storages').selectAll().executeTakeFirst(),
  )

for (const [type, port] of [
  ['sftp', sftp.port],
  ['ftp', ftp.port],
] as const)
  test(`a tenant's storage is created on an ${type.toUpperCase()} server and assigned; taken back, nothing is left`, async () => {
    const id = await begin(`Hanse ${type}`, { type, port })
    assert.equal(JSON.stringify((await runRow(id)).input).includes('secret"'), true)
    assert.equal(JSON.stringify((await runRow(id)).input).includes('"password"'), false)
    assert.equal(await runAll(deps, id), 'done')
    const { subject_id, input } = await runRow(id)
    assert.equal(JSON.stringify(input).includes('secret'), false)
    const row = (await storageOf(subject_id))!
    assert.deepEqual(
      [
        row.type,
        row.host,
        row.port,
        row.root,
        unseal(place.key, placeIn(sealedColumns.storage_password, row), row.password!),
      ],
      [type, '127.0.0.1', port, '/tenants/hanse', 'secret'],
    )
    assert.equal(row.host_key !== '', type === 'sftp')
    assert.deepEqual(readdirSync(path.join(folder, type, 'tenants/hanse')), [])
    assert.equal(await undoRun(deps, id), 'undone')
    assert.equal(await storageOf(subject_id), undefined)
    assert.equal(existsSync(path.join(folder, type, 'tenants/hanse')), false)
  })

test('a server that is away, a wrong password, a full disk: each in its own words, and the run goes on once it is right', async () => {
  const id = await begin('Elbe', { port: await freePort() })
  const chosen = (more: { password?: string; type?: 'sftp' | 'ftp'; port?: number }) => {
    const { password, ...storage } = choice(more)
    return inScope(deps.db, systemScope, (trx) =>
      trx
        .updateTable('provisioning_runs')
        .set({
          input: JSON.stringify({
            ...aDraft('Elbe'),
            storage: { ...storage, secret: encryptUnbound(place.key, password).toString('base64') },
          }),
        })
        .where('id', '=', id)
        .execute(),
    )
  }
  assert.equal(await runAll(deps, id), 'failed')
  assert.deepEqual((await refusal(id)).slice(0, 2), ['failed', 'STORAGE_UNREACHABLE'])
  await chosen({ password: 'other' })
  assert.equal(await runAll(deps, id), 'failed')
  assert.deepEqual(await refusal(id), [
    'failed',
    'STORAGE_LOGIN',
    'The server 127.0.0.1 did not accept user or password.',
    'Der Server 127.0.0.1 hat Benutzer oder Passwort nicht angenommen.',
  ])
  await chosen({ type: 'ftp', port: ftp.port })
  ftp.faults.full = true
  assert.equal(await runAll(deps, id), 'failed')
  assert.deepEqual(await refusal(id), [
    'failed',
    'STORAGE_FULL',
    'The storage is full. Nothing was saved; delete files that are no longer needed or ask for more space.',
    'Der Speicher ist voll. Es wurde nichts gespeichert; löschen Sie nicht mehr benötigte Dateien oder fordern Sie mehr Platz an.',
  ])
  ftp.faults.full = false
  assert.equal(await runAll(deps, id), 'done')
  assert.equal(await undoRun(deps, id), 'undone')
  assert.equal(existsSync(path.join(folder, 'ftp/tenants/hanse')), false)
})

test("a partner's place lies on a registered server, in a folder of its own", async () => {
  mkdirSync(path.join(folder, 'sftp/fleet'))
  const { id: server_id } = await inScope(deps.db, provider, (trx) =>
    trx
      .insertInto('storage_servers')
      .values({
        name: 'Fleet',
        type: 'sftp',
        host: '127.0.0.1',
        port: sftp.port,
        username: 'shop',
        password: encryptUnbound(place.key, 'secret'),
        root: '/fleet',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const id = await createRun(deps, provider, {
    kind: 'partner',
    draft: { ...aPartnerDraft('Nordlicht'), storage: storageChoice.parse({ server_id }) },
  })
  assert.equal(await runAll(deps, id), 'done')
  const { subject_id } = await runRow(id)
  const row = (await storageOf(subject_id))!
  assert.deepEqual([row.server_id, row.root, row.type, row.password], [server_id, subject_id, 'sftp', null])

  const own = path.join(folder, 'sftp/fleet', subject_id)
  mkdirSync(path.join(own, 'in'), { recursive: true })
  writeFileSync(path.join(own, 'in/orders.csv'), 'id')
  writeFileSync(path.join(folder, 'sftp/fleet/another.csv'), 'id')
  await inScope(deps.db, provider, (trx) =>
    trx
      .updateTable('partners')
      .set({ active: false, status: 'deleting', deleting_since: '2026-01-01T00:00:00Z' })
      .where('id', '=', subject_id)
      .execute(),
  )
  assert.deepEqual(await removeDue(deps), [subject_id])
  assert.deepEqual([readdirSync(own), existsSync(path.join(folder, 'sftp/fleet/another.csv'))], [[], true])
})
