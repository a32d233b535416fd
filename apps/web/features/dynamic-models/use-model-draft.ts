import { useDebouncedValue } from '@mantine/hooks'
import type { ModelField } from '@weft/kit/define/model.ts'
import { useRef, useState } from 'react'
import { useAnalysis, type AnalysisOptions, type FileAnalysis } from './api.ts'

/** A file, what was found in it, and what somebody decided otherwise; each decision has the file looked at again. */
export function useModelDraft(given: string | undefined) {
  const [file, setFile] = useState(given)
  const [wishes, setWishes] = useState<AnalysisOptions>({})
  const [asked] = useDebouncedValue(wishes, 400)
  const { data, error, isFetching } = useAnalysis(file, asked)
  // What was found before stands until what was asked now is found.
  const last = useRef<FileAnalysis>(undefined)
  if (data) last.current = data
  const analysis = file ? last.current : undefined

  const edits = new Map(wishes.fields?.map((field) => [field.original_name, field]))
  return {
    file,
    analysis,
    wishes,
    error,
    pending: isFetching || asked !== wishes,
    fields: analysis?.fields.map((field) => edits.get(field.original_name) ?? field) ?? [],
    dynamicFields: wishes.dynamic_fields ?? analysis?.dynamic_fields ?? [],
    primaryKey: wishes.primary_key ?? analysis?.primary_key,
    setWishes,
    decide: (changes: Partial<AnalysisOptions>) => setWishes((before) => ({ ...before, ...changes })),
    decideField: (field: ModelField) =>
      setWishes((before) => ({
        ...before,
        fields: [...(before.fields ?? []).filter(({ original_name }) => original_name !== field.original_name), field],
      })),
    /** Another file begins anew. */
    take(path: string | undefined) {
      last.current = undefined
      setWishes({})
      setFile(path)
    },
  }
}

export type ModelDraft = ReturnType<typeof useModelDraft>
