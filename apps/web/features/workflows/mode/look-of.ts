import type { Condition } from '@weft/kit/define/condition.ts'
import type { Element } from '@weft/kit/define/element.ts'
import { describe } from '@weft/kit/ui/form/describe.ts'

type TableLook = { of: 'table'; table: string; fields: string[]; filter: Condition[] }
type OtherLook =
  | { of: 'query'; statement: string; parameters: string[] }
  | { of: 'place'; place: string }
  | { of: 'files'; path: string }
export type Look = TableLook | OtherLook

/** `unfinished`: what is to be looked at is not named yet; `late`: it is known only with a record of a run. */
export type Looking = { look: Look; withoutFilter?: boolean } | 'unfinished' | 'late'

/** What of another system can be seen beside the settings of a step; nothing where the step has none. */
export function lookOf(element: Element, settings: Record<string, unknown>): Looking | undefined {
  const inputs = new Map(
    Object.entries(element.settings.shape).flatMap(([key, schema]) =>
      ((input) => (input ? [[input, key] as const] : []))(describe(schema).meta.input),
    ),
  )
  const named = (input: string) => String(settings[inputs.get(input) ?? ''] ?? '').trim()
  if (!('connection' in element.settings.shape)) return undefined
  if (inputs.has('file')) {
    if (!settings['connection']) return undefined
    return ready(named('file'), (path) => ({ of: 'files', path }))
  }
  if (!['table', 'topic', 'query_connection'].some((input) => inputs.has(input))) return undefined
  if (!settings['connection']) return 'unfinished'
  if (inputs.has('topic')) return ready(named('topic'), (place) => ({ of: 'place', place }))
  if (inputs.has('query_connection')) {
    const parameters = textsIn(settings['parameters'])
    return parameters.some(isLate)
      ? 'late'
      : ready(
          String(settings['statement'] ?? '').trim(),
          (statement) => ({ of: 'query', statement, parameters }),
          false,
        )
  }
  if (named('table') === '') return 'unfinished'
  const fields = element.kind === 'sink' ? [] : textsIn(settings['fields'])
  const filter = (Array.isArray(settings['filter']) ? settings['filter'] : []) as Condition[]
  const known = filter.filter(({ field, value }) => field && !isLate(JSON.stringify(value) ?? ''))
  const look: Look = { of: 'table', table: named('table'), fields, filter: known }
  return { look, ...(known.length < filter.length && { withoutFilter: true }) }
}

const isLate = (text: string) => text.includes('{{')
const textsIn = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

function ready(name: string, look: (name: string) => Look, mayBeLate = true): Looking {
  if (name === '') return 'unfinished'
  return mayBeLate && isLate(name) ? 'late' : { look: look(name) }
}
