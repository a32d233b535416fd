import { parseJson } from '@weft/kit/define/parse-json.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  parameters: {
    en: 'This must be a JSON object such as {example}.',
    de: 'Hier muss ein JSON-Objekt stehen, etwa {example}.',
  },
})

/** The values a query is asked with, as they are typed. */
export const queryParameters = z
  .string()
  .max(20_000)
  .default('{}')
  .refine((text) => parametersOf(text) !== undefined, { error: say(wrong(), 'en'), params: { say: wrong() } })
  .meta({ input: 'longText' })

function wrong() {
  return texts.parameters({ example: '{"from": "2026-01-31"}' })
}

/** The object a text is; nothing where it is none. */
export function parametersOf(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const value = parseJson(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

export const queryChartTypes = ['column', 'bar', 'line', 'donut'] as const
/** How the result of a query is drawn: what lies along the axis, which column is its value, and which one parts it by colour. */
const queryChart = z.strictObject({
  type: z.enum(queryChartTypes),
  across: z.string().max(191),
  value: z.string().max(191),
  colour: z.string().max(191).optional(),
})
export type QueryChart = z.output<typeof queryChart>

export const query = defineResource({
  table: 'queries',
  path: 'queries',
  scope: 'project',
  fields: {
    name: z.string().trim().min(1).max(191),
    description: z.string().trim().min(1).max(2_000),
    sql: z.string().trim().min(1).max(20_000).meta({ input: 'longText' }),
    parameters: queryParameters,
    chart: queryChart.nullable().default(null),
  },
  list: { columns: ['name', 'description'], search: ['name', 'description', 'sql'], sort: 'name' },
  form: [['name'], ['description'], ['sql'], ['parameters']],
  may: 'queries',
  labels: {
    one: { en: 'Query', de: 'Abfrage' },
    many: { en: 'Queries', de: 'Abfragen' },
    fields: {
      name: { en: 'Name', de: 'Name' },
      description: { en: 'Description', de: 'Beschreibung' },
      sql: {
        label: { en: 'SQL', de: 'SQL' },
        help: {
          en: 'One SELECT; :name takes a value from the parameters.',
          de: 'Ein SELECT; :name nimmt einen Wert aus den Parametern.',
        },
      },
      parameters: {
        label: { en: 'Parameters (JSON)', de: 'Parameter (JSON)' },
        help: {
          en: 'Values by name, such as {"from": "2026-01-31"}.',
          de: 'Werte nach Namen, etwa {"from": "2026-01-31"}.',
        },
      },
      chart: { en: 'Chart', de: 'Diagramm' },
    },
  },
})
