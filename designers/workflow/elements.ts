import { exitsOf, type Element, type ElementGroup } from '@weft/kit/define/element.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import { say, type Language, type Text } from '@weft/kit/messages/messages.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'
import type { FlowStep } from '@weft/kit/workflow-text/flow.ts'
import { exitTexts } from './texts.ts'

/** The elements a workflow may use, by key. */
export type Catalogue = ReadonlyMap<string, Element>

export const groupTones: Record<ElementGroup, Tone> = {
  trigger: 'violet',
  flow: 'slate',
  data: 'teal',
  transform: 'amber',
  connector: 'blue',
  communicate: 'pink',
}

/** The exits a step is drawn with: its own, and `error` where errors leave by it. */
export function exitsShown(element: Element | undefined, step: Pick<FlowStep, 'settings' | 'on_error'>): string[] {
  if (!element) return ['out']
  const all = exitsNow(element, step.settings)
  return step.on_error === 'error_port' ? all : all.filter((exit) => exit !== 'error')
}

function exitsNow(element: Element, settings: Record<string, unknown>): string[] {
  const parsed = element.settings.safeParse(settings)
  try {
    return exitsOf(element, parsed.success ? parsed.data : settings)
  } catch {
    return typeof element.exits === 'function' ? ['out', 'error'] : [...element.exits, 'error']
  }
}

/** What an exit is called on its card: the element's word, a common one, or its key. */
export function exitName(element: Element | undefined, exit: string, language: Language): string {
  const own: Text | undefined = element?.labels.exits?.[exit]
  if (own) return own[language]
  return exit in exitTexts ? say(exitTexts[exit as keyof typeof exitTexts](), language) : exit.replaceAll('_', ' ')
}

const toneOfExit: Record<string, Tone> = {
  error: 'red',
  rejected: 'amber',
  missing: 'amber',
  false: 'slate',
  rest: 'slate',
  default: 'slate',
  timeout: 'amber',
}
const otherTones: readonly Tone[] = ['green', 'blue', 'violet', 'teal', 'pink']
export const exitTone = (exit: string, position: number): Tone =>
  toneOfExit[exit] ?? otherTones[position % otherTones.length]!

/** One line of what a step does: the first setting that says it, names in place of ids, else the element's title. */
export function summaryOf(
  element: Element | undefined,
  step: FlowStep,
  names: ReadonlyMap<string, string>,
  language: Language,
): string {
  if (!element) return step.element
  for (const value of Object.values(step.settings)) {
    if (typeof value !== 'string' || value === '' || value.includes('\n')) continue
    if (isUuid(value)) {
      if (names.has(value)) return names.get(value)!
    } else if (value.length <= 48 && /[./*@ ]|^[A-Z]/.test(value)) return value
  }
  return element.labels.title[language]
}
