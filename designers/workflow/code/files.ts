import type { FlowStep } from '@weft/kit/workflow-text/flow.ts'
import type { z } from 'zod'
import type { Catalogue } from '../elements.ts'

/** The document itself, or the code a step has in one of its settings. */
export type CodeFile = { name: string; step?: string; setting?: string; language: 'yaml' | 'ts' | 'sql' }

export const workflowFile: CodeFile = { name: 'workflow.yaml', language: 'yaml' }

/** The document, and one file for each setting whose schema says it is code. */
export function filesOf(steps: FlowStep[], catalogue: Catalogue): CodeFile[] {
  const codes = steps.flatMap((step): CodeFile[] => {
    const shape: Record<string, Schema> = catalogue.get(step.element)?.settings.shape ?? {}
    return Object.entries(shape).flatMap(([setting, schema]) => {
      const language = languageOf(schema)
      return language ? [{ name: `${step.id}.${language}`, step: step.id, setting, language }] : []
    })
  })
  return [workflowFile, ...codes]
}

type Schema = { meta(): Record<string, unknown> | undefined; def: { innerType?: Schema } }
function languageOf(schema: Schema): 'ts' | 'sql' | undefined {
  const meta = schema.meta()
  if (meta?.['input'] === 'code') return meta['language'] === 'sql' ? 'sql' : 'ts'
  return schema.def.innerType ? languageOf(schema.def.innerType) : undefined
}

/** What the step says, or what its element begins with. */
export function codeOf(steps: FlowStep[], { step: id, setting = '' }: CodeFile, catalogue: Catalogue): string {
  const step = steps.find((one) => one.id === id)
  const shape: Record<string, z.ZodType> = catalogue.get(step?.element ?? '')?.settings.shape ?? {}
  const said = step?.settings[setting] ?? shape[setting]?.safeParse(undefined).data
  return typeof said === 'string' ? said : ''
}
