import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DynamicField, ModelField, ModelType } from '@weft/kit/define/model.ts'
import type { FileReference } from '@weft/kit/define/record.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { Text } from '@weft/kit/messages/messages.ts'
import { api, type Item } from '@weft/kit/ui/api.ts'

export type OptionFinding = { option: string; value: unknown; confidence: number; reason: Text; overruled: boolean }
type Misfit = { field: string; value: unknown; reason: string }
type PreviewRow = { record: Record<string, unknown> } | { misfit: Misfit }
export type Preview = { raw: Record<string, unknown>[]; records: PreviewRow[] }

/** What the server finds in a file. */
export type FileAnalysis = {
  file: FileReference
  type: ModelType
  type_confidence: number
  type_reason: Text
  options: Record<string, unknown>
  findings: OptionFinding[]
  fields: ModelField[]
  dynamic_fields: DynamicField[]
  primary_key?: string
  key_candidates: { name: string; confidence: number; reason: Text }[]
  entries: number
  complete: boolean
  fit: {
    checked: number
    misfits: number
    reasons: { field?: string; count: number; reason: string; values: string[] }[]
  }
  preview: Preview
  proposal: { class_name: string; table_name: string; label: string; fields: StructureField[] }
}

/** What the user has decided against the findings, or for the analysis itself. */
export type AnalysisOptions = {
  type?: ModelType
  options?: Record<string, unknown>
  fields?: ModelField[]
  dynamic_fields?: DynamicField[]
  primary_key?: string
  max_depth?: number
  preview_rows?: number
  analyse_entry_quantity?: number
}

export type DynamicModel = {
  id: string
  model_name: string
  type: ModelType
  class_name: string
  table_name: string
  options: Record<string, unknown>
  fields: ModelField[]
  dynamic_fields: DynamicField[]
  preview_rows: number
  analyse_entry_quantity: number
  max_depth: number
  primary_key: string | null
  sample_file: string | null
  data_structure_id: string | null
  updated_at: string
}

export type CheckResult = {
  file: string
  records: number
  rejected: number
  complete: boolean
  examples: { field?: string; reason: string }[]
  ok: boolean
}

/** The analysis of a stored file; a change of wishes analyses again and keeps showing the last one meanwhile. */
export function useAnalysis(file: string | undefined, wishes: AnalysisOptions) {
  return useQuery({
    queryKey: ['/dynamic_models/analyze', file, wishes],
    enabled: file !== undefined,
    queryFn: async ({ signal }) =>
      (
        await api.post<Item<FileAnalysis>>(
          '/dynamic_models/analyze',
          { file, ...wishes },
          { signal, quiet: true, timeout: false },
        )
      ).data,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  })
}
