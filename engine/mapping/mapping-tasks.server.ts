import { declaredTransformers } from '@weft/kit/define/plugin.ts'
import type { MappingProblem, MappingTrace } from '@weft/kit/define/mapping.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import { openStored, type UnreadText } from '@weft/kit/text-templates/open-stored.ts'
import { say, type Language } from '@weft/kit/messages/messages.ts'
import { implement, type Implementation, type TaskContext } from '../isolation/serve.server.ts'
import { checkMapping, isRunnable } from './check/check.ts'
import { withFurther } from './check/further.ts'
import { codeOf } from './compile.ts'
import { withFunctions } from './functions.ts'
import { openElsewhere, type Computed } from './elsewhere.ts'
import { runMapping, suggestMapping, traceMapping, writeMapping, type MappingTrial } from './mapping-tasks.ts'
import { evaluatedFunctions, previewMapping } from './preview.ts'
import type { MappingPorts } from './runner.ts'
import { suggestConnections } from './suggest.ts'

/** Trying mappings, as isolated tasks: rows of other structures, configuration and what plugins compute are asked for. */
export const mappingTasks = (transformers: readonly Transformer[]): Implementation[] => {
  const knownWith = (
    { plugins, functions }: Pick<MappingTrial, 'plugins' | 'functions'>,
    apply: Parameters<typeof declaredTransformers>[1],
  ) =>
    withFunctions(
      new Map(
        [...transformers, ...plugins.flatMap((manifest) => declaredTransformers(manifest, apply))].map(
          (one) => [one.key, one] as const,
        ),
      ),
      functions,
      evaluatedFunctions,
    )
  const opened = (
    { plugins, functions, language, records: _records, moment: _moment, ...parts }: MappingTrial,
    { ask }: TaskContext,
  ) => {
    const ports: MappingPorts = {
      lookup: (query) => ask('lookup', query) as Promise<Map<string, DataRecord>>,
      references: (name, by, ids) => ask('references', { name, by, ids }) as Promise<Map<string, string>>,
      data_set: (query) => ask('data_set', query) as Promise<Map<string, DataRecord>>,
      partners: (query) => ask('partners', query) as Promise<Map<string, DataRecord[]> | undefined>,
      numbers: (asked) => ask('numbers', asked) as Promise<string>,
      configuration: (key) => ask('configuration', key) as Promise<string | undefined>,
      async text(id) {
        const unread = (await ask('text', id)) as UnreadText | undefined
        return unread && openStored(unread)
      },
    }
    const elsewhere = openElsewhere((calls) => ask('compute', calls) as Promise<Computed[]>)
    const { checked, run } = previewMapping(
      { ...parts, transformers: knownWith({ plugins, functions }, elsewhere.apply) },
      ports,
    )
    return {
      run: elsewhere.around(run),
      problems: told(checked.problems, language),
      runnable: isRunnable(checked.problems),
    }
  }
  return [
    implement(runMapping, async (trial, context) => {
      const { run, ...about } = opened(trial, context)
      const { out, rejected } = await run.run(trial.records, trial.moment)
      return { ...about, out, rejected: rejected.map((one) => ({ ...one, reason: say(one.reason, trial.language) })) }
    }),
    implement(traceMapping, async (trial, context) => {
      const { run, ...about } = opened(trial, context)
      return {
        ...about,
        traces: (await run.trace(trial.records, trial.moment)).map((trace) => toldTrace(trace, trial.language)),
      }
    }),
    implement(writeMapping, ({ plugins, functions, ...parts }) => {
      const { code } = codeOf(checkMapping({ ...parts, transformers: knownWith({ plugins, functions }, () => null) }))
      return { code }
    }),
    implement(suggestMapping, ({ source, target, definition, others, hints }) => {
      const all = withFurther(source, definition, others, () => undefined)
      return suggestConnections(all.source, target, definition, hints)
    }),
  ]
}

const told = (problems: readonly MappingProblem[], language: Language) =>
  problems.map(({ severity, code, message, at }) => ({
    severity,
    code,
    message: say(message, language),
    at: { ...at },
  }))

const toldTrace = ({ out, joined, rejected, values }: MappingTrace, language: Language) => ({
  ...(out && { out }),
  ...(joined && { joined }),
  ...(rejected && { rejected: { ...rejected, reason: say(rejected.reason, language) } }),
  values: values.map(({ failed, ...value }) => ({ ...value, ...(failed && { failed: say(failed, language) }) })),
})
