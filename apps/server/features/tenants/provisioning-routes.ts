import { provisioningRunContract } from '@weft/contracts/provisioning-runs.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { createRun, runAll, runStep, undoRun } from '@weft/engine/provisioning/run.server.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { checkFolder, checkStorage } from '@weft/engine/storage/storage-check.server.ts'
import type { RemoteStorage } from '@weft/engine/storage/remote/connect.server.ts'
import { inScope, systemScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { forbidden, invalidField, notFound } from '@weft/kit/errors/common.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { quotedTexts, type Text } from '@weft/kit/messages/messages.ts'
import { unseal, unsealText } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { FastifyPluginAsync } from 'fastify'
import { invite } from '../../auth/password-links.ts'
import { refuseWeakPassword } from '../../auth/password-rules.ts'
import type { AppContext } from '../../context.ts'
import { toStorageResponse as probeAnswer } from '../storages/storage-answer.ts'
import { refuseStrangers } from './responsible.ts'
import { runView } from './run-view.ts'

/** The nine steps that make a tenant or a partner, begun below `/clients` and `/partners`: run all or one, look, take back. A step that fails is told in the run, not as an error. */
export const provisioningRoutes =
  (
    context: AppContext<'db' | 'egress' | 'fileStore' | 'key' | 'mailer' | 'provisioning' | 'security'>,
  ): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, provisioningRunContract)

    const { db, key, provisioning } = context
    /** Whoever may see a run may go on with it; others do not learn that it exists. Partners take a right of their own. */
    const seen = async ({ scope, user }: Pick<FastifyRequest, 'scope' | 'user'>, id: string) => {
      const run = await inScope(db, scope, (trx) =>
        trx.selectFrom('provisioning_runs').select(['id', 'kind']).where('id', '=', id).executeTakeFirst(),
      )
      if (!run) throw notFound()
      if (run.kind === 'partner' && !can(user, 'partners', 'create')) throw forbidden()
    }
    /** Once all is done, a first user without a password is invited; where no mail can leave, the link is answered to hand on. */
    const toResponse = async ({ scope, language }: Pick<FastifyRequest, 'scope' | 'language'>, id: string) => {
      const data = await runView(db, scope, id, language)
      const invitation = data.state === 'done' ? await inviteFirst(context, id) : undefined
      return { data, ...(invitation && { meta: { invitation } }) }
    }

    on('GET /provisioning_runs', ({ scope, query, language }) =>
      inScope(db, scope, async (trx) => {
        const { limit, offset } = toLimitOffset(query)
        const wanted = trx
          .selectFrom('provisioning_runs')
          .$if(query.kind !== undefined, (runs) => runs.where('kind', '=', query.kind!))
        const found = await wanted.select('id').orderBy('created_at', 'desc').limit(limit).offset(offset).execute()
        const { total } = await wanted.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        return { found, total: Number(total) }
      }).then(async ({ found, total }) => ({
        data: await Promise.all(found.map(({ id }) => runView(db, scope, id, language))),
        meta: metaOf(query, total),
      })),
    )

    on('GET /provisioning_runs/:id', async ({ scope, params, language }) => ({
      data: await runView(db, scope, params.id, language),
    }))

    on('POST /provisioning_runs/:id/run', async (request) => {
      await seen(request, request.params.id)
      await runAll(provisioning, request.params.id)
      return toResponse(request, request.params.id)
    })

    on('POST /provisioning_runs/:id/steps/:key/run', async (request) => {
      await seen(request, request.params.id)
      await runStep(provisioning, request.params.id, request.params.key)
      return toResponse(request, request.params.id)
    })

    on('POST /provisioning_runs/:id/undo', async (request) => {
      await seen(request, request.params.id)
      await undoRun(provisioning, request.params.id)
      return toResponse(request, request.params.id)
    })

    on('POST /provisioning_runs/storage_test', async ({ scope, body, language }) => {
      const server = body.server_id
        ? await inScope(db, scope, (trx) =>
            trx.selectFrom('storage_servers').selectAll().where('id', '=', body.server_id!).executeTakeFirst(),
          )
        : undefined
      if (body.server_id && !server) throw invalidField('server_id', texts.noStorageServer())
      if ((server?.type ?? body.type) === 'local')
        return { data: probeAnswer(await checkFolder(context.fileStore.storage('provider')), language) }
      const password = server
        ? server.password
          ? unseal(key, placeIn(sealedColumns.storage_server_password, server), server.password)
          : ''
        : body.password
      return {
        data: probeAnswer(
          await checkStorage({ ...body, ...server, password } as RemoteStorage, context.egress),
          language,
        ),
      }
    })

    on('POST /provisioning_runs/:id/sftp_password', async ({ scope, params }) => {
      const password = await inScope(db, scope, async (trx) => {
        const step = await trx
          .selectFrom('provisioning_steps')
          .select('result')
          .where('run_id', '=', params.id)
          .where('key', '=', 'add_sftp_user')
          .forUpdate()
          .executeTakeFirst()
        const secret = (step?.result as { secret?: string } | undefined)?.secret
        if (!secret) throw notFound()
        await trx
          .updateTable('provisioning_steps')
          .set({ result: sql`result - 'secret'` })
          .where('run_id', '=', params.id)
          .where('key', '=', 'add_sftp_user')
          .execute()
        return unsealText(
          key,
          placeIn(sealedColumns.setup_result, { run_id: params.id, key: 'add_sftp_user' }, ['secret']),
          secret,
        )
      })
      return { data: { password } }
    })
  }

