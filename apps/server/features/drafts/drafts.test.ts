import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const tenant = await aTenant({ ...server.test, key: server.context.key }, { name: 'Hanse Handel' })
const other = await aTenant({ ...server.test, key: server.context.key }, { name: 'Alster Handel' })
type Headers = Record<string, string>
const headersOf = async (of: typeof tenant, email: string, role: string): Promise<Headers> => ({
  ...(await signedIn(server, { email, role, tenant_id: of.tenant_id })),
  'x-project-id': of.project_id,
})
const lena = await headersOf(tenant, 'lena@hanse.test', 'developer')
const omar = await headersOf(tenant, 'omar@hanse.test', 'developer')

async function call(headers: Headers, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await server.app.inject({ method, url: `/api/app${url}`, headers, ...(payload && { payload }) })
  const body = answer.body ? (answer.json() as any) : undefined
  return { status: answer.statusCode, data: body?.data, code: body?.code, message: body?.message, errors: body?.errors }
}
let number = 0
const source = (title: string) =>
  `weft: 1
label: Import ${number}
steps:
  - id: manual
    element: manual
  - id: tell
    element: notify
    settings:
      title: ${title}
edges:
  - from: manual.out
    to: tell.in
`
/** A workflow that runs. */
async function live(title = 'It works'): Promise<string> {
  number += 1
  const { data, errors } = await call(lena, 'POST', '/workflows', { label: `Import ${number}`, source: source(title) })
  assert.ok(data, JSON.stringify(errors))
  assert.equal((await call(lena, 'POST', `/workflows/${data.id}/publish`, { published: true })).status, 200)
  return data.id
}
const code = async (id: string) => (await call(lena, 'GET', `/workflows/${id}/code`)).data
const draftOf = (headers: Headers, id: string, body: object) => call(headers, 'PUT', `/workflows/${id}/draft`, body)

test('a draft is saved at any time, also unfinished and unreadable, and what runs stays as it is', async () => {
  const id = await live()
  const before = await code(id)
  const unfinished = `${before.source}  - id: half\n    element: [\n`
  const { status, data } = await draftOf(lena, id, { source: unfinished })
  assert.deepEqual(
    [status, data.source, data.revision, data.base_version, data.is_behind],
    [200, unfinished, 1, 1, false],
  )
  assert.equal(data.problems.length > 0, true)
  assert.deepEqual(await code(id), before)
  const again = await draftOf(lena, id, { source: before.source.replace('It works', 'Better'), revision: 1 })
  assert.deepEqual([again.data.revision, again.data.problems], [2, []])
  assert.deepEqual(
    (await call(omar, 'GET', `/workflows/${id}/drafts`)).data.map((one: any) => [one.author_email, one.is_own]),
    [['lena@hanse.test', false]],
  )
})

test('what a draft no longer needs goes with the save that replaces it, and all of it when it is discarded', async () => {
  const id = await live()
  const objects = () =>
    inScope(server.context.db, tenant.scope, async (trx) => {
      const rows = await trx.selectFrom('git_objects').select(['oid', 'draft']).orderBy('oid').execute()
      return { drafts: rows.filter(({ draft }) => draft).length, versions: rows.filter(({ draft }) => !draft) }
    })
  const before = await objects()
  for (let i = 0; i < 20; i += 1) await draftOf(lena, id, { source: source(`Try ${i}`) })
  const drafted = await objects()
  assert.ok(drafted.drafts - before.drafts <= 6, `${drafted.drafts} objects of drafts`)
  const [{ id: draft }] = (await call(lena, 'GET', `/workflows/${id}/drafts`)).data
  assert.equal((await call(lena, 'DELETE', `/workflows/${id}/drafts/${draft}`)).status, 204)
  assert.deepEqual(await objects(), before)
})

test('two windows of one person do not overwrite each other, and each person has a draft', async () => {
  const id = await live()
  const first = await draftOf(lena, id, { source: source('One'), revision: 0 })
  assert.equal(first.data.revision, 1)
  const late = await draftOf({ ...lena, 'accept-language': 'de' }, id, { source: source('Two'), revision: 0 })
  assert.deepEqual(
    [late.status, late.code, late.message],
    [409, 'DRAFT_CONFLICT', 'Sie haben diesen Entwurf inzwischen an anderer Stelle geändert. Bitte laden Sie ihn neu.'],
  )
  const omars = await draftOf(omar, id, { source: source('Mine') })
  assert.equal((await call(omar, 'GET', `/workflows/${id}/drafts`)).data.length, 2)
  const url = `/workflows/${id}/drafts/${first.data.id}`
  assert.equal((await call(omar, 'GET', url)).data.source, source('One'))
  assert.equal((await call(omar, 'DELETE', url)).status, 404, 'nobody discards what another works on')
  assert.equal((await call(lena, 'GET', `/workflows/${id}/drafts/${omars.data.id}`)).data.source, source('Mine'))
})

