import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { openHistory } from './history.server.ts'

const { db } = await testDatabase()
const home = mkdtempSync(path.join(tmpdir(), 'weft-history-'))
after(() => rmSync(home, { recursive: true, force: true }))
const author = { name: 'Lena Vogt', email: 'lena@hanse.example' }

let number = 0
async function aTenant(): Promise<Scope & { tenant_id: string }> {
  number += 1
  const { id } = await inScope(db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('tenants')
      .values({ name: `Tenant ${number}`, workspace: `tenant-${number}.example`, api_token: `token-${number}` })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { level: 'tenant', tenant_id: id! }
}
const as = <T>(scope: Scope, work: (trx: Scoped) => Promise<T>) => inScope(db, scope, work)
const gitIsHere = spawnSync('git', ['--version']).status === 0
const gitSays = (tenant_id: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'safe.directory=*', '--git-dir', path.join(home, 'git', tenant_id), ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

test('a file is committed, changed, compared and brought back', async () => {
  const tenant = await aTenant()
  const history = openHistory(home)
  const file = 'workflows/import.yaml'
  const first = await as(tenant, (trx) =>
    history.commit(trx, { files: { [file]: 'label: Import\n' }, message: 'Create', author }),
  )
  const second = await as(tenant, (trx) =>
    history.commit(trx, {
      files: { [file]: 'label: Import orders\n', 'workflows/other.yaml': 'x: 1\n' },
      message: 'Rename',
      author,
    }),
  )
  assert.equal(await as(tenant, (trx) => history.read(trx, file, first)), 'label: Import\n')
  assert.deepEqual(await as(tenant, (trx) => history.diff(trx, file, second)), {
    before: 'label: Import\n',
    after: 'label: Import orders\n',
    from: first,
    to: second,
  })
  assert.deepEqual(await as(tenant, (trx) => history.diff(trx, file, first)), {
    before: '',
    after: 'label: Import\n',
    from: undefined,
    to: first,
  })

  const third = await as(tenant, (trx) => history.revert(trx, { file, revision: first, message: 'Revert', author }))
  const { revisions, total } = await as(tenant, (trx) => history.log(trx, file))
  assert.equal(total, 3)
  assert.deepEqual(
    revisions.map(({ commit, message }) => [commit, message]),
    [
      [third, 'Revert'],
      [second, 'Rename'],
      [first, 'Create'],
    ],
  )
  assert.equal(await as(tenant, (trx) => history.read(trx, file, third)), 'label: Import\n')
  assert.equal(await as(tenant, (trx) => history.read(trx, 'workflows/other.yaml', third)), 'x: 1\n')
})

test('a removed file is gone from the newest revision and still there in the older one', async () => {
  const tenant = await aTenant()
  const history = openHistory(home)
  const first = await as(tenant, (trx) =>
    history.commit(trx, { files: { 'a/b/c.yaml': 'c', 'd.yaml': 'd' }, message: 'Create', author }),
  )
  const second = await as(tenant, (trx) =>
    history.commit(trx, { files: { 'a/b/c.yaml': null }, message: 'Remove', author }),
  )
  assert.equal(await as(tenant, (trx) => history.read(trx, 'a/b/c.yaml', first)), 'c')
  assert.equal(await as(tenant, (trx) => history.read(trx, 'a/b/c.yaml', second)), undefined)
  if (gitIsHere) assert.equal(gitSays(tenant.tenant_id, 'ls-tree', '-r', '--name-only', 'main'), 'd.yaml\n')
})

test(
  'git itself finds nothing wrong and tells the same story',
  { skip: !gitIsHere && 'git is not installed' },
  async () => {
    const tenant = await aTenant()
    const history = openHistory(home)
    for (let i = 1; i <= 30; i += 1)
      await as(tenant, (trx) =>
        history.commit(trx, {
          files: { [`workflows/w${i % 3}.yaml`]: `n: ${i}\n`, 'z-file.yaml': `${i}` },
          message: `Änderung ${i}`,
          author,
        }),
      )
    assert.equal(gitSays(tenant.tenant_id, 'fsck', '--full', '--strict'), '')
    assert.equal(gitSays(tenant.tenant_id, 'rev-list', '--count', 'main').trim(), '30')
    assert.equal(
      gitSays(tenant.tenant_id, 'log', '-1', '--format=%an <%ae> %s', 'main').trim(),
      'Lena Vogt <lena@hanse.example> Änderung 30',
    )
  },
)

test('commits of several processes line up one behind the other', async () => {
  const tenant = await aTenant()
  const histories = [openHistory(home), openHistory(home), openHistory(home)]
  const commits = Array.from({ length: 12 }, (_, i) =>
    as(tenant, (trx) => histories[i % 3]!.commit(trx, { files: { [`f${i}.yaml`]: `${i}` }, message: `${i}`, author })),
  )
  const last = (await Promise.all(commits)).length
  assert.equal(last, 12)
  const head = await as(tenant, (trx) => trx.selectFrom('git_heads').select('commit').executeTakeFirstOrThrow())
  for (let i = 0; i < 12; i += 1)
    assert.equal(await as(tenant, (trx) => histories[0]!.read(trx, `f${i}.yaml`, head.commit)), `${i}`)
})

test('a commit whose transaction fails never happened', async () => {
  const tenant = await aTenant()
  const history = openHistory(home)
  await as(tenant, (trx) => history.commit(trx, { files: { 'a.yaml': '1' }, message: 'Kept', author }))
  let lost = ''
  await assert.rejects(
    as(tenant, async (trx) => {
      lost = await history.commit(trx, { files: { 'a.yaml': '2' }, message: 'Lost', author })
      throw new Error('the row could not be written')
    }),
  )
  await assert.rejects(
    as(tenant, (trx) => history.read(trx, 'a.yaml', lost)),
    NotFound,
  )
  const next = await as(tenant, (trx) => history.commit(trx, { files: { 'b.yaml': '3' }, message: 'Next', author }))
  assert.equal(await as(tenant, (trx) => history.read(trx, 'a.yaml', next)), '1')
  assert.deepEqual(
    (await as(tenant, (trx) => history.log(trx, 'a.yaml'))).revisions.map((r) => r.message),
    ['Kept'],
  )
  if (gitIsHere) assert.equal(gitSays(tenant.tenant_id, 'rev-list', '--count', 'main').trim(), '2')
})

test('a tenant without a repository is told so, and nobody reads a revision of another tenant', async () => {
  const [one, other] = [await aTenant(), await aTenant()]
  const history = openHistory(home)
  const commit = await as(one, (trx) =>
    history.commit(trx, { files: { 'a.yaml': 'secret' }, message: 'Create', author }),
  )
  await assert.rejects(
    as(other, (trx) => history.read(trx, 'a.yaml', commit)),
    { code: 'GIT_PROJECT_NOT_FOUND', message: 'Git project for this tenant not found' },
  )
  await as(other, (trx) => history.commit(trx, { files: { 'a.yaml': 'other' }, message: 'Create', author }))
  await assert.rejects(
    as(other, (trx) => history.read(trx, 'a.yaml', commit)),
    { code: 'GIT_REVISION_NOT_FOUND' },
  )
  await assert.rejects(
    as(other, (trx) => history.diff(trx, 'a.yaml', commit)),
    { code: 'GIT_REVISION_NOT_FOUND' },
  )
  await assert.rejects(
    as(other, (trx) => history.commit(trx, { files: { '../escape.yaml': 'x' }, message: 'No', author })),
    { code: 'GIT_PATH' },
  )
})