type Subject = Parameters<typeof createRun>[2]

/**
 * Only the provider chooses partner, server and who of its staff is responsible; a partner's tenant is its own, on a
 * server of the kind it wants.
 */
export async function beginRun(
  context: AppContext<'db' | 'key' | 'security'>,
  scope: Scope,
  subject: Subject,
): Promise<string> {
  const { db, key } = context
  const { draft } = subject
  const { email, first_name, last_name, password } = draft.user
  if (password) await refuseWeakPassword(context, 'user.password', password, [email, first_name, last_name])
  await refuseMissingKind(db, draft)
  if (scope.level !== 'provider')
    return createRun({ db, key }, scope, {
      kind: 'tenant',
      draft: {
        ...draft,
        server_id: null,
        documents_server_id: null,
        provider_user_id: null,
        storage: draft.storage && { ...draft.storage, server_id: null },
      },
    })
  const partner_id = subject.kind === 'tenant' ? subject.draft.partner_id : undefined
  await inScope(db, scope, async (trx) => {
    const known =
      !partner_id || (await trx.selectFrom('partners').select('id').where('id', '=', partner_id).executeTakeFirst())
    if (!known) throw invalidField('partner_id', texts.unknownPartner())
    await refuseStrangers(trx, draft)
    const documents = draft.documents_server_id
    if (
      documents &&
      !(await trx
        .selectFrom('database_servers')
        .select('id')
        .where('id', '=', documents)
        .where('engine', 'in', ['postgres', 'mongodb'])
        .where('active', '=', true)
        .executeTakeFirst())
    )
      throw invalidField('documents_server_id', texts.noServerOfKind())
    const server = draft.storage?.server_id
    if (
      server &&
      !(await trx
        .selectFrom('storage_servers')
        .select('id')
        .where('id', '=', server)
        .where('active', '=', true)
        .executeTakeFirst())
    )
      throw invalidField('storage.server_id', texts.noStorageServer())
  })
  return createRun({ db, key }, scope, subject)
}

async function refuseMissingKind(db: Database, { engine }: Subject['draft']) {
  if (!engine) return
  const found = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('database_servers')
      .select('id')
      .where('engine', '=', engine)
      .where('active', '=', true)
      .executeTakeFirst(),
  )
  if (!found) throw invalidField('engine', texts.noServerOfKind())
}

/** Runs all steps and answers the account they have made; otherwise what the failed step said. */
export async function finish({ db, provisioning }: AppContext<'db' | 'provisioning'>, run_id: string): Promise<string> {
  await runAll(provisioning, run_id)
  const { failed, subject_id } = await inScope(db, systemScope, async (trx) => ({
    failed: await trx
      .selectFrom('provisioning_steps')
      .select('error')
      .where('run_id', '=', run_id)
      .where('state', '=', 'failed')
      .executeTakeFirst(),
    ...(await trx
      .selectFrom('provisioning_runs')
      .select('subject_id')
      .where('id', '=', run_id)
      .executeTakeFirstOrThrow()),
  }))
  const error = failed?.error as { code: string; message: Text } | undefined
  if (error) throw new WeftError(503, error.code, quotedTexts(error.message.en, error.message.de))
  return subject_id
}

/** Invites the first user of a finished setup, once, if they were given no password. */
export async function inviteFirst(context: AppContext<'db' | 'mailer' | 'security'>, run_id: string) {
  const user = await inScope(context.db, systemScope, (trx) =>
    trx
      .selectFrom('provisioning_steps as s')
      .innerJoin('provisioning_runs as r', (join) => join.onRef('r.id', '=', 's.run_id').on('r.state', '=', 'done'))
      .innerJoin('users as u', (join) => join.on(sql<boolean>`u.id = (s.result ->> 'user_id')::uuid`))
      .select(['u.id', 'u.email', 'u.first_name', 'u.last_name', 'u.language'])
      .where('s.run_id', '=', run_id)
      .where('s.key', '=', 'add_entry')
      .where('u.password_hash', 'is', null)
      .where('u.invited_at', 'is', null)
      .executeTakeFirst(),
  )
  return user && invite(context, user)
}
