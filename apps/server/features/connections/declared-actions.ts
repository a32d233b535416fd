import type { FoundAction } from '@weft/kit/define/connector-action.ts'
import type { Connector } from '@weft/kit/define/connector.ts'
import type { FoundField } from '@weft/kit/define/connector-session.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

/** The actions a connector declares, with their fields as those that a system tells. */
export const declaredActions = ({ actions = [] }: Connector, language: Language): FoundAction[] =>
  actions.map(({ key, labels, input, output }) => ({
    key,
    title: labels.title[language],
    input: fieldsIn(input),
    output: fieldsIn(output),
  }))

const types: Record<string, FoundField['type']> = {
  string: 'text',
  integer: 'integer',
  number: 'decimal',
  boolean: 'boolean',
  object: 'json',
  array: 'json',
}

function fieldsIn(schema: z.ZodObject): FoundField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, described]) => {
    const native = typeof described === 'object' && typeof described.type === 'string' ? described.type : 'any'
    return { name, type: types[native] ?? 'json', native, nullable: !required.includes(name) }
  })
}
