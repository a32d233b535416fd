import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'
import { aServer, signedIn } from '../testing.ts'
import { resolveSession } from './sessions.ts'

const server = await aServer()
const { db } = server.context
const [hanse, south] = await inScope(db, systemScope, (trx) =>
  trx
    .insertInto('tenants')
    .values(
      ['hanse', 'south'].map((name) => ({
        name,
        workspace: `${name}.example`,
        api_token: `${name}-token`,
        active: true,
        status: 'active' as const,
      })),
    )
    .returning('id')
    .execute(),
)
const projectOf = (tenant_id: string) =>
  inScope(db, { level: 'tenant', tenant_id }, (trx) =>
    trx.insertInto('projects').values({ name: 'Hub', short: 'hub' }).returning('id').executeTakeFirstOrThrow(),
  )
const [own, foreign] = [await projectOf(hanse!.id), await projectOf(south!.id)]
const tokenOf = async (email: string, role: 'admin' | 'tenant_admin', tenant_id?: string) =>
  (await signedIn(server, { email, role, ...(tenant_id && { tenant_id }) })).authorization!.slice('Bearer '.length)
const kim = await tokenOf('kim@hanse.example', 'tenant_admin', hanse!.id)
const ada = await tokenOf('ada@weft.example', 'admin')
const late = await tokenOf('late@hanse.example', 'tenant_admin', hanse!.id)

test('a tenant user finds their tenant without naming it, and their own project', async () => {
  const entered = await resolveSession(db, kim, { wanted: 'project', project_id: own.id })
  assert.equal(entered?.caller.email, 'kim@hanse.example')
  assert.deepEqual([entered?.tenant, entered?.project_id], [{ id: hanse!.id, active: true }, own.id])
})

test('a tenant user finds neither another tenant by its token nor its project', async () => {
  assert.equal(
    (await resolveSession(db, kim, { wanted: 'project', tenant_key: 'south-token', project_id: foreign.id }))?.tenant,
    null,
  )
  assert.equal((await resolveSession(db, kim, { wanted: 'project', project_id: foreign.id }))?.project_id, null)
})

test('an admin finds the tenant they name, and only its projects', async () => {
  const entered = await resolveSession(db, ada, { wanted: 'project', tenant_key: 'south-token', project_id: own.id })
  assert.deepEqual([entered?.tenant?.id, entered?.project_id], [south!.id, null])
  assert.equal((await resolveSession(db, ada, { wanted: 'project', project_id: own.id }))?.tenant, null)
})

test('asking leaves no scope behind, not even inside a transaction', async () => {
  const scope = await inScope(db, { level: 'tenant', tenant_id: south!.id }, async (trx) => {
    await resolveSession(trx, kim, { wanted: 'project', project_id: own.id })
    return (
      await sql<{
        level: string
        tenant: string
        user: string
      }>`select weft_level() as level, weft_tenant() as tenant, weft_user() as user`.execute(trx)
    ).rows[0]
  })
  assert.deepEqual(scope, { level: 'tenant', tenant: south!.id, user: null })
  assert.deepEqual((await sql<{ level: string }>`select weft_level() as level`.execute(db)).rows, [{ level: '' }])
})

test('a session ends an hour after its last use and a day after its beginning', async () => {
  const age = (change: object) =>
    inScope(db, systemScope, (trx) =>
      trx
        .updateTable('sessions')
        .set(change)
        .where('user_id', '=', (eb) => eb.selectFrom('users').select('id').where('email', '=', 'late@hanse.example'))
        .execute(),
    )
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  await age({ used_at: ago(59), created_at: ago(23 * 60) })
  assert.ok(await resolveSession(db, late)) // and counts as a use
  assert.ok(await resolveSession(db, late))
  await age({ used_at: ago(61), created_at: ago(23 * 60) })
  assert.equal(await resolveSession(db, late), undefined)
  await age({ used_at: ago(1), created_at: ago(24 * 60 + 1) })
  assert.equal(await resolveSession(db, late), undefined)
})

test('whoever holds the token of a session that is over is told since when and why; a made-up token is told nothing', async () => {
  const token = await tokenOf('gone@hanse.example', 'tenant_admin', hanse!.id)
  const headers = (token: string) => ({ authorization: `Bearer ${token}`, 'accept-language': 'en' })
  const metaOf = async (token: string) => {
    const answer = await server.app.inject({ url: '/api/app/auth/me', headers: headers(token) })
    return [answer.statusCode, (answer.json() as { meta?: unknown }).meta]
  }
  const set = (change: object) =>
    inScope(db, systemScope, (trx) =>
      trx
        .updateTable('sessions')
        .set(change)
        .where('token_hash', '=', createHash('sha256').update(token).digest())
        .execute(),
    )
  await set({ created_at: '2026-01-01T08:00:00Z', used_at: '2026-01-01T09:00:00Z' })
  assert.deepEqual(await metaOf(token), [401, { reason: 'idle', at: '2026-01-01T10:00:00.000Z', minutes: 60 }])
  await set({ used_at: '2026-01-02T07:30:00Z' })
  assert.deepEqual(await metaOf(token), [401, { reason: 'age', at: '2026-01-02T08:00:00.000Z', minutes: 1440 }])
  await set({ revoked_at: '2026-01-01T12:00:00Z' })
  assert.deepEqual(await metaOf(token), [401, { reason: 'revoked', at: '2026-01-01T12:00:00.000Z' }])
  assert.deepEqual(await metaOf('x'.repeat(43)), [401, undefined])
})
