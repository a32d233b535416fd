import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Language, type Message } from '@weft/kit/messages/messages.ts'
import { checkMapping, isRunnable, type CheckedMapping, type MappingParts } from './check/check.ts'
import type { Collect } from './emit/evaluate.ts'
import { planMapping } from './emit/plan.ts'
import { handed, handedValues } from './emit/handed.ts'
import { writeCode } from './emit/source.ts'
import { computedBy } from './compute-functions.ts'
import { parseMapping } from './parse/parse.ts'
import { runnerFor, type Engine, type MakeEngine, type MappingPorts, type MappingRun } from './runner.ts'

const texts = defineMessages({
  unfinished: {
    en: 'The mapping “{label}” cannot run. {problem}',
    de: 'Das Mapping „{label}“ kann nicht laufen. {problem}',
  },
})

/** Makes one function of a mapping. Throws `Invalid` with every problem where it cannot run. */
export function compileMapping(
  parts: Omit<MappingParts, 'definition'> & { definition: unknown; label?: string },
  ports: MappingPorts,
): MappingRun {
  const parsed = parseMapping(parts.definition)
  const checked = 'definition' in parsed ? checkMapping({ ...parts, definition: parsed.definition }) : undefined
  const problems = 'problems' in parsed ? parsed.problems : checked!.problems
  if (!checked || !isRunnable(problems)) throw refusal(problems, parts.label ?? '')
  return runnerFor(checked, ports, emitted)
}

function refusal(problems: CheckedMapping['problems'], label: string) {
  const first = problems.find(({ severity }) => severity !== 'warning')!
  const { text, values } = first.message
  const said = texts.unfinished({ label, problem: '' }).text
  const inserted = (language: Language) =>
    said[language].replace('{label}', '{mapping_label}').replace('{problem}', text[language])
  const message = { text: { en: inserted('en'), de: inserted('de') }, values: { ...values, mapping_label: label } }
  const fields: Record<string, Message[]> = {}
  for (const { at, message } of problems)
    (fields[`definition.${at.on}${'id' in at ? `.${at.id}` : ''}`] ??= []).push(message)
  return new Invalid('MAPPING_INVALID', message, { fields })
}

/** The code of a mapping as its worker runs it. */
export const codeOf = (checked: CheckedMapping) => writeCode(planMapping(checked))

export const emitted: MakeEngine = (plan, rows, moment) => {
  const { code, tests } = writeCode(plan)
  let sink: Collect = () => undefined
  const collect: Collect = (lookup, key) => sink(lookup, key)
  const values = handedValues(plan, { rows, moment, tests, collect })
  // The code is ours alone: of a tenant's words only checked names and quoted texts stand in it.
  const made = new Function(...handed, code)(...handed.map((name) => values[name])) as {
    map: Engine['map']
    gather: ((record: DataRecord) => unknown)[][]
  }
  const gather = made.gather.map((round) =>
    round.map((one) => (record: DataRecord, into: Collect) => {
      sink = into
      one(record)
    }),
  )
  return { map: made.map, gather }
}

/** Own functions, each as code of its own. */
export const emittedFunctions = computedBy(emitted)
