import type { WorkflowProblem } from '@weft/engine/workflow-model/document.ts'
import { isError } from '@weft/engine/workflow-model/check.ts'
import { Invalid, type FieldErrors } from '@weft/kit/errors/errors.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  unreadable: { en: 'The text of the workflow cannot be read.', de: 'Der Text des Workflows ist nicht lesbar.' },
  elements: {
    en: 'Elements were not found. Please remove the steps that use them.',
    de: 'Elemente wurden nicht gefunden. Bitte entfernen Sie die Schritte, die sie verwenden.',
  },
  required: {
    en: 'Required fields are missing or invalid. Please correct the marked steps.',
    de: 'Pflichtfelder fehlen oder sind ungültig. Bitte korrigieren Sie die markierten Schritte.',
  },
  wrong: {
    en: 'The workflow cannot run as it is. Please look at the hints.',
    de: 'So kann der Workflow nicht laufen. Bitte sehen Sie sich die Hinweise an.',
  },
})

/** Throws where anything stands against publishing or running; the fields name step and place. */
export function refuseWorkflow(problems: readonly WorkflowProblem[]) {
  const errors = problems.filter(isError)
  if (errors.length === 0) return
  const fields = fieldsOf(errors)
  if (errors.some(({ place, step }) => place === 'element' && step))
    throw new Invalid('WORKFLOW_ELEMENTS_NOT_FOUND', texts.elements(), { fields })
  const limit = errors.find(({ place, step }) => place === 'limit' && step)
  if (limit) throw new Invalid('ELEMENT_SWITCHED_OFF', limit.message, { fields })
  if (errors.some(({ place }) => place.startsWith('settings')))
    throw new Invalid('WORKFLOW_REQUIRED_FIELDS', texts.required(), { fields })
  throw new Invalid('WORKFLOW_INVALID', texts.wrong(), { fields })
}

/** Throws because the text itself cannot be read. */
export function refuseText(problems: readonly WorkflowProblem[]): never {
  throw new Invalid('WORKFLOW_UNREADABLE', texts.unreadable(), { fields: fieldsOf(problems) })
}

function fieldsOf(problems: readonly WorkflowProblem[]): FieldErrors {
  const fields: FieldErrors = {}
  for (const { message, place, step, line } of problems) (fields[nameOf(place, step, line)] ??= []).push(message)
  return fields
}

const nameOf = (place: string, step: string | undefined, line: number | undefined) =>
  step && !place.startsWith('steps.')
    ? ['steps', step, place].filter(Boolean).join('.')
    : place || (line ? `line ${line}` : 'workflow')

/** Problems as the browser reads them. */
export const toWorkflowProblems = (problems: readonly WorkflowProblem[], language: Language) =>
  problems.map(({ message, place, step, line, column, level }) => ({
    message: say(message, language),
    place,
    step: step ?? null,
    line: line ?? null,
    column: column ?? null,
    level: level ?? 'error',
  }))
