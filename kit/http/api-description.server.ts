import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'

/** The head of the OpenAPI document: https://spec.openapis.org/oas/v3.1.1. */
export const descriptionOf = (version: string) => ({
  openapi: '3.1.0',
  info: { title: 'Weft', version, license: { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' } },
  servers: [{ url: '/' }],
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } as const },
    schemas: {
      Refusal: {
        description:
          'Why a call was refused, in the language of the caller; `errors` has the sentences for each field.',
        type: 'object' as const,
        properties: {
          success: { type: 'boolean' as const, enum: [false] },
          code: { type: 'string' as const },
          message: { type: 'string' as const },
          errors: {
            type: 'object' as const,
            additionalProperties: { type: 'array' as const, items: { type: 'string' as const } },
          },
          meta: {},
        },
        required: ['success', 'code', 'message'],
      },
    },
  },
  security: [{ bearer: [] }],
})

/** What JSON Schema knows; everything else in a schema is a hint for forms. */
const vocabulary = new Set(
  (
    '$ref $defs type enum const title description default examples format pattern minLength maxLength minimum maximum exclusiveMinimum ' +
    'exclusiveMaximum multipleOf items prefixItems minItems maxItems uniqueItems properties required additionalProperties propertyNames ' +
    'patternProperties minProperties maxProperties allOf anyOf oneOf not contentEncoding contentMediaType readOnly writeOnly deprecated id'
  ).split(' '),
)

const zodToJsonConfig = {
  override: ({ jsonSchema }: { jsonSchema: object }) => {
    for (const key of Object.keys(jsonSchema))
      if (!vocabulary.has(key)) delete (jsonSchema as Record<string, unknown>)[key]
  },
}
const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig })
export const describeSchemas = createJsonSchemaTransformObject({ zodToJsonConfig })

const refused = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})
const refusals = {
  '4XX': refused('Refused: the request has to change'),
  '5XX': refused('Failed on the side of the server, or not available at the moment'),
}

/**
 * The reference says of each route whose data it works on, which permission it needs and how a refusal looks. Both base paths have the same
 * calls, so those of the provider's staff are told apart by their name: `adminListNotes` beside `listNotes`.
 */
export const describeRoute: typeof toJsonSchema = (given) => {
  const { schema, url } = toJsonSchema(given)
  const { scope, may, unaudited } = given.route.config ?? {}
  const { operationId, response } = (schema ?? {}) as { operationId?: string; response?: Record<string, object> }
  return {
    url: withoutEnd(url),
    schema: {
      ...schema,
      ...(operationId && { operationId: url.startsWith('/api/admin/') ? `admin${capital(operationId)}` : operationId }),
      ...(response && { response: { ...response, ...refusals } }),
      ...(scope === 'public' && { security: [] }),
      ...(scope && { 'x-works-on': scope }),
      ...(may && { 'x-needs': may.join('.') }),
      ...(unaudited && { 'x-unaudited': unaudited }),
    } as typeof schema,
  }
}

export const withoutEnd = (url: string) => url.replace(/(?<=.)\/$/, '')
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
