import type { Message } from '@weft/kit/messages/messages.ts'
import { yamlProblem } from '@weft/kit/messages/yaml.ts'
import { isMap, LineCounter, parseDocument, type Document, type YAMLMap } from 'yaml'
import { isObject } from '../define/is-object.ts'

export type Point = { x: number; y: number }
export type OnError = 'stop' | 'continue' | 'error_port'

/** One use of an element, as the document says it; what it leaves out has its default here. */
export type FlowStep = {
  id: string
  element: string
  label: string
  settings: Record<string, unknown>
  position: Point | undefined
  on_error: OnError
  retries: number
  timeout: string
  wait: string
  planned: string
  note: string
  disabled: boolean
}

/** From an exit of one step to an input of another. */
export type FlowEdge = { from: string; exit: string; to: string; input: string }
export type FlowParameter = {
  name: string
  label: string
  type: string
  required: boolean
  default: unknown
  /** Of a choice. */ values?: string[] | undefined
}
export type Flow = {
  label: string
  description: string
  parameters: FlowParameter[]
  steps: FlowStep[]
  edges: FlowEdge[]
}

/** Where the text is no YAML. Lines and columns count from one. */
export type SyntaxProblem = { message: Message; line: number; column: number }
export type Reading = { flow: Flow; problems: SyntaxProblem[] }

/** What can be drawn of a document. Lenient: what is wrong in it is for the check to say, not for the canvas to refuse. */
export function readFlow(text: string): Reading {
  const lines = new LineCounter()
  const doc = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const problems = doc.errors.map((error) => {
    const { line, col } = lines.linePos(error.pos[0])
    return { message: yamlProblem(error), line, column: col }
  })
  const root = problems.length === 0 ? asObject(doc.toJS()) : {}
  return {
    flow: {
      label: asText(root['label']),
      description: asText(root['description']),
      parameters: asList(root['parameters']).map(asParameter),
      steps: asList(root['steps'])
        .filter((step) => typeof step['id'] === 'string' && step['id'] !== '')
        .map(asStep),
      edges: asList(root['edges'])
        .map(asEdge)
        .filter((edge) => edge !== undefined),
    },
    problems,
  }
}

/** The line a step begins at, for jumping there in the text. */
export function lineOfStep(text: string, id: string): number | undefined {
  const lines = new LineCounter()
  const doc = parseDocument(text, { lineCounter: lines })
  const offset = stepNode(doc, id)?.range?.[0]
  return offset === undefined ? undefined : lines.linePos(offset).line
}

/** The syntax tree of a step. */
export function stepNode(doc: Document, id: string): YAMLMap | undefined {
  const steps = doc.get('steps')
  if (typeof steps !== 'object' || steps === null || !('items' in steps) || !Array.isArray(steps.items))
    return undefined
  return steps.items.find((item) => isMap(item) && item.get('id') === id)
}

export const edgeText = ({ from, exit, to, input }: FlowEdge) => ({ from: `${from}.${exit}`, to: `${to}.${input}` })
export const sameEdge = (a: FlowEdge, b: FlowEdge) =>
  a.from === b.from && a.exit === b.exit && a.to === b.to && a.input === b.input

/** `read_orders.out` → step and port; a name without a port means the usual one. */
export function asEdge(entry: Record<string, unknown>): FlowEdge | undefined {
  const [from, exit = 'out'] = asText(entry['from']).split('.')
  const [to, input = 'in'] = asText(entry['to']).split('.')
  return from && to ? { from, exit, to, input } : undefined
}

export function asStep(entry: Record<string, unknown>): FlowStep {
  const position = asObject(entry['position'])
  const on_error = entry['on_error']
  return {
    id: asText(entry['id']),
    element: asText(entry['element']),
    label: asText(entry['label']),
    settings: asObject(entry['settings']),
    position:
      typeof position['x'] === 'number' && typeof position['y'] === 'number'
        ? { x: position['x'], y: position['y'] }
        : undefined,
    on_error: on_error === 'continue' || on_error === 'error_port' ? on_error : 'stop',
    retries: typeof entry['retries'] === 'number' ? entry['retries'] : 0,
    timeout: asText(entry['timeout']),
    wait: asText(entry['wait']),
    planned: asText(entry['planned']),
    note: asText(entry['note']),
    disabled: entry['disabled'] === true,
  }
}

const asParameter = (entry: Record<string, unknown>): FlowParameter => ({
  name: asText(entry['name']),
  label: asText(entry['label']),
  type: asText(entry['type']) || 'text',
  required: entry['required'] === true,
  default: entry['default'] ?? undefined,
  ...(Array.isArray(entry['values']) && { values: entry['values'].map(String) }),
})

const asText = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
const asObject = (value: unknown) => (isObject(value) ? value : {})
const asList = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : [])
