import { z } from 'zod'

/**
 * What a schema describes, without its rules: lengths, patterns, defaults and refusals of unknown keys are for requests. What was stored
 * under older rules can so still be answered.
 */
export const shapeOf = <S extends z.ZodType>(schema: S) => withoutRules(schema) as z.ZodType<z.output<S>, z.output<S>>

/** The same for fields by name. */
export const shapesOf = <F extends Readonly<Record<string, z.ZodType>>>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shapeOf(field)])) as {
    [Name in keyof F]: z.ZodType<z.output<F[Name]>, z.output<F[Name]>>
  }

/** A schema that holds itself has a name in the OpenAPI document, and so has its shape. */
function named(schema: z.core.$ZodType, shape: z.ZodType) {
  const id = z.globalRegistry.get(schema as z.ZodType)?.id
  return id ? shape.meta({ id: `${id}Shape` }) : shape
}

// A schema that holds itself does so in its shape as well.
const lazies = new WeakMap<z.core.$ZodType, z.ZodType>()

function withoutRules(schema: z.core.$ZodType): z.ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return z.string()
    case 'number':
      return z.number()
    case 'object':
      return z.object(Object.fromEntries(Object.entries(def.shape).map(([key, value]) => [key, withoutRules(value)])))
    case 'array':
      return z.array(withoutRules(def.element))
    case 'record':
      return z.record(z.string(), withoutRules(def.valueType))
    case 'union':
      return z.union(def.options.map(withoutRules))
    case 'optional':
      return withoutRules(def.innerType).optional()
    case 'nullable':
      return withoutRules(def.innerType).nullable()
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return withoutRules(def.innerType)
    case 'pipe':
      return withoutRules(def.out)
    case 'lazy': {
      const known =
        lazies.get(schema) ??
        named(
          schema,
          z.lazy(() => withoutRules(def.getter())),
        )
      lazies.set(schema, known)
      return known
    }
    default:
      return schema as z.ZodType
  }
}
