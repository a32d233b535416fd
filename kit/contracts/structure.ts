import { z } from 'zod'

type Structure<S extends z.ZodType> = z.ZodType<z.output<S>, z.output<S>>

/** What fields of input look like when they are answered: the same names and types, without checks, defaults and refusals. */
export const structuresOf = <F extends Readonly<Record<string, z.ZodType>>>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, bare(field)])) as unknown as {
    [Name in keyof F]: Structure<F[Name]>
  }

function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return bare(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodOptional) return bare(schema.unwrap() as z.ZodType).optional()
  if (schema instanceof z.ZodNullable) return bare(schema.unwrap() as z.ZodType).nullable()
  if (schema instanceof z.ZodPipe) return bare(schema.out as z.ZodType)
  if (schema instanceof z.ZodObject) return z.object(structuresOf(schema.shape as Record<string, z.ZodType>))
  if (schema instanceof z.ZodArray) return z.array(bare(schema.element as z.ZodType))
  if (schema instanceof z.ZodRecord) return z.record(z.string(), bare(schema.valueType as z.ZodType))
  if (schema instanceof z.ZodUnion) return unionOf((schema.options as z.ZodType[]).map(bare))
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return z.string()
  if (schema instanceof z.ZodNumber) return z.number()
  if (schema instanceof z.ZodBoolean) return z.boolean()
  return schema
}

const unionOf = (options: z.ZodType[]) =>
  options.some((option) => option instanceof z.ZodString) ? z.string() : z.union(options as [z.ZodType, ...z.ZodType[]])
