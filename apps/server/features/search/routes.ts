import { searchContract } from '@weft/contracts/search.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'

/** What the palette finds in a project: the table, what one has to be allowed to see, the column people know an entry by, and where it opens. */
const places = [
  {
    type: 'workflow',
    table: 'workflows',
    subject: 'workflows',
    name: 'label',
    link: (id: string) => `/project/workflows/${id}/mode/build`,
  },
  {
    type: 'mapping',
    table: 'mappings',
    subject: 'workflows',
    name: 'label',
    link: (id: string) => `/project/mappings/${id}/mapper`,
  },
  {
    type: 'data_structure',
    table: 'data_structures',
    subject: 'structures',
    name: 'label',
    link: (id: string) => `/project/data-structures/${id}/config`,
  },
  {
    type: 'dynamic_model',
    table: 'dynamic_models',
    subject: 'structures',
    name: 'model_name',
    link: (id: string) => `/project/dynamicModels/dynamicModel/${id}`,
  },
  {
    type: 'data_set',
    table: 'data_sets',
    subject: 'insights',
    name: 'name',
    link: (id: string) => `/project/data-sets/editor/${id}`,
  },
  {
    type: 'insight',
    table: 'insights',
    subject: 'insights',
    name: 'label',
    link: (id: string) => `/project/insights/${id}`,
  },
  { type: 'note', table: 'notes', subject: 'projects', name: 'title', link: () => '/project/notes' },
] as const

/** Finds entries of the selected project by name: at least two characters, five hits of a kind, the most recent first. */
export const searchRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, searchContract)

    on('GET /search', ({ scope, query, user }) =>
      inScope(db, scope, async (trx) => {
        const pattern = `%${escapeLike(query.searchTerm)}%`
        const found = []
        for (const { type, table, subject, name, link } of places) {
          if (!can(user, subject, 'view')) continue
          const { rows } = await sql<{
            id: string
            title: string
          }>`select id, ${sql.ref(name)} as title from ${sql.table(table)} where ${sql.ref(name)} ilike ${pattern} order by updated_at desc limit 5`.execute(
            trx,
          )
          found.push(...rows.map(({ id, title }) => ({ type, id, title, link: link(id) })))
        }
        return { data: found }
      }),
    )
  }
