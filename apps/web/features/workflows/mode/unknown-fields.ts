import { fieldsOf } from '@weft/designers/workflow/data/fields.ts'
import { incomingOf, type RunSamples, type Sample } from '@weft/designers/workflow/data/samples.ts'
import type { Catalogue } from '@weft/designers/workflow/elements.ts'
import type { StepProblemView } from '@weft/designers/workflow/problem.ts'
import { nearest } from '@weft/kit/define/nearest.ts'
import { fieldOf, valueAt } from '@weft/kit/define/path.ts'
import { parseTemplate, type Operand } from '@weft/kit/define/template.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import type { Flow, FlowStep } from '@weft/kit/workflow-text/flow.ts'
import { textsIn } from './named-in.ts'

const texts = defineMessages({
  field: {
    en: 'No record seen here so far has a field {name}.',
    de: 'Kein hier bisher gesehener Datensatz hat ein Feld {name}.',
  },
  like: {
    en: 'No record seen here so far has a field {name}. Similar: {names}.',
    de: 'Kein hier bisher gesehener Datensatz hat ein Feld {name}. Ähnlich: {names}.',
  },
  list: {
    en: 'In the records seen here so far, {name} holds no list.',
    de: 'In den hier bisher gesehenen Datensätzen enthält {name} keine Liste.',
  },
})

/** Beside the fields of the record. */
const alwaysThere = new Set(['record', 'job', 'now', 'config'])

/** Fields that a setting names and none of the records has that are known to reach the step, or that hold something else than it needs. */
export const unknownFields = (
  flow: Pick<Flow, 'steps' | 'edges'>,
  known: RunSamples,
  catalogue: Catalogue,
): StepProblemView[] =>
  flow.steps.flatMap((step) => {
    const element = step.disabled ? undefined : catalogue.get(step.element)
    const records = incomingOf(flow, known, step.id).flatMap((one) => one.records)
    if (!element || records.length === 0) return []
    const names = fieldsOf(records).map(({ name }) => name)
    return textsIn(element.settings.shape, step.settings).flatMap(({ place, meta, value }) => {
      const messages =
        meta.input === 'field' && !value.includes('{{')
          ? fieldProblem(value, meta, records, names)
          : value.includes('{{') && meta.input !== 'code'
            ? templateProblems(value, step, records, names)
            : []
      return messages.map((message) => ({
        ...{ message, place: `settings.${place}`, step: step.id },
        level: 'warning' as const,
      }))
    })
  })

function fieldProblem(
  name: string,
  { written, holds }: { written?: boolean; holds?: string },
  records: readonly Sample[],
  names: readonly string[],
): Message[] {
  if (written) return []
  const values = records.map((record) => fieldOf(record, name)).filter((value) => value !== undefined)
  if (values.length === 0) return [notThere(name, names)]
  const filled = values.filter((value) => value !== null)
  if (holds === 'list' && filled.length > 0 && !filled.some(Array.isArray)) return [texts.list({ name })]
  return []
}

/** The paths of a text that end nowhere; what has a `default` may. */
function templateProblems(
  text: string,
  { settings }: FlowStep,
  records: readonly Sample[],
  names: readonly string[],
): Message[] {
  const missing = pathsIn(text).filter(([first, ...rest]) => {
    if (first === 'record') return rest.length > 0 && !records.some((record) => valueAt(record, rest) !== undefined)
    // A mail for the whole run says how many there were.
    if (alwaysThere.has(String(first)) || (first === 'records' && settings['times'] === 'once')) return false
    return !records.some((record) => valueAt(record, [first!, ...rest]) !== undefined)
  })
  return [...new Set(missing.map((path) => path.join('.')))].map((name) => notThere(name, names))
}

function pathsIn(text: string): (string | number)[][] {
  try {
    return parseTemplate(text).parts.flatMap((part) =>
      typeof part === 'string' || part.filters.some(({ name }) => name === 'default')
        ? []
        : [part.value, ...part.filters.flatMap((filter) => filter.arguments)].flatMap(pathIn),
    )
  } catch {
    return [] // cannot be read, which is told where it stands
  }
}

const pathIn = (operand: Operand): (string | number)[][] => ('path' in operand ? [operand.path] : [])

function notThere(name: string, names: readonly string[]): Message {
  const like = nearest(name, names)
  return like.length > 0 ? texts.like({ name, names: like.join(', ') }) : texts.field({ name })
}
