import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { mayBeInexact, parseJson } from '../define/parse-json.ts'
import { refuseLargeJson } from './json-limits.ts'

/**
 * Bodies within the limits of json-limits.ts, which are looked at before anything is parsed, keep every digit: a number no double holds
 * comes as text, as records carry it. Where a schema wants a number it gets the nearest one.
 */
export function readNumbersExactly(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      refuseLargeJson(bytes)
    } catch (error) {
      return done(error as Error)
    }
    const body = bytes.toString('utf8')
    void parse(request, body, (error, value) =>
      done(error, error || !mayBeInexact.test(body) ? value : parseJson(body)),
    )
  })
  app.setValidatorCompiler(lenientWithNumbers as FastifySchemaCompiler<unknown>)
}

const lenientWithNumbers: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = validatorCompiler(route as Parameters<typeof validatorCompiler>[0])
  return (data: unknown) => {
    const { error } =
      typeof data === 'object' && data !== null && route.httpPart === 'body' ? route.schema.safeParse(data) : {}
    for (const issue of error?.issues ?? [])
      if (issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'int'))
        roundAt(data, issue.path)
    return validate(data)
  }
}

function roundAt(data: unknown, path: PropertyKey[]) {
  const holder = path.slice(0, -1).reduce<any>((value, key) => value?.[key], data)
  const key = path.at(-1)
  if (key === undefined || !holder || !Object.hasOwn(holder, key)) return
  const value: unknown = holder[key]
  if (typeof value === 'string' && mayBeInexact.test(value) && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value))
    holder[key] = Number(value)
}
