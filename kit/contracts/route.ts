import { z } from 'zod'
import type { PermissionAction, Subject } from '../define/permissions.ts'
import type { FieldLabel } from '../define/resource.ts'

/**
 * Whose data a route works on: `provider` only the provider's, `branch` whatever lies below the caller (all, a partner's or one
 * tenant's), `tenant` and `project` the selected ones, `level` the selected tenant or partner and without one the caller's own, `user` the
 * caller, `public` nobody's.
 */
export type RouteScope = 'provider' | 'partner' | 'branch' | 'tenant' | 'project' | 'level' | 'user' | 'public'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Success = 200 | 201 | 202 | 204 | 302

/** One call: who may make it, what it takes and what it answers. Refusals look the same everywhere and are added to the document. */
export type RouteContract = {
  /** The name of the call in the OpenAPI document and in clients made from it: a verb and its object, `listJobs`. */
  operationId: string
  summary: string
  scope: RouteScope
  /** The permission of the caller's role it needs. */
  may?: readonly [Subject, PermissionAction]
  /** Why a call that is no mere question leaves no entry in the audit log. */
  unaudited?: string
  /** Only for somebody who is signed in, as every call of scope `user` is: service accounts are refused. */
  peopleOnly?: true
  /** Parts of the path that are no uuid. */
  params?: Readonly<Record<string, z.ZodType>>
  query?: z.ZodType
  body?: z.ZodType
  /** Names of the fields of the body, for what is said about them. */
  labels?: Record<string, FieldLabel>
  /** What success looks like, by status. */
  answers: Partial<Record<Success, z.ZodType>>
  /** Media types, where they are not JSON. */
  consumes?: readonly string[]
  produces?: readonly string[]
}

export type Routes = Readonly<Record<`${Method} /${string}`, RouteContract>>

/** Declares the calls of a feature once: the server implements them, the browser and the OpenAPI document read them. */
export const defineRoutes = <const R extends Routes>(routes: R): R => routes

type Named<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Named<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The parts of a path by name: `'GET /clients/:id'` → `{ id: string }`. */
export type ParamsOf<Key extends string, C extends RouteContract> = {
  [Name in Named<Key>]: C extends { params: Readonly<Record<Name, infer S extends z.ZodType>> } ? z.output<S> : string
}
export type QueryOf<C extends RouteContract> = C extends { query: infer S extends z.ZodType }
  ? z.output<S>
  : Record<never, never>
export type BodyOf<C extends RouteContract> = C extends { body: infer S extends z.ZodType } ? z.output<S> : undefined

/** What parts of a path have to look like: uuids, where the contract says nothing else. */
export const paramsSchema = (path: string, declared: RouteContract['params'] = {}) =>
  z.object(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, declared[name!] ?? z.uuid()])))
