import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql, type ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import { inScope, type Database, type Scoped } from '../database/connect.server.ts'
import type { Tables } from '../database/tables.ts'
import type { Resource } from '../define/resource.ts'
import { notFound } from '../errors/common.ts'
import { Conflict } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'
import {
  filteredBy,
  filtersOf,
  listMeta,
  metaOf,
  toLimitOffset,
  sortedBy,
  yesOrNo,
  type ListQuery,
} from './list-query.ts'

const texts = defineMessages({
  moved: {
    en: 'Somebody else has changed this entry in the meantime. Please load it again.',
    de: 'Jemand anderes hat diesen Eintrag inzwischen geändert. Bitte laden Sie ihn neu.',
  },
})

type Row = Record<string, unknown> & { id: string; updated_at: string }
export type Verb = 'list' | 'get' | 'create' | 'update' | 'delete'

/**
 * The routes every resource has: list, get, create, update (PUT, and POST to the id), delete. Anything more, or anything that must
 * happen along with one of them, is a route of its own, and `without` leaves the derived one out.
 */
export function resourceRoutes(
  resource: Resource,
  db: Database,
  { without = [] }: { without?: Verb[] } = {},
): FastifyPluginAsyncZod {
  const { path, row, draft, changes, may, labels, scope } = resource
  const has = (verb: Verb) => !without.includes(verb)
  const params = z.object({ id: z.uuid() })
  const one = z.object({ data: row })
  const about = (verb: string) => ({ tags: [path], summary: `${verb} ${labels.one.en.toLowerCase()}` })

  return async (app) => {
    if (has('list'))
      app.get(
        `/${path}`,
        {
          schema: {
            ...about('List'),
            querystring: listQueryOf(resource),
            response: { 200: z.object({ data: z.array(row), meta: listMeta }) },
          },
          config: { scope, may: [may, 'view'] },
        },
        ({ scope, query }) => inScope(db, scope, (trx) => listRows(trx, resource, query)),
      )
    if (has('get'))
      app.get(
        `/${path}/:id`,
        { schema: { ...about('Read'), params, response: { 200: one } }, config: { scope, may: [may, 'view'] } },
        async ({ scope, params }, reply) => {
          const data = await inScope(db, scope, (trx) => readRow(trx, resource, params.id))
          return reply.header('etag', etagOf(data)).send({ data })
        },
      )
    if (has('create'))
      app.post(
        `/${path}`,
        {
          schema: { ...about('Create'), body: draft, response: { 201: one } },
          config: { scope, may: [may, 'create'], labels: labels.fields },
        },
        async ({ scope, body }, reply) => {
          const data = await inScope(db, scope, (trx) => createRow(trx, resource, body))
          return reply.code(201).header('etag', etagOf(data)).send({ data })
        },
      )
    if (has('update'))
      for (const method of ['PUT', 'POST'] as const)
        app.route({
          method,
          url: `/${path}/:id`,
          schema: { ...about('Change'), params, body: changes, response: { 200: one } },
          config: { scope, may: [may, 'update'], labels: labels.fields },
          handler: async ({ scope, params, body, headers }, reply) => {
            const data = await inScope(db, scope, (trx) =>
              updateRow(trx, resource, params.id, body, headers['if-match']),
            )
            return reply.header('etag', etagOf(data)).send({ data })
          },
        })
    if (has('delete'))
      app.delete(
        `/${path}/:id`,
        {
          schema: { ...about('Delete'), params, response: { 204: z.null() } },
          config: { scope, may: [may, 'delete'] },
        },
        async ({ scope, params }, reply) => {
          await inScope(db, scope, (trx) => deleteRow(trx, resource, params.id))
          return reply.code(204).send(null)
        },
      )
  }
}

type AnyTable = Pick<Tables, 'notes'>
type Any = ExpressionBuilder<AnyTable, 'notes'>

// The table is known only at run time; Kysely quotes identifiers, and every column named here comes from the declaration.
const table = (resource: Resource) => resource.table as 'notes'
const column = (name: string) => name as 'title'

const columnsOf = ({ fields }: Pick<Resource, 'fields'>) => [...Object.keys(fields), 'id', 'created_at', 'updated_at']

/** What may be asked of the list of a resource: its own columns, and of those with a few values one of these. */
export const listQueryOf = ({ fields }: Pick<Resource, 'fields'>) =>
  filteredBy(
    Object.fromEntries(
      columnsOf({ fields }).map((name) => [name, fields[name] ? filterFor(fields[name]) : z.string()]),
    ),
  ).extend({ sort: sortedBy(columnsOf({ fields })) })

function filterFor(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodDefault || field instanceof z.ZodOptional || field instanceof z.ZodNullable)
    return filterFor(field.unwrap() as z.ZodType)
  if (field instanceof z.ZodEnum) return field
  return field instanceof z.ZodBoolean ? yesOrNo : z.string()
}

export async function listRows(trx: Scoped, resource: Resource, query: ListQuery) {
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
  return { data: data as unknown as Row[], meta: metaOf(query, Number(total)) }
}

export async function readRow(trx: Scoped, resource: Resource, id: string): Promise<Row> {
  const found = await trx.selectFrom(table(resource)).selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  return found as unknown as Row
}

export async function createRow(trx: Scoped, resource: Resource, draft: Record<string, unknown>): Promise<Row> {
  return (await trx
    .insertInto(table(resource))
    .values(stored(draft) as never)
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as Row
}

export async function updateRow(
  trx: Scoped,
  resource: Resource,
  id: string,
  changes: Record<string, unknown>,
  ifMatch?: string,
): Promise<Row> {
  const before = await trx.selectFrom(table(resource)).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!before) throw notFound()
  refuseMoved(ifMatch, before as unknown as Row)
  if (Object.keys(changes).length === 0) return before as unknown as Row
  return (await trx
    .updateTable(table(resource))
    .set(stored(changes) as never)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as Row
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
