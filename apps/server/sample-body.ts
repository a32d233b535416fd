type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minLength?: number
  minimum?: number
  maximum?: number
  format?: string
  pattern?: string
  default?: unknown
}

const formats: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-00000000000a',
  email: 'sam@hanse.example',
  'date-time': '2030-01-01T00:00:00Z',
  date: '2030-01-01',
  uri: 'https://hanse.example',
}

/** A body as small as the schema of the reference allows: what must be there, each with the first value that fits. */
export function sampleBody(schema: Schema | undefined): unknown {
  if (!schema) return undefined
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum.find((value) => value !== '') ?? schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const one = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
  if (one) return sampleBody(one)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object')
    return Object.fromEntries((schema.required ?? []).map((name) => [name, sampleBody(schema.properties?.[name])]))
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => sampleBody(schema.items))
  if (type === 'string') return formats[schema.format ?? ''] ?? 'sample'.padEnd(schema.minLength ?? 0, 'x')
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  return type === 'boolean' ? true : null
}

/** A body that says everything the schema knows, each with a value other than its default. */
export function fullSampleOf(schema: Schema | undefined, depth = 0): unknown {
  if (!schema || 'const' in schema) return schema?.const
  if (schema.enum) return schema.enum.find((value) => value !== '' && value !== schema.default) ?? schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices)
    return fullSampleOf(
      choices.find(({ type }) => type !== 'null'),
      depth,
    )
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (type === 'object')
    return depth > 2
      ? {}
      : Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, fullSampleOf(inner, depth + 1)]),
        )
  if (type === 'boolean') return !(schema.default ?? false)
  if (type === 'integer' || type === 'number')
    return typeof schema.default === 'number' && (schema.maximum ?? Infinity) > schema.default
      ? schema.default + 1
      : Math.max(schema.minimum ?? 1, 1)
  return sampleBody({ ...schema, default: undefined })
}
