import { filteredBy, sortedBy, yesOrNo } from '../http/list-query.ts'
import type { Resource } from '../define/resource.ts'
import { itemOf, listOf, nothing } from './answers.ts'
import type { RouteContract } from './route.ts'
import { z } from 'zod'

export type Verb = 'list' | 'get' | 'create' | 'update' | 'delete'

type Derived<R extends Resource> = {
  list: {
    [K in `GET /${R['path']}`]: Call<{ query: ListQueryOf; answers: { 200: ReturnType<typeof listOf<R['row']>> } }>
  }
  get: { [K in `GET /${R['path']}/:id`]: Call<{ answers: { 200: ReturnType<typeof itemOf<R['row']>> } }> }
  create: {
    [K in `POST /${R['path']}`]: Call<{ body: R['draft']; answers: { 201: ReturnType<typeof itemOf<R['row']>> } }>
  }
  update: {
    [K in `PUT /${R['path']}/:id` | `POST /${R['path']}/:id`]: Call<{
      body: R['changes']
      answers: { 200: ReturnType<typeof itemOf<R['row']>> }
    }>
  }
  delete: { [K in `DELETE /${R['path']}/:id`]: Call<{ answers: { 204: typeof nothing } }> }
}
type Call<Own> = Omit<RouteContract, keyof Own> & Own
type ListQueryOf = ReturnType<typeof listQueryOf>
/** The calls of one resource but for those of some verbs. */
export type ResourceContract<R extends Resource, Without extends Verb> = Merged<Derived<R>[Exclude<Verb, Without>]>
type Merged<T> = { [K in T extends unknown ? keyof T : never]: T extends Record<K & string, infer V> ? V : never }

/**
 * The calls every resource has: list, read, create, update (PUT, and POST to the id) and delete. Those in `without` happen along with more
 * than a row and stand in a contract of their own.
 */
export function resourceContract<R extends Resource, const Without extends Verb = never>(
  resource: R,
  without: readonly Without[] = [],
): ResourceContract<R, Without> {
  const { path, row, draft, changes, may, labels, scope } = resource
  const many = capitals(path)
  const one = singular(many)
  const about = (verb: string, what: string, action: 'view' | 'create' | 'update' | 'delete') => ({
    operationId: `${verb}${what}`,
    summary: `${verb[0]!.toUpperCase()}${verb.slice(1)} ${labels.one.en.toLowerCase()}`,
    scope,
    may: [may, action] as const,
  })
  const change = { body: changes, labels: labels.fields, answers: { 200: itemOf(row) } }
  const verbs: Record<Verb, Record<string, RouteContract>> = {
    list: {
      [`GET /${path}`]: { ...about('list', many, 'view'), query: listQueryOf(resource), answers: { 200: listOf(row) } },
    },
    get: { [`GET /${path}/:id`]: { ...about('read', one, 'view'), answers: { 200: itemOf(row) } } },
    create: {
      [`POST /${path}`]: {
        ...about('create', one, 'create'),
        body: draft,
        labels: labels.fields,
        answers: { 201: itemOf(row) },
      },
    },
    update: {
      [`PUT /${path}/:id`]: { ...about('change', one, 'update'), ...change },
      [`POST /${path}/:id`]: { ...about('change', `${one}ByPost`, 'update'), ...change },
    },
    delete: { [`DELETE /${path}/:id`]: { ...about('delete', one, 'delete'), answers: { 204: nothing } } },
  }
  const all = (Object.keys(verbs) as Verb[]).filter((verb) => !(without as readonly Verb[]).includes(verb))
  return Object.assign({}, ...all.map((verb) => verbs[verb])) as ResourceContract<R, Without>
}

/** `mail_templates` → `MailTemplates`. */
const capitals = (path: string) =>
  path
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** `Queries` → `Query`, `MailTemplates` → `MailTemplate`; news stay news. */
const singular = (many: string) => (many === 'News' ? many : many.replace(/ies$/, 'y').replace(/s$/, ''))

/** The columns a list of a resource answers with, sorts and filters by. */
export const columnsOf = ({ fields }: Pick<Resource, 'fields'>) => [
  ...Object.keys(fields),
  'id',
  'created_at',
  'updated_at',
]

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