test('a draft is compared with what runs and published with a name and a note, as one version', async () => {
  const id = await live('Old')
  const { data: draft } = await draftOf(lena, id, { source: source('New') })
  const { data: beside } = await call(omar, 'GET', `/workflows/${id}/drafts/${draft.id}/diff`)
  assert.deepEqual([beside.before.includes('title: Old'), beside.after, beside.version], [true, source('New'), 1])
  const { status, data } = await call(lena, 'POST', `/workflows/${id}/drafts/${draft.id}/publish`, {
    version: 1,
    revision: 1,
    name: 'For the fair',
    message: 'Tells what is new',
  })
  assert.deepEqual([status, data.version, data.published, data.source], [200, 2, true, source('New')])
  assert.deepEqual((await call(lena, 'GET', `/workflows/${id}/drafts`)).data, [])
  const [newest] = (await call(lena, 'GET', `/workflows/${id}/revisions`)).data
  assert.deepEqual(
    [newest.commit, newest.name, newest.message, newest.author_email],
    [data.commit, 'For the fair', 'Tells what is new', 'lena@hanse.test'],
  )
})

test('nobody publishes over what somebody else has published without having seen it', async () => {
  const id = await live('Old')
  const { data: lenas } = await draftOf(lena, id, { source: source('Of Lena') })
  const { data: omars } = await draftOf(omar, id, { source: source('Of Omar') })
  const publish = (headers: Headers, draft: any, version: number) =>
    call(headers, 'POST', `/workflows/${id}/drafts/${draft.id}/publish`, { version, revision: draft.revision })
  assert.equal((await publish(omar, omars, 1)).status, 200)
  const refused = await publish(lena, lenas, 1)
  assert.deepEqual([refused.status, refused.code], [409, 'VERSION_CONFLICT'])
  const [head] = (await call(lena, 'GET', `/workflows/${id}/drafts`)).data
  assert.deepEqual([head.base_version, head.is_behind], [1, true])
  const { data: beside } = await call(lena, 'GET', `/workflows/${id}/drafts/${lenas.id}/diff`)
  assert.deepEqual([beside.before, beside.version], [source('Of Omar'), 2])
  const merged = await draftOf(lena, id, { source: source('Of both'), revision: 1, base_version: 2 })
  assert.deepEqual([merged.data.base_version, merged.data.is_behind], [2, false])
  assert.equal((await publish(lena, lenas, 2)).code, 'DRAFT_CONFLICT', 'that is not the draft that was looked at')
  assert.equal((await publish(lena, merged.data, 2)).status, 200)
  assert.equal((await code(id)).source, source('Of both'))
})

test('a draft with mistakes is refused with the step it is about, and stays', async () => {
  const id = await live()
  const { data: draft } = await draftOf(lena, id, { source: source('""') })
  const {
    status,
    code: said,
    errors,
  } = await call(lena, 'POST', `/workflows/${id}/drafts/${draft.id}/publish`, {
    version: 1,
    revision: 1,
  })
  assert.deepEqual(
    [status, said, Object.keys(errors)],
    [422, 'WORKFLOW_REQUIRED_FIELDS', ['steps.tell.settings.title']],
  )
  assert.equal((await call(lena, 'GET', `/workflows/${id}/drafts`)).data.length, 1)
  assert.equal((await code(id)).version, 1)
})

test('an earlier version becomes a draft, and replaces one only where that was named', async () => {
  const id = await live('First')
  await call(lena, 'PUT', `/workflows/${id}/code`, { source: source('Second') })
  const revisions = (await call(lena, 'GET', `/workflows/${id}/revisions`)).data
  const first = revisions.at(-1).commit
  const { data } = await call(lena, 'POST', `/workflows/${id}/revisions/${first}/draft`, {})
  assert.match(data.source, /title: First/)
  assert.deepEqual([data.base_version, (await code(id)).source], [2, source('Second')])
  assert.equal((await call(lena, 'POST', `/workflows/${id}/revisions/${first}/draft`, {})).code, 'DRAFT_CONFLICT')
  const again = await call(lena, 'POST', `/workflows/${id}/revisions/${first}/draft`, { revision: 1 })
  assert.equal(again.data.revision, 2)
})

test('a text saved directly runs at once, as before', async () => {
  const id = await live('Old')
  await draftOf(lena, id, { source: source('Draft') })
  const { data } = await call(omar, 'PUT', `/workflows/${id}/code`, { source: source('Direct'), name: 'By program' })
  assert.deepEqual([data.version, data.source], [2, source('Direct')])
  assert.equal((await call(lena, 'GET', `/workflows/${id}/revisions`)).data[0].name, 'By program')
})

test('who may only look sees drafts and makes none; another tenant and project see nothing', async () => {
  const id = await live()
  const { data: draft } = await draftOf(lena, id, { source: source('Draft') })
  const viewer = await headersOf(tenant, 'vic@hanse.test', 'viewer')
  const foreign = await headersOf(other, 'admin@alster.test', 'tenant_admin')
  assert.equal((await call(viewer, 'GET', `/workflows/${id}/drafts/${draft.id}`)).status, 200)
  assert.equal((await draftOf(viewer, id, { source: source('Mine') })).status, 403)
  for (const [method, url, body] of [
    ['GET', `/workflows/${id}/drafts`, undefined],
    ['GET', `/workflows/${id}/drafts/${draft.id}`, undefined],
    ['GET', `/workflows/${id}/drafts/${draft.id}/diff`, undefined],
    ['PUT', `/workflows/${id}/draft`, { source: source('Mine') }],
    ['DELETE', `/workflows/${id}/drafts/${draft.id}`, undefined],
    ['POST', `/workflows/${id}/drafts/${draft.id}/publish`, { version: 1, revision: 1 }],
  ] as const)
    assert.equal((await call(foreign, method, url, body)).status, 404, url)
})
