import type { Document } from 'yaml'
import type { FlowParameter } from './flow.ts'
import { edited } from './text.ts'

/** Name and description of the whole workflow. */
export type Head = { label?: string; description?: string }
export const setHead = (text: string, head: Head) => edited(text, (doc) => changeHead(doc, head))

export function changeHead(doc: Document, head: Head) {
  for (const [key, value] of Object.entries(head)) if (value !== undefined) doc.set(key, value)
}

/** The form a run by hand asks for. */
export const setParameters = (text: string, parameters: FlowParameter[]) =>
  edited(text, (doc) => {
    if (parameters.length === 0) doc.delete('parameters')
    else
      doc.set(
        'parameters',
        doc.createNode(
          parameters.map(({ default: fallback, ...rest }) =>
            fallback === undefined || fallback === '' ? rest : { ...rest, default: fallback },
          ),
        ),
      )
  })
