import { partner } from '@weft/catalogue/resources/partner/partner.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { isWorkspaceTaken } from '@weft/engine/provisioning/workspaces.server.ts'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { may } from '@weft/kit/define/permissions.ts'
import { newPassword } from '@weft/kit/define/password.ts'
import { forbidden, invalidField } from '@weft/kit/errors/common.ts'
import { listQuery } from '@weft/kit/http/list-query.ts'
import { createRow, etagOf, listRows, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { refuseWeakPassword } from '../auth/password-rules.ts'
import { companySectionRoutes } from '../company-sections.ts'
import type { House } from '../house.ts'

const params = z.object({ id: z.uuid() })
type Id = z.output<typeof params>
const firstUser = z.strictObject({ first_name: z.string().trim().min(1).max(100), last_name: z.string().trim().min(1).max(100), email: z.email().toLowerCase().max(191), password: newPassword })
const draft = z.strictObject({ ...partner.fields, user: firstUser.optional() })

/** A partner is an entry with a first administrator; reading is by hand because selecting him wants his token, and lists count what is his. */
export const partnerRoutes = (house: House): FastifyPluginAsyncZod => async (app) => {
  const { db } = house
  const about = (summary: string) => ({ tags: ['partners'], summary })

  const view = { scope: 'branch', may: ['partners', 'view'] } as const

  app.get('/partners', { schema: { ...about('List partners'), querystring: listQuery }, config: view }, ({ scope, query }) =>
    inScope(db, scope, async (trx) => {
      const { data, meta } = await listRows(trx, partner, query)
      return { data: await withCounts(trx, data), meta }
    }))

  app.get('/partners/:id', { schema: { ...about('Read a partner'), params }, config: view }, async ({ scope, params }, reply) => {
    const data = await inScope(db, scope, async (trx) => (await withCounts(trx, [await readRow(trx, partner, params.id)]))[0]!)
    return reply.header('etag', etagOf(data)).send({ data })
  })

  app.post('/partners', { schema: { ...about('Create a partner with his first administrator'), body: draft }, config: { scope: 'provider', may: ['partners', 'create'] } }, async ({ scope, body }, reply) => {
    const { user, ...entry } = body
    await refuseTaken(db, entry.workspace)
    if (user && user.email.split('@')[1] !== entry.workspace) throw invalidField('user.email', texts.emailOutside({ domain: entry.workspace }))
    if (user) await refuseWeakPassword(house, 'user.password', user.password, [user.email, user.first_name, user.last_name])
    const data = await inScope(db, scope, async (trx) => {
      const row = await createRow(trx, partner, { ...entry, status: entry.active ? 'active' : 'deactivated' })
      if (user) {
        const { password, ...person } = user
        const known = await trx.selectFrom('users').select('id').where((eb) => eb(eb.fn('lower', ['email']), '=', user.email)).executeTakeFirst()
        if (known) throw invalidField('user.email', texts.emailTaken({ email: user.email }))
        await trx.insertInto('users').values({ ...person, kind: 'partner', partner_id: row.id, role: 'partner_admin', language: entry.language, password_hash: await hashPassword(password) }).execute()
      }
      return row
    })
    return reply.code(201).header('etag', etagOf(data)).send({ data: partner.row.parse(data) })
  })

  for (const method of ['PUT', 'POST'] as const)
    app.route({
      method,
      url: '/partners/:id',
      schema: { ...about('Change a partner'), params, body: partner.changes },
      config: { scope: 'branch', may: ['partners', 'update'] },
      handler: async ({ scope, params, body, headers }, reply) => {
        if (body.workspace !== undefined) await refuseTaken(db, body.workspace, params.id)
        const life = body.active === undefined ? {} : { status: body.active ? 'active' : 'deactivated' }
        const data = await inScope(db, scope, (trx) => updateRow(trx, partner, params.id, { ...body, ...life }, headers['if-match']))
        return reply.header('etag', etagOf(data)).send({ data: partner.row.parse(data) })
      },
    })

  companySectionRoutes(app, {
    at: '/partners/:id',
    one: 'partner',
    params,
    scope: 'branch',
    subject: () => 'partners',
    read: ({ scope, params }) => inScope(db, scope, (trx) => readRow(trx, partner, (params as Id).id)),
    change: async ({ scope, params, user, headers }, _, body) => {
      if (!may(user, 'partners', 'update')) throw forbidden()
      await inScope(db, scope, (trx) => updateRow(trx, partner, (params as Id).id, body, headers['if-match']))
    },
  })
}

async function refuseTaken(db: Database, domain: string, mine?: string) {
  if (await inScope(db, systemScope, (trx) => isWorkspaceTaken(trx, domain, mine))) throw invalidField('workspace', texts.domainAssigned({ domain }))
}

async function withCounts<T extends { id: string }>(trx: Scoped, partners: T[]) {
  const ids = partners.map((row) => row.id)
  if (ids.length === 0) return []
  const count = (table: 'tenants' | 'users') => trx.selectFrom(table).select((eb) => ['partner_id', eb.fn.countAll<number>().as('n')]).where('partner_id', 'in', ids).groupBy('partner_id').execute()
  const of = (counted: Awaited<ReturnType<typeof count>>, id: string) => Number(counted.find((row) => row.partner_id === id)?.n ?? 0)
  const [tenants, users] = [await count('tenants'), await count('users')]
  return partners.map((row) => ({ ...row, tenants: of(tenants, row.id), users: of(users, row.id) }))
}
