import { mailLogContract, mailLogSorts } from '@weft/contracts/mail-logs.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { openMailArchive } from '@weft/engine/mail/archive.server.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'

const filterable = ['status', 'class_name', 'workflow_id', 'job_id'] as const

/** Whose mails: what the installation wrote itself, or what a project's workflows sent and were told of. */
const levels = ['/settings/email/log', '/mail_logs'] as const

/** The mails that were sent, kept or have failed: found, read as they were, and sent once more. */
export const mailLogRoutes =
  ({
    db,
    databases,
    fileStore,
    mailer,
    files,
  }: AppContext<'databases' | 'db' | 'files' | 'fileStore' | 'mailer'>): FastifyPluginAsync =>
  async (app) => {
    const archive = openMailArchive(databases)
    const on = implementRoutes(app, mailLogContract)

    for (const base of levels) {
      on(`GET ${base}`, async ({ scope, query }) => {
        const archived = await archive.withWords(scope, query.searchTerm)
        return inScope(db, scope, (trx) => listed(trx, scope, query, archived))
      })

      on(`GET ${base}/:id`, async ({ scope, params }) => {
        const mail = await inScope(db, scope, (trx) => one(trx, scope, params.id))
        return { data: { ...mail, ...(await archive.bodiesOf(mail)) } }
      })

      on(`POST ${base}/:id/resend`, async ({ scope, params }) => {
        const mail = await inScope(db, scope, (trx) => one(trx, scope, params.id))
        const sender = scope.tenant_id
          ? { tenant_id: scope.tenant_id, project_id: mail.project_id ?? undefined, files: files(scope.tenant_id) }
          : { files: fileStore.storage('support') }
        return { data: { status: await mailer.resend(sender, params.id, await archive.bodiesOf(mail)) } }
      })
    }
  }

/** The installation's own mails belong to no tenant; a tenant's are those of the selected project. */
const owned = (trx: Scoped, scope: Scope) => {
  const all = trx.selectFrom('mail_logs as m').leftJoin('workflows as w', 'w.id', 'm.workflow_id')
  return scope.tenant_id ? all.where('m.tenant_id', '=', scope.tenant_id) : all.where('m.tenant_id', 'is', null)
}

const shown = [
  'm.id',
  'm.title',
  'm.status',
  'm.recipient',
  'm.sender',
  'm.class_name',
  'm.language',
  'm.error',
  'm.masked',
  'm.job_id',
  'm.workflow_id',
  'm.resent_from',
  'm.created_at',
  'm.updated_at',
  'w.label as workflow',
] as const

async function listed(trx: Scoped, scope: Scope, query: ListQuery, archived: string[]) {
  let all = owned(trx, scope)
  const filters = filtersOf(query)
  for (const column of filterable)
    if (filters[column]) all = all.where((eb) => eb(eb.cast<string>(`m.${column}`, 'text'), '=', filters[column]!))
  if (query.searchTerm)
    all = all.where((eb) =>
      eb.or([
        ...(['m.recipient', 'm.title', 'm.body'] as const).map((column) =>
          eb(column, 'ilike', `%${escapeLike(query.searchTerm!)}%`),
        ),
        ...(archived.length > 0 ? [eb('m.id', 'in', archived)] : []),
      ]),
    )
  const { limit, offset } = toLimitOffset(query)
  const wanted = mailLogSorts.find((column) => column === query.sort?.replace(/^-/, ''))
  const descending = query.sort === undefined || query.sort.startsWith('-') || !wanted
  const data = await all
    .select(shown)
    .orderBy(`m.${wanted ?? 'created_at'}`, descending ? 'desc' : 'asc')
    .orderBy('m.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data, meta: metaOf(query, Number(total)) }
}

async function one(trx: Scoped, scope: Scope, id: string) {
  const found = await owned(trx, scope)
    .select([
      ...shown,
      'm.tenant_id',
      'm.project_id',
      'm.body',
      'm.html',
      'm.archived_at',
      'm.parameters',
      'm.dialogue',
    ])
    .where('m.id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}
