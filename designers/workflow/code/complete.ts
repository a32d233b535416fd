import { exitsOf, type Element } from '@weft/kit/define/element.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { FieldLabel } from '@weft/kit/define/resource.ts'
import type { Catalogue } from '../elements.ts'
import { configurationAt, configurationPrefix } from '@weft/kit/define/name-at.ts'
import { readFlow } from '@weft/kit/workflow-text/flow.ts'

/** What a project hides of the catalogue, and the configuration values its texts may name. */
export type Known = {
  hidden?: ReadonlySet<string> | undefined
  configuration?: readonly { name: string; kind: string; description: string }[] | undefined
}
type Offer = { label: string; detail?: string; insert?: string }
export type Offers = { /** How many characters before the cursor they replace. */ typed: number; offers: Offer[] }

const stepKeys = [
  'id',
  'element',
  'label',
  'settings',
  'position',
  'on_error',
  'retries',
  'timeout',
  'wait',
  'planned',
  'note',
  'disabled',
]
const headKeys = ['label', 'description', 'parameters', 'steps', 'edges']

/** What can be written at the end of `before`, the text up to the cursor in `whole`; elements that are `hidden` are known and not offered. */
export function offersAt(
  before: string,
  whole: string,
  catalogue: Catalogue,
  language: Language,
  { hidden = new Set(), configuration = [] }: Known = {},
): Offers | undefined {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const configured = configurationAt(line, line.length)
  if (configured)
    return {
      typed: line.length - configured.from,
      offers: configuration.map(({ name, kind, description }) => ({
        label: configurationPrefix + name,
        detail: [kind === 'secret' && '🔒', description].filter(Boolean).join(' '),
      })),
    }
  const port = /(?:from|to):\s*["']?([\w.]*)$/.exec(line)
  if (port)
    return {
      typed: port[1]!.length,
      offers: ports(withoutLine(before, whole), catalogue, /from:\s*["']?[\w.]*$/.test(line)),
    }
  const value = /^\s*(?:- )?([\w]+):\s*([\w.-]*)$/.exec(line)
  if (value) return valueOffers(value[1]!, value[2]!, before, catalogue, language, hidden)
  const key = /^(\s*)(- )?([\w]*)$/.exec(line)
  if (!key) return undefined
  const offers = keyOffers(key[1]!.length + (key[2]?.length ?? 0), before, catalogue, language)
  return offers.length > 0 ? { typed: key[3]!.length, offers } : undefined
}

function valueOffers(
  key: string,
  typed: string,
  before: string,
  catalogue: Catalogue,
  language: Language,
  hidden: ReadonlySet<string>,
): Offers | undefined {
  if (key === 'element')
    return {
      typed: typed.length,
      offers: [...catalogue.values()]
        .filter((element) => !hidden.has(element.key))
        .map((element) => ({ label: element.key, detail: element.labels.title[language] })),
    }
  if (key === 'on_error')
    return { typed: typed.length, offers: ['stop', 'continue', 'error_port'].map((label) => ({ label })) }
  if (key === 'disabled') return { typed: typed.length, offers: [{ label: 'true' }, { label: 'false' }] }
  const element = elementAbove(before, catalogue)
  const schema = element && (element.settings.shape[key] as { safeParse(value: unknown): unknown } | undefined)
  const choices = schema ? choicesOf(schema) : []
  return choices.length > 0 ? { typed: typed.length, offers: choices.map((label) => ({ label })) } : undefined
}

function keyOffers(indent: number, before: string, catalogue: Catalogue, language: Language): Offer[] {
  if (indent === 0) return headKeys.map(asKey)
  const lines = before.split('\n')
  const parent = lines.slice(0, -1).findLast((line) => line.trim() !== '' && indentOf(line) < indent)
  if (parent && /^\s*(?:- )?settings:\s*$/.test(parent)) {
    const element = elementAbove(before, catalogue)
    return element
      ? Object.keys(element.settings.shape).map((key) => ({
          ...asKey(key),
          detail: titleOf(element.labels.fields[key], language),
        }))
      : []
  }
  return lines.findLast((line) => /^\w/.test(line))?.startsWith('steps:') ? stepKeys.map(asKey) : []
}

/** The element of the step the cursor is in. */
function elementAbove(before: string, catalogue: Catalogue): Element | undefined {
  const found = [...before.matchAll(/^\s*(?:- )?element:\s*["']?([\w.]+)/gm)].at(-1)
  return found ? catalogue.get(found[1]!) : undefined
}

/** The line being written is rarely valid yet. */
function withoutLine(before: string, whole: string) {
  const end = whole.indexOf('\n', before.length)
  return before.slice(0, before.lastIndexOf('\n') + 1) + (end < 0 ? '' : whole.slice(end + 1))
}

function ports(whole: string, catalogue: Catalogue, isSource: boolean): Offer[] {
  return readFlow(whole).flow.steps.flatMap((step) => {
    const element = catalogue.get(step.element)
    const names = !element
      ? [isSource ? 'out' : 'in']
      : isSource
        ? safeExits(element, step.settings)
        : [...element.inputs]
    return names.map((name) => ({ label: `${step.id}.${name}`, detail: step.label }))
  })
}

function safeExits(element: Element, settings: Record<string, unknown>): string[] {
  try {
    return exitsOf(element, settings)
  } catch {
    return ['out', 'error']
  }
}

type Def = { type: string; innerType?: { def: Def }; entries?: Record<string, string> }
function choicesOf(schema: unknown): string[] {
  const def = (schema as { def: Def }).def
  if (def.type === 'enum') return Object.values(def.entries ?? {})
  if (def.type === 'boolean') return ['true', 'false']
  return def.innerType ? choicesOf(def.innerType) : []
}

/** An item's dash counts as indentation: its keys line up behind it. */
const indentOf = (line: string) => /^[\s-]*/.exec(line)![0].length
const asKey = (label: string): Offer => ({ label, insert: `${label}: ` })
const titleOf = (label: FieldLabel | undefined, language: Language) =>
  label ? ('label' in label ? label.label : label)[language] : ''
