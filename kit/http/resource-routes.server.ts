import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { sql, type ExpressionBuilder } from 'kysely'
import type { z } from 'zod'
import { columnsOf, resourceContract, type Verb } from '../contracts/resource.ts'
import type { RouteContract } from '../contracts/route.ts'
import { inScope, type Database, type Scoped } from '../database/connect.server.ts'
import type { Tables } from '../database/tables.ts'
import type { Resource } from '../define/resource.ts'
import { notFound } from '../errors/common.ts'
import { Conflict } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'
import { implementRoutes } from './implement.server.ts'
import { filtersOf, metaOf, toLimitOffset, type ListQuery } from './list-query.ts'

const texts = defineMessages({
  moved: {
    en: 'Somebody else has changed this entry in the meantime. Please load it again.',
    de: 'Jemand anderes hat diesen Eintrag inzwischen geändert. Bitte laden Sie ihn neu.',
  },
})

type Row = Record<string, unknown> & { id: string; updated_at: string }
/** A row of the table of a resource: it holds what the resource declares. */
type RowOf<R extends Resource> = Row & z.output<R['row']>
// Which resource it is, and so what its rows hold, is known only at run time.
type RowRequest = FastifyRequest<{ Params: { id: string }; Querystring: ListQuery; Body: Record<string, unknown> }>
type RowHandler = (request: RowRequest, reply: FastifyReply) => unknown

/**
 * The routes every resource has: list, get, create, update (PUT, and POST to the id), delete. Anything more, or anything that must
 * happen along with one of them, is a route of its own, and `without` leaves the derived one out.
 */
export function resourceRoutes(
  resource: Resource,
  db: Database,
  { without = [] }: { without?: readonly Verb[] } = {},
): FastifyPluginAsync {
  const contract: Record<string, RouteContract> = resourceContract(resource, without)
  const { path } = resource

  return async (app) => {
    const on = implementRoutes(app, contract) as (key: string, handler: RowHandler) => void
    const has = (verb: Verb) => !without.includes(verb)
    if (has('list'))
      on(`GET /${path}`, ({ scope, query }) => inScope(db, scope, (trx) => listRows(trx, resource, query)))
    if (has('get'))
      on(`GET /${path}/:id`, async ({ scope, params }, reply) => {
        const data = await inScope(db, scope, (trx) => readRow(trx, resource, params.id))
        return reply.header('etag', etagOf(data)).send({ data })
      })
    if (has('create'))
      on(`POST /${path}`, async ({ scope, body }, reply) => {
        const data = await inScope(db, scope, (trx) => createRow(trx, resource, body))
        return reply.code(201).header('etag', etagOf(data)).send({ data })
      })
    if (has('update'))
      for (const method of ['PUT', 'POST'] as const)
        on(`${method} /${path}/:id`, async ({ scope, params, body, headers }, reply) => {
          const data = await inScope(db, scope, (trx) => updateRow(trx, resource, params.id, body, headers['if-match']))
          return reply.header('etag', etagOf(data)).send({ data })
        })
    if (has('delete'))
      on(`DELETE /${path}/:id`, async ({ scope, params }, reply) => {
        await inScope(db, scope, (trx) => deleteRow(trx, resource, params.id))
        return reply.code(204).send(null)
      })
  }
}

type AnyTable = Pick<Tables, 'notes'>
type Any = ExpressionBuilder<AnyTable, 'notes'>

// The table is known only at run time; Kysely quotes identifiers, and every column named here comes from the declaration.
const table = (resource: Resource) => resource.table as 'notes'
const column = (name: string) => name as 'title'

export async function listRows<R extends Resource>(trx: Scoped, resource: R, query: ListQuery) {
  const known = columnsOf(resource)
  const term = query.searchTerm ?? query.title
  const filters = Object.entries(filtersOf(query)).filter(([name]) => known.includes(name))
  const matching = (eb: Any) =>
    eb.and([
      ...(term
        ? [
            eb.or(
              resource.list.search.map((name) =>
                eb(sql<string>`${sql.ref(name)}::text`, 'ilike', `%${escapeLike(term)}%`),
              ),
            ),
          ]
        : []),
      ...filters.map(([name, value]) => eb(sql<string>`${sql.ref(name)}::text`, '=', value)),
    ])
  const wished = query.sort?.replace(/^-/, '') ?? ''
  const [order, direction] = known.includes(wished)
    ? ([wished, query.sort!.startsWith('-') ? 'desc' : 'asc'] as const)
    : ([resource.list.sort, resource.list.sort === 'created_at' ? 'desc' : 'asc'] as const)
  const { limit, offset } = toLimitOffset(query)
  const data = await trx
    .selectFrom(table(resource))
    .selectAll()
    .where(matching)
    .orderBy(column(order), direction)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await trx
    .selectFrom(table(resource))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matching)
    .executeTakeFirstOrThrow()
  return { data: data as unknown as RowOf<R>[], meta: metaOf(query, Number(total)) }
}

export async function readRow<R extends Resource>(trx: Scoped, resource: R, id: string): Promise<RowOf<R>> {
  const found = await trx.selectFrom(table(resource)).selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  return found as unknown as RowOf<R>
}

export async function createRow<R extends Resource>(
  trx: Scoped,
  resource: R,
  draft: Record<string, unknown>,
): Promise<RowOf<R>> {
  return (await trx
    .insertInto(table(resource))
    .values(stored(draft) as never)
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as RowOf<R>
}

export async function updateRow<R extends Resource>(
  trx: Scoped,
  resource: R,
  id: string,
  changes: Record<string, unknown>,
  ifMatch?: string,
): Promise<RowOf<R>> {
  const before = await trx.selectFrom(table(resource)).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!before) throw notFound()
  refuseMoved(ifMatch, before as unknown as Row)
  if (Object.keys(changes).length === 0) return before as unknown as RowOf<R>
  return (await trx
    .updateTable(table(resource))
    .set(stored(changes) as never)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as RowOf<R>
}

export async function deleteRow(trx: Scoped, resource: Resource, id: string): Promise<void> {
  const { numDeletedRows } = await trx.deleteFrom(table(resource)).where('id', '=', id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw notFound()
}

/** Refuses a change that was made to an older state of the entry than the one there is, as `If-Match` tells. */
export function refuseMoved(ifMatch: string | undefined, before: { updated_at: string }) {
  if (ifMatch && ifMatch !== '*' && ifMatch !== etagOf(before)) throw new Conflict('VERSION_CONFLICT', texts.moved())
}

export const etagOf = ({ updated_at }: { updated_at: string }) => `"${Date.parse(updated_at).toString(36)}"`

/** Objects and lists live in jsonb columns, which are written as text. */
const stored = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'object' && value !== null && !(value instanceof Uint8Array) ? JSON.stringify(value) : value,
    ]),
  )

export const escapeLike = (term: string) => term.replace(/[\\%_]/g, '\\$&')
