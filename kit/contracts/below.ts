import type { Method, RouteContract } from './route.ts'

type Below<At extends string, R> = {
  [
    Key in keyof R & string as Key extends `${infer M extends Method} ${infer Path}` ? `${M} ${At}${Path}` : never
  ]: R[Key]
}

/** Calls that several things have, below the path of one of them. */
export const callsBelow = <const At extends string, const R extends Readonly<Record<string, RouteContract>>>(
  at: At,
  routes: R,
) =>
  Object.fromEntries(
    Object.entries(routes).map(([key, route]) => [key.replace(' ', ` ${at}`), route]),
  ) as unknown as Below<At, R>
