import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { definitionOf, sourceIn } from './canonical.ts'
import { copyHistories } from './copy.server.ts'
import { compareVersions, versionAt, versionsOf } from './history.server.ts'
import { keepChanged } from './keep.server.ts'
import { definitionKinds, kindOf } from './kinds.ts'
import { textWithIds } from './references.server.ts'

const database = await testDatabase()
const { db } = database
const home = mkdtempSync(path.join(tmpdir(), 'weft-history-'))
const owner = new pg.Client({ connectionString: database.owner_url })
await owner.connect()
after(async () => {
  await owner.end()
  rmSync(home, { recursive: true, force: true })
})
const author = { name: 'Lena Vogt', email: 'lena@hanse.example' }
const keeping = { author: async () => author, language: 'en' as const }

type Project = Scope & { tenant_id: string; project_id: string }
let number = 0
async function aProject(): Promise<Project> {
  number += 1
  const { id: tenant_id } = await inScope(db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('tenants')
      .values({ name: `Tenant ${number}`, workspace: `tenant-${number}.example`, api_token: `token-${number}` })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const { id: project_id } = await inScope(db, { level: 'tenant', tenant_id: tenant_id! }, (trx) =>
    trx.insertInto('projects').values({ name: 'Commerce hub' }).returning('id').executeTakeFirstOrThrow(),
  )
  return { level: 'tenant', tenant_id: tenant_id!, project_id: project_id! }
}
const as = <T>(scope: Scope, work: (trx: Scoped) => Promise<T>) => inScope(db, scope, work)
const made = (trx: Scoped, name: string, body = '') =>
  trx.insertInto('text_templates').values({ label: name, body }).returning('id').executeTakeFirstOrThrow()
const aTemplate = (scope: Scope, name: string, body = '') =>
  as(scope, async (trx) => {
    const { id } = await made(trx, name, body)
    return { id: id!, commit: (await keepChanged(trx, keeping))! }
  })
const changed = (scope: Scope, id: string, values: { label?: string; body?: string }) =>
  as(scope, async (trx) => {
    await trx.updateTable('text_templates').set(values).where('id', '=', id).execute()
    return keepChanged(trx, keeping)
  })
const gitIsHere = spawnSync('git', ['--version']).status === 0
const gitSays = (tenant_id: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'safe.directory=*', '--git-dir', path.join(home, 'git', tenant_id), ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

test('a thing is made, changed, compared and renamed, and stays the same thing', async () => {
  const project = await aProject()
  const { id, commit: first } = await aTemplate(project, 'Über uns', 'Hello')
  const second = (await changed(project, id, { label: 'About us', body: 'Hello {{ name }}' }))!
  const text = (label: string, body: string) =>
    `kind: text_template\nkey: ueber-uns\nlabel: ${label}\ntype: text\nvariables: []\nbody: ${body}\n`
  assert.deepEqual(await as(project, (trx) => compareVersions(trx, id, second)), {
    before: text('Über uns', 'Hello'),
    after: text('About us', '"Hello {{ name }}"'),
    from: first,
    to: second,
  })
  assert.deepEqual(
    (await as(project, (trx) => compareVersions(trx, id, first))).before,
    '',
    'the first is compared with nothing',
  )
  const { revisions, total } = await as(project, (trx) => versionsOf(trx, id))
  assert.equal(total, 2)
  assert.deepEqual(
    revisions.map(({ commit, version, message }) => [commit, version, message]),
    [
      [second, 2, 'Change About us'],
      [first, 1, 'Change 2 definitions'],
    ],
  )
  assert.equal(await changed(project, id, { body: 'Hello {{ name }}' }), undefined, 'nothing changed, nothing kept')
  const other = await aTemplate(project, 'About us too')
  assert.equal(
    (await as(project, (trx) => versionAt(trx, id, other.commit)))!.text,
    text('About us', '"Hello {{ name }}"'),
  )
})

test('a removed thing keeps its key and its versions; another of its name has another key', async () => {
  const project = await aProject()
  const { id, commit } = await aTemplate(project, 'Greeting', 'Hi')
  await as(project, async (trx) => {
    await trx.deleteFrom('text_templates').where('id', '=', id).execute()
    await keepChanged(trx, keeping)
  })
  const { id: next } = await aTemplate(project, 'Greeting')
  const rows = await as(project, (trx) =>
    trx
      .selectFrom('definitions')
      .select(['id', 'key', 'version', 'removed_at'])
      .where('kind', '=', 'text_template')
      .orderBy('key')
      .execute(),
  )
  assert.deepEqual(
    rows.map((row) => [row.id, row.key, row.version, row.removed_at !== null]),
    [
      [id, 'greeting', 2, true],
      [next, 'greeting-2', 1, false],
    ],
  )
  assert.match((await as(project, (trx) => versionAt(trx, id, commit)))!.text, /body: Hi\n$/)
})

test('what points to others names them, a field by what it was called then, and finds them again after all were renamed', async () => {
  const project = await aProject()
  const field = (id: string, name: string) => ({ id, name, type: 'text' })
  const [from, to] = ['0f6de5a0-6d1f-4c4e-8b1c-3a1f0c9d2e11', '1f6de5a0-6d1f-4c4e-8b1c-3a1f0c9d2e22']
  const definition = {
    connections: [{ id: '2f6de5a0-6d1f-4c4e-8b1c-3a1f0c9d2e33', source_field_id: from, target_field_id: to }],
    transformers: [],
  }
  const { id, structure, commit } = await as(project, async (trx) => {
    const structure = async (label: string, table_name: string, one: object) =>
      (
        await trx
          .insertInto('data_structures')
          .values({ label, table_name, class_name: table_name, fields: JSON.stringify([one]) })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const source_structure_id = await structure('Shop order', 'shop_order', field(from, 'number'))
    const target_structure_id = await structure('Sales order', 'sales_order', field(to, 'order_no'))
    const { id } = await trx
      .insertInto('mappings')
      .values({
        label: 'Shop to sales',
        source_structure_id,
        target_structure_id,
        definition: JSON.stringify(definition),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, structure: source_structure_id, commit: (await keepChanged(trx, keeping))! }
  })
  const version = (await as(project, (trx) => versionAt(trx, id, commit)))!
  assert.match(version.text, /^source_structure: ref:data_structure\/shop-order$/m)
  assert.match(version.text, /^ +source_field_id: ref:field\/shop-order\/number$/m)
  await as(project, async (trx) => {
    await trx
      .updateTable('data_structures')
      .set({ label: 'Basket', fields: JSON.stringify([field(from, 'basket_no')]) })
      .where('id', '=', structure)
      .execute()
    await keepChanged(trx, keeping)
  })
  const text = await as(project, (trx) => textWithIds(trx, version.text, { ...project, at: version.id }))
  assert.deepEqual(definitionOf(text)!.values, {
    label: 'Shop to sales',
    description: '',
    active: true,
    source_structure_id: structure,
    source_data_set_id: null,
    target_structure_id: (await as(project, (trx) => trx.selectFrom('mappings').selectAll().executeTakeFirstOrThrow()))
      .target_structure_id,
    definition,
  })
})

test('every column of every kind is part of it or is said not to be', async () => {
  for (const kind of definitionKinds) {
    const { table, columns, text } = kindOf(kind)
    const { rows } = await owner.query<{ args: string }>(
      `select pg_get_triggerdef(t.oid) as args from pg_trigger t where t.tgrelid = $1::regclass and t.tgname = 'define'`,
      [table],
    )
    const [told, , ...without] = [...rows[0]!.args.matchAll(/'([^']*)'/g)].map(([, word]) => word!)
    const all = await owner.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    )
    assert.equal(told, kind)
    assert.deepEqual(
      [...columns, ...(text ? [text] : [])].sort(),
      all.rows
        .map(({ name }) => name)
        .filter((name) => !without.includes(name))
        .sort(),
      kind,
    )
  }
})

test('a workflow is kept with its text behind its columns', async () => {
  const project = await aProject()
  const { id, mapping } = await as(project, async (trx) => {
    const queue = await trx.insertInto('queues').values({ name: 'Night' }).returning('id').executeTakeFirstOrThrow()
    const { id: mapping } = await made(trx, 'Mail')
    const { id } = await trx
      .insertInto('workflows')
      .values({ label: 'Import', class_name: 'Import', queue_id: queue.id, source: `label: Import # ${mapping}\n` })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, mapping }
  })
  const commit = (await as(project, (trx) => keepChanged(trx, keeping)))!
  const version = (await as(project, (trx) => versionAt(trx, id, commit)))!
  assert.match(version.text, /^kind: workflow\nkey: import\nclass_name: Import\nicon: ""\nqueue: ref:queue\/night\n/)
  assert.equal(sourceIn(version.text), 'label: Import # ref:text_template/mail\n')
  assert.equal(
    sourceIn(await as(project, (trx) => textWithIds(trx, version.text, project))),
    `label: Import # ${mapping}\n`,
  )
})

test(
  'git itself finds nothing wrong with the copy and tells the same story',
  { skip: !gitIsHere && 'git is not installed' },
  async () => {
    const project = await aProject()
    const { id } = await aTemplate(project, 'Änderung')
    for (let i = 1; i <= 29; i += 1) await changed(project, id, { body: `${i}` })
    assert.ok((await copyHistories(db, home)) >= 1)
    assert.equal(gitSays(project.tenant_id, 'fsck', '--full', '--strict'), '')
    assert.equal(gitSays(project.tenant_id, 'rev-list', '--count', 'main').trim(), '30')
    assert.equal(
      gitSays(project.tenant_id, '-c', 'core.quotePath=false', 'ls-tree', '-r', '--name-only', 'main'),
      'projects/commerce-hub/project.yaml\nprojects/commerce-hub/text-templates/aenderung.yaml\n',
    )
    assert.equal(
      gitSays(project.tenant_id, 'log', '-1', '--format=%an <%ae> %s', 'main').trim(),
      'Lena Vogt <lena@hanse.example> Change Änderung',
    )
    await changed(project, id, { body: 'last' })
    assert.equal(await copyHistories(db, home), 1)
    assert.equal(gitSays(project.tenant_id, 'fsck', '--full', '--strict'), '')
    rmSync(path.join(home, 'git', project.tenant_id), { recursive: true })
    await as(project, (trx) => trx.updateTable('git_heads').set({ copied: '' }).where('copied', '!=', '').execute())
    await copyHistories(db, home)
    assert.equal(gitSays(project.tenant_id, 'rev-list', '--count', 'main').trim(), '31', 'the copy was made again')
    assert.equal(await copyHistories(db, home), 0)
  },
)

test('commits at the same time line up one behind the other, and none is lost', async () => {
  const project = await aProject()
  const all = await Promise.all(Array.from({ length: 12 }, (_, i) => aTemplate(project, `f${i}`, `${i}`)))
  const head = await as(project, (trx) => trx.selectFrom('git_heads').select('commit').executeTakeFirstOrThrow())
  assert.ok(all.some(({ commit }) => commit === head.commit))
  for (const [i, { id }] of all.entries())
    assert.match((await as(project, (trx) => versionAt(trx, id, head.commit)))!.text, new RegExp(`body: "${i}"\n$`))
  await copyHistories(db, home)
  if (gitIsHere) assert.equal(gitSays(project.tenant_id, 'rev-list', '--count', 'main').trim(), '12')
})

test('a commit whose transaction fails never happened', async () => {
  const project = await aProject()
  const { id } = await aTemplate(project, 'Kept', '1')
  let lost = ''
  await assert.rejects(
    as(project, async (trx) => {
      await trx.updateTable('text_templates').set({ body: '2' }).where('id', '=', id).execute()
      lost = (await keepChanged(trx, keeping))!
      throw new Error('the row could not be written')
    }),
  )
  await assert.rejects(
    as(project, (trx) => versionAt(trx, id, lost)),
    NotFound,
  )
  assert.equal((await as(project, (trx) => versionsOf(trx, id))).total, 1)
  const objects = await as(project, (trx) =>
    trx.selectFrom('git_objects').select('oid').where('oid', '=', lost).execute(),
  )
  assert.deepEqual(objects, [])
})

test('a tenant without a history is told so, and nobody reads a version of another tenant or project', async () => {
  const [one, other] = [await aProject(), await aProject()]
  const { id, commit } = await aTemplate(one, 'Secret', 'secret')
  await assert.rejects(
    as(other, (trx) => versionAt(trx, id, commit)),
    { code: 'GIT_PROJECT_NOT_FOUND', message: 'Git project for this tenant not found' },
  )
  await aTemplate(other, 'Own')
  await assert.rejects(
    as(other, (trx) => versionAt(trx, id, commit)),
    { code: 'GIT_REVISION_NOT_FOUND' },
  )
  const { id: project_id } = await as({ level: 'tenant', tenant_id: one.tenant_id }, (trx) =>
    trx.insertInto('projects').values({ name: 'Next door' }).returning('id').executeTakeFirstOrThrow(),
  )
  const nextDoor = { ...one, project_id: project_id! }
  assert.equal((await as(nextDoor, (trx) => versionsOf(trx, id))).total, 0)
  await assert.rejects(
    as(nextDoor, (trx) => versionAt(trx, id, commit)),
    { code: 'GIT_REVISION_NOT_FOUND' },
  )
  const visible = await as(nextDoor, (trx) => trx.selectFrom('definitions').select('name').execute())
  assert.deepEqual(visible, [{ name: 'Next door' }])
})
