import { projectUsageContract, type ProjectUsage } from '@weft/contracts/project-usage.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { ignoring } from '@weft/kit/log/ignore.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { usageOf } from './usage.ts'

const most = 10

/** What a project may use, uses and shares, at a glance. */
export const projectUsageRoutes =
  ({ db, databases }: AppContext<'databases' | 'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, projectUsageContract)

    on('GET /project_usage', async ({ scope, user }) => {
      const { usage, structures } = await inScope(db, scope, async (trx) => ({
        usage: await usageOf(trx, { scope, user }),
        structures: await trx
          .selectFrom('data_structures')
          .select(['id', 'label', 'project_id', 'table_name'])
          .where('project_id', '=', scope.project_id)
          .execute(),
      }))
      return { data: { ...usage, structures: can(user, 'structures', 'view') ? await largest() : null } }

      async function largest(): Promise<ProjectUsage['structures']> {
        try {
          const counts = await (await recordStore(databases, scope.tenant_id)).counts(structures)
          const known = structures
            .map(({ id, label }) => ({ id, label, records: counts[id]?.total ?? 0, about: counts[id]?.about ?? false }))
            .toSorted((a, b) => b.records - a.records || a.label.localeCompare(b.label))
          return { total: structures.length, largest: known.slice(0, most) }
        } catch (error) {
          return ignoring('records could not be counted; the other figures stand', null)(error)
        }
      }
    })
  }
