import { defineElement } from '@weft/kit/define/element.ts'
import { z } from 'zod'
import type { WorkflowDocument } from '../workflow-model/document.ts'
import { comingFrom, leadingTo } from '../workflow-model/leading-to.ts'
import { planWorkflow, type Catalogue, type PlannedStep, type WorkflowPlan } from '../workflow-model/plan.ts'
import type { JobFiles } from '../runtime/job-files.ts'
import { inTest } from './in-test.ts'
import { sampleStep, type JobTest } from './job-test.ts'
import { cutAtPinned, pinnedStep } from './pinned.server.ts'
import type { Previews } from './previews.ts'

type Test = { trigger: string; test: JobTest; previews: Previews; jobFiles: JobFiles }

/** The plan of a test run: the steps that lead to where it ends, or one alone, none of which changes anything outside. */
export function planTest(
  document: WorkflowDocument,
  catalogue: Catalogue,
  { trigger, test, previews, jobFiles }: Test,
): WorkflowPlan {
  const as = (step: PlannedStep) => inTest(step, previews)
  const { only, from, until, pinned } = test
  const sampled = { ...catalogue, elements: [...catalogue.elements, sample] }
  if (only !== undefined) return planWorkflow(alone(document, catalogue, only), sampled, { trigger: sampleStep }, as)
  const whole = until === undefined ? document : leadingTo(document, until)
  const asked = from === undefined ? whole : behindSample(comingFrom(whole, from), catalogue, from)
  const first = from === undefined ? trigger : sampleStep
  if (!pinned) return planWorkflow(asked, sampled, { trigger: first }, as)
  const cut = cutAtPinned(asked, new Set(Object.keys(pinned.exits)))
  const begins = cut.steps.filter(({ id }) => id === first || id in pinned.exits).map(({ id }) => id)
  return planWorkflow(cut, sampled, { steps: begins }, (step) =>
    step.id in pinned.exits ? pinnedStep(step, jobFiles, pinned) : as(step),
  )
}

const sample = defineElement({
  key: sampleStep,
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconTestPipe',
  settings: z.strictObject({}),
  inputs: [],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Sample', de: 'Beispiel' },
    help: {
      en: 'Hands out the records a step is tried with.',
      de: 'Gibt die Datensätze aus, mit denen ein Schritt ausprobiert wird.',
    },
    fields: {},
  },
})

/** A step behind one that hands out what it is tried with. */
const alone = (document: WorkflowDocument, catalogue: Catalogue, id: string): WorkflowDocument =>
  behindSample({ ...document, steps: document.steps.filter((one) => one.id === id), edges: [] }, catalogue, id)

function behindSample(document: WorkflowDocument, { elements }: Catalogue, id: string): WorkflowDocument {
  const step = document.steps.find((one) => one.id === id)
  const port = elements.find(({ key }) => key === step?.element)?.inputs[0]
  if (!step || port === undefined) return { ...document, steps: [], edges: [] }
  const before = { ...step, id: sampleStep, element: sampleStep, settings: {}, disabled: false }
  return {
    ...document,
    steps: [before, ...document.steps],
    edges: [{ from: `${sampleStep}.out`, to: `${id}.${port}` }, ...document.edges],
  }
}
