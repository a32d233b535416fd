import { tenantDraft } from '@weft/engine/provisioning/draft.ts'
import { createRun, runAll, runStep, undoRun } from '@weft/engine/provisioning/run.server.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { listQuery, metaOf, pageOf } from '@weft/kit/http/list-query.ts'
import { decrypt } from '@weft/kit/secrets/secrets.server.ts'
import { sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { refuseWeakPassword } from '../auth/password-rules.ts'
import type { House } from '../house.ts'
import { runView } from '../tenants/run-view.ts'

const params = z.object({ id: z.uuid() })
const stepParams = params.extend({ key: z.string().max(64) })
const config = { scope: 'branch', may: ['tenants', 'create'] } as const

/** The nine steps that make a tenant: begin, run all or one, look, take back. A step that fails is told in the run, not as an error. */
export const provisioningRoutes = (house: House): FastifyPluginAsyncZod => async (app) => {
  const { db, key, provisioning } = house
  const about = (summary: string) => ({ tags: ['provisioning_runs'], summary })
  /** Whoever may see a run may go on with it; others do not learn that it exists. */
  const seen = (scope: Scope, id: string) =>
    inScope(db, scope, (trx) => trx.selectFrom('provisioning_runs').select('id').where('id', '=', id).executeTakeFirst()).then((row) => row ?? Promise.reject(notFound()))

  app.get('/provisioning_runs', { schema: { ...about('List setups of tenants'), querystring: listQuery }, config }, ({ scope, query, language }) =>
    inScope(db, scope, async (trx) => {
      const { limit, offset } = pageOf(query)
      const found = await trx.selectFrom('provisioning_runs').select('id').orderBy('created_at', 'desc').limit(limit).offset(offset).execute()
      const { total } = await trx.selectFrom('provisioning_runs').select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { found, total: Number(total) }
    }).then(async ({ found, total }) => ({ data: await Promise.all(found.map(({ id }) => runView(db, scope, id, language))), meta: metaOf(query, total) })))

  app.post('/provisioning_runs', { schema: { ...about('Begin a setup; nothing is done yet'), body: tenantDraft }, config }, async ({ scope, body, language }, reply) => {
    const id = await beginRun(house, scope, body)
    return reply.code(201).send({ data: await runView(db, scope, id, language) })
  })

  app.get('/provisioning_runs/:id', { schema: { ...about('Read a setup with its steps'), params }, config }, async ({ scope, params, language }) => ({ data: await runView(db, scope, params.id, language) }))

  app.post('/provisioning_runs/:id/run', { schema: { ...about('Run every step that is not done, in order'), params }, config }, async ({ scope, params, language }) => {
    await seen(scope, params.id)
    await runAll(provisioning, params.id)
    return { data: await runView(db, scope, params.id, language) }
  })

  app.post('/provisioning_runs/:id/steps/:key/run', { schema: { ...about('Run one step; earlier ones must be done'), params: stepParams }, config }, async ({ scope, params, language }) => {
    await seen(scope, params.id)
    await runStep(provisioning, params.id, params.key)
    return { data: await runView(db, scope, params.id, language) }
  })

  app.post('/provisioning_runs/:id/undo', { schema: { ...about('Take back what was done, last step first'), params }, config }, async ({ scope, params, language }) => {
    await seen(scope, params.id)
    await undoRun(provisioning, params.id)
    return { data: await runView(db, scope, params.id, language) }
  })

  app.post('/provisioning_runs/:id/sftp_password', { schema: { ...about('The password of the SFTP user, said only once'), params }, config }, async ({ scope, params }) => {
    const password = await inScope(db, scope, async (trx) => {
      const step = await trx.selectFrom('provisioning_steps').select('result').where('run_id', '=', params.id).where('key', '=', 'add_sftp_user').forUpdate().executeTakeFirst()
      const secret = (step?.result as { secret?: string } | undefined)?.secret
      if (!secret) throw notFound()
      await trx.updateTable('provisioning_steps').set({ result: sql`result - 'secret'` }).where('run_id', '=', params.id).where('key', '=', 'add_sftp_user').execute()
      return decrypt(key, Buffer.from(secret, 'base64'))
    })
    return { data: { password } }
  })
}

/** Only the provider chooses partner and server; a partner's tenant is his own. */
export async function beginRun(house: House, scope: Scope, draft: z.output<typeof tenantDraft>): Promise<string> {
  const { db } = house
  await refuseWeakPassword(house, 'user.password', draft.user.password, [draft.user.email, draft.user.first_name, draft.user.last_name])
  if (scope.level !== 'provider') return createRun({ db }, scope, { ...draft, server_id: null })
  const { partner_id } = draft
  const known = !partner_id || (await inScope(db, scope, (trx) => trx.selectFrom('partners').select('id').where('id', '=', partner_id).executeTakeFirst()))
  if (!known) throw invalidField('partner_id', texts.unknownPartner())
  return createRun({ db }, scope, draft)
}
