import type { FlowParameter } from './flow.ts'
import { edited } from './text.ts'

/** Name and description of the whole workflow. */
export const setHead = (text: string, head: { label?: string; description?: string }) =>
  edited(text, (doc) => {
    for (const [key, value] of Object.entries(head)) if (value !== undefined) doc.set(key, value)
  })

/** The form a run by hand asks for. */
export const setParameters = (text: string, parameters: FlowParameter[]) =>
  edited(text, (doc) => {
    if (parameters.length === 0) doc.delete('parameters')
    else doc.set('parameters', doc.createNode(parameters.map(({ default: fallback, ...rest }) => (fallback === undefined || fallback === '' ? rest : { ...rest, default: fallback }))))
  })
