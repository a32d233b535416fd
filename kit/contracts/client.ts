import type { z } from 'zod'
import type { Method } from './route.ts'

/**
 * Which routes the calls of the browser know. An application names its own once:
 * `declare module '@weft/kit/contracts/client.ts' { interface Registered { routes: typeof routes } }`.
 *
 * @public
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface Registered {}

type All = Registered extends { routes: infer R } ? R : Record<never, never>

type ColonsOf<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? `${ColonOf<Head>}/${ColonsOf<Tail>}`
  : ColonOf<Path>
type ColonOf<Segment extends string> = string extends Segment
  ? ':'
  : `${number}` extends Segment
    ? ':'
    : Segment extends `:${string}`
      ? ':'
      : Segment extends `${infer _}${string}`
        ? Segment
        : Segment extends ''
          ? ''
          : ':'

/** Each route by its method and its path without the names of its parts: `'GET /clients/:/billing'`. */
type ByShape = { [Key in keyof All & string as ColonsOf<Key>]: All[Key] }

/** The route of a path as it is asked: `` `/clients/${id}/billing` `` is `GET /clients/:id/billing`. */
type Found<M extends Method, Path extends string> = `${M} ${ColonsOf<Path>}` extends keyof ByShape
  ? ByShape[`${M} ${ColonsOf<Path>}`]
  : never

/** The path itself where the contract has a route for it, else nothing that could be passed. */
export type Known<M extends Method, Path extends string> = [Found<M, Path>] extends [never] ? never : Path

type AnswersOf<C> = C extends { answers: infer A } ? A[keyof A] : never
/** What the server answers to a call that succeeds. */
export type Answer<M extends Method, Path extends string> = Plain<AnswersOf<Found<M, Path>>>
type Plain<S> = S extends z.ZodNull ? undefined : S extends z.ZodType ? z.output<S> : never

/** What a call may ask: the names of the contract, as text or as what becomes text. */
export type Asked<M extends Method, Path extends string> =
  Found<M, Path> extends { query: infer S extends z.ZodType }
    ? { [Name in keyof z.input<S>]?: string | number | boolean | null | undefined }
    : Record<never, never>

/** What a call takes as its body. */
export type Sent<M extends Method, Path extends string> =
  Found<M, Path> extends { body: infer S extends z.ZodType } ? z.input<S> : undefined

/** A single entry. */
export type EntryOf<Path extends string> = Answer<'GET', Path> extends { data: infer Entry } ? Entry : never

/** One row of a list. */
export type ListRow<Path extends string> = Answer<'GET', Path> extends { data: (infer Row)[] } ? Row : never
