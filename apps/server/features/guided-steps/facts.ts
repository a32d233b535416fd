import type { guidedSteps } from '@weft/contracts/guided-steps.ts'

type Step = (typeof guidedSteps)[number]

/** Calls of the API by which a step is done: of each group at least one. */
export const facts: Record<Exclude<Step, 'webhook'>, readonly (readonly string[])[]> = {
  run: [['readJob']],
  mend: [['applyRejectionCauseMend', 'importRejectionCauseCorrections']],
  mapping: [
    ['changeMapping', 'changeMappingConnections', 'changeMappingTransformers'],
    ['runMapping', 'debugMapping'],
  ],
  query: [['runQuery', 'runKeptQuery']],
  chart: [['createInsight', 'changeInsight']],
  further: [['createWorkflow', 'createDataStructure', 'saveIntegration']],
}

/** The calls that are written down when somebody makes them. */
export const notedCalls: ReadonlySet<string> = new Set(Object.values(facts).flat(2))

export const isDone = (step: keyof typeof facts, done: Record<string, unknown>): boolean =>
  facts[step].every((calls) => calls.some((call) => call in done))
