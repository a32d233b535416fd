import { z } from 'zod'

/**
 * The schema of a change: every key may be left out, and what is left out stays as it is. zod's own `partial` would fill in
 * the defaults and so overwrite what is stored; `npm run check` refuses it. A list or an object that is sent replaces the one
 * there was as a whole, so inside of it defaults hold as they do on creation.
 */
export const changesOf = <F extends Record<string, z.ZodType>>(fields: F) =>
  z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, withoutDefault(field).optional()])) as {
      [K in keyof F]: z.ZodOptional<F[K]>
    },
  )

/** The same schema, saying nothing of a value that is not there: `default`, `prefault` and `catch` are taken off, however deep they are wrapped. */
function withoutDefault(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodCatch)
    return checkedLike(schema, withoutDefault(innerOf(schema)))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNonOptional)
    return checkedLike(schema, withoutDefault(innerOf(schema)))
  if (schema instanceof z.ZodNullable) return checkedLike(schema, withoutDefault(innerOf(schema)).nullable())
  if (schema instanceof z.ZodReadonly) return checkedLike(schema, withoutDefault(innerOf(schema)).readonly())
  if (schema instanceof z.ZodPipe)
    return checkedLike(schema, z.pipe(withoutDefault(schema.in as z.ZodType), schema.out as z.ZodType))
  return schema
}

const innerOf = (schema: { unwrap(): unknown }) => schema.unwrap() as z.ZodType

/** Checks written behind a wrapper, as in `z.string().default('').refine(…)`, hold for what is inside. */
const checkedLike = ({ def }: z.ZodType, schema: z.ZodType): z.ZodType =>
  def.checks?.length ? schema.check(...(def.checks as [])) : schema
