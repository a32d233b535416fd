import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import git from 'isomorphic-git'
import { sql } from 'kysely'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { sourceIn } from './canonical.ts'
import { copyHistories } from './copy.server.ts'
import { versionAt, versionsOf } from './history.server.ts'
import { takeOverHistories } from './take-over.server.ts'

const { db } = await testDatabase()
const home = mkdtempSync(path.join(tmpdir(), 'weft-before-'))
after(() => rmSync(home, { recursive: true, force: true }))
const gitIsHere = spawnSync('git', ['--version']).status === 0

/** A tenant as the version before left it: a workflow whose texts are commits in a folder, and rows that say only which. */
async function fromBefore(name: string, texts: string[]) {
  const { id } = await inScope(db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('tenants')
      .values({ name, workspace: `${name}.example`, api_token: name })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const tenant: Scope & { tenant_id: string } = { level: 'tenant', tenant_id: id! }
  const gitdir = path.join(home, 'git', id!)
  const workflow = randomUUID()
  const commits = await commitAsBefore(gitdir, `workflows/${workflow}.yaml`, texts)
  await inScope(db, tenant, async (trx) => {
    const project = await trx.insertInto('projects').values({ name: 'Hub' }).returning('id').executeTakeFirstOrThrow()
    await trx
      .insertInto('workflows')
      .values({ id: workflow, project_id: project.id, label: 'Import', class_name: 'Import', source: texts.at(-1)! })
      .execute()
    await trx
      .insertInto('git_heads')
      .values({ commit: commits.at(-1)!, stored: false })
      .execute()
    await trx
      .insertInto('git_changes')
      .values(
        commits.map((commit, i) => ({
          commit,
          path: `workflows/${workflow}.yaml`,
          message: `Save ${i + 1}`,
          author_name: 'Lena',
          author_email: 'lena@hanse.example',
          definition_id: workflow,
          project_id: project.id,
          version: i + 1,
        })),
      )
      .execute()
    await trx
      .updateTable('definitions')
      .set({ path: `workflows/${workflow}.yaml`, version: texts.length })
      .where('id', '=', workflow)
      .execute()
  })
  return { tenant, gitdir, workflow, commits }
}

async function commitAsBefore(gitdir: string, file: string, texts: string[]) {
  await git.init({ fs, gitdir, bare: true, defaultBranch: 'main' })
  const commits: string[] = []
  for (const text of texts) {
    const oid = await git.writeBlob({ fs, gitdir, blob: new TextEncoder().encode(text) })
    const [folder, name] = file.split('/') as [string, string]
    const inside = await git.writeTree({ fs, gitdir, tree: [{ mode: '100644', path: name, oid, type: 'blob' }] })
    const tree = await git.writeTree({
      fs,
      gitdir,
      tree: [{ mode: '040000', path: folder, oid: inside, type: 'tree' }],
    })
    const by = { name: 'Lena', email: 'lena@hanse.example', timestamp: 1_700_000_000, timezoneOffset: 0 }
    const parent = commits.slice(-1)
    commits.push(
      await git.writeCommit({ fs, gitdir, commit: { message: 'Save\n', tree, parent, author: by, committer: by } }),
    )
  }
  await git.writeRef({ fs, gitdir, ref: 'refs/heads/main', value: commits.at(-1)! })
  return commits
}

const texts = ['label: Import\n', 'label: Import\nsteps: []\n', 'label: Import # mended\nsteps: []\n']

test('a start takes over every revision of the folders before, packed or not, and the first version of what had none', async () => {
  const loose = await fromBefore('loose', texts)
  const packed = await fromBefore('packed', texts)
  if (gitIsHere)
    execFileSync('git', ['-c', 'safe.directory=*', '--git-dir', packed.gitdir, 'gc', '--quiet', '--prune=now'])
  assert.equal(await takeOverHistories(db, home), 2)
  for (const { tenant, gitdir, workflow, commits } of [loose, packed]) {
    rmSync(gitdir, { recursive: true })
    await inScope(db, tenant, async (trx) => {
      const { revisions } = await versionsOf(trx, workflow)
      assert.deepEqual(
        revisions.map(({ version, message }) => [version, message]),
        [
          [4, 'Definitions as they stood at the update'],
          [3, 'Save 3'],
          [2, 'Save 2'],
          [1, 'Save 1'],
        ],
      )
      for (const [i, commit] of commits.entries())
        assert.equal((await versionAt(trx, workflow, commit))!.text, texts[i])
      const newest = (await versionAt(trx, workflow, revisions[0]!.commit))!.text
      assert.match(newest, /^kind: workflow\nkey: import\n/)
      assert.equal(sourceIn(newest), texts[2])
    })
  }
  assert.equal(await takeOverHistories(db, home), 0, 'the next start has nothing to do')
  await copyHistories(db, home)
  if (!gitIsHere) return
  const said = execFileSync(
    'git',
    ['-c', 'safe.directory=*', '--git-dir', loose.gitdir, 'log', '--format=%s', '--name-status', '-M10', 'main'],
    { encoding: 'utf8' },
  )
  assert.match(said, /^Definitions as they stood at the update\n/)
  assert.match(said, /workflows\/import\.yaml/)
})

test('a history whose folder is lost begins anew, and says which revisions there were', async () => {
  const { tenant, gitdir, workflow, commits } = await fromBefore('lost', texts)
  rmSync(gitdir, { recursive: true })
  await takeOverHistories(db, home)
  await inScope(db, tenant, async (trx) => {
    const { revisions } = await versionsOf(trx, workflow)
    assert.equal(revisions.length, 4)
    assert.equal(await versionAt(trx, workflow, commits[0]!), undefined)
    assert.equal(sourceIn((await versionAt(trx, workflow, revisions[0]!.commit))!.text), texts[2])
  })
})

test('several servers that start at once take over each tenant once', async () => {
  const { tenant, workflow } = await fromBefore('several', texts)
  await Promise.all([takeOverHistories(db, home), takeOverHistories(db, home), takeOverHistories(db, home)])
  await inScope(db, tenant, async (trx) => {
    assert.equal((await versionsOf(trx, workflow)).total, 4)
    const { rows } = await sql<{ stored: boolean }>`select stored from git_heads`.execute(trx)
    assert.deepEqual(rows, [{ stored: true }])
  })
})
