import { parseJson } from '@weft/kit/define/parse-json.ts'
import { operators, type Condition } from '@weft/kit/define/step-context.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { filtersOf, listQuery } from '@weft/kit/http/list-query.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { RecordSelection } from '@weft/engine/records/store.ts'
import { z } from 'zod'

const texts = defineMessages({
  conditions: { en: 'The conditions cannot be read.', de: 'Die Bedingungen können nicht gelesen werden.' },
})

export const condition = z.strictObject({
  field: z.string().max(200),
  operator: z.enum(operators),
  value: z.unknown().optional(),
})

const asked = listQuery.extend({
  perPage: z.coerce.number().int().min(1).max(500).default(50),
  conditions: z.string().max(20_000).optional(),
  state: z.enum(['dirty', 'clean']).optional(),
})

/** Which records: `filter[field]=value` for equality, `conditions` as JSON for any operator, `state`, `searchTerm`, `sort`. */
export const recordsQuery = byFields(asked)
export const exportQuery = <F extends readonly [string, ...string[]]>(formats: F, standard: F[number]) =>
  byFields(asked.extend({ format: z.enum(formats).default(standard as never) }))

/** Any field may be a filter; which there are is known to the structure. */
function byFields<S extends z.ZodRawShape>(schema: z.ZodObject<S, z.core.$strict>) {
  return schema.catchall(z.string()).superRefine((query, context) => {
    const keys = Object.keys(query).filter((key) => !Object.hasOwn(schema.shape, key) && !/^filter\[\w+\]$/.test(key))
    if (keys.length > 0) context.addIssue({ code: 'unrecognized_keys', keys, input: query })
  })
}

export function selectionOf(query: z.output<typeof recordsQuery>): RecordSelection {
  const equal = Object.entries(filtersOf(query)).map(([field, value]): Condition => ({
    field,
    operator: 'equals',
    value,
  }))
  return {
    filters: [...equal, ...given(query.conditions)],
    searchTerm: query.searchTerm ?? query.title,
    sort: query.sort,
    state: query.state,
  }
}

function given(text: string | undefined): Condition[] {
  if (!text) return []
  try {
    return z.array(condition).max(100).parse(parseJson(text))
  } catch {
    throw invalidField('conditions', texts.conditions())
  }
}
