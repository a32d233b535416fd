import { definitionContract } from '@weft/contracts/definitions.ts'
import { compareVersions, renameVersion, versionAt, versionsOf } from '@weft/engine/history/history.server.ts'
import type { DefinitionKind } from '@weft/engine/history/kinds.ts'
import { usesOf } from '@weft/engine/history/uses.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { can, type PermissionAction, type Permitted, type Subject } from '@weft/kit/define/permissions.ts'
import { forbidden, notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { metaOf } from '@weft/kit/http/list-query.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'

const subjects: Record<DefinitionKind, Subject> = {
  project: 'projects',
  queue: 'projects',
  connection: 'connections',
  data_structure: 'structures',
  dynamic_model: 'structures',
  mapping: 'workflows',
  function: 'workflows',
  data_set: 'insights',
  insight: 'insights',
  query: 'queries',
  text_template: 'workflows',
  workflow: 'workflows',
}

/** The versions of everything that is defined. */
export const definitionRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, definitionContract)

    on('GET /definitions/:id/uses', ({ scope, params, user }) =>
      inScope(db, scope, async (trx) => {
        await admit(trx, params.id, user, 'view')
        return { data: await usesOf(trx, params.id) }
      }),
    )

    on('GET /definitions/:id/versions', ({ scope, params, query, user }) =>
      inScope(db, scope, async (trx) => {
        await admit(trx, params.id, user, 'view')
        const { revisions, total } = await versionsOf(trx, params.id, query)
        return { data: revisions, meta: metaOf(query, total) }
      }),
    )

    on('GET /definitions/:id/versions/:rev', ({ scope, params, user }) =>
      inScope(db, scope, async (trx) => {
        await admit(trx, params.id, user, 'view')
        const version = await versionAt(trx, params.id, params.rev)
        if (!version) throw notFound()
        return { data: { commit: params.rev, text: version.text } }
      }),
    )

    on('GET /definitions/:id/versions/:rev/diff', ({ scope, params, query, user }) =>
      inScope(db, scope, async (trx) => {
        await admit(trx, params.id, user, 'view')
        return { data: await compareVersions(trx, params.id, params.rev, query.from) }
      }),
    )

    on('PUT /definitions/:id/versions/:rev', ({ scope, params, body, user }) =>
      inScope(db, scope, async (trx) => {
        await admit(trx, params.id, user, 'update')
        const named = await renameVersion(trx, params.id, params.rev, body.name)
        if (!named) throw notFound()
        return { data: named }
      }),
    )
  }

/** Who may do something with a thing may do it with its versions. Queries are run, not looked at. */
async function admit(trx: Scoped, id: string, user: Permitted, action: PermissionAction) {
  const found = await trx.selectFrom('definitions').select('kind').where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  const subject = subjects[found.kind as DefinitionKind]
  if (!can(user, subject, subject === 'queries' ? 'run' : action)) throw forbidden()
}
