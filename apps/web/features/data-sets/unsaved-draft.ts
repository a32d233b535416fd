import { dataSetDefinition, type DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { useEffect } from 'react'
import { z } from 'zod'

export type Draft = { name: string; description: string; definition: DataSetDefinition }

const key = 'data-set-draft'
const stored = z.object({ name: z.string(), description: z.string(), definition: dataSetDefinition })

/** What somebody was making in this tab, as far as it can be read. */
export function unsavedDraft(): Draft | undefined {
  const text = sessionStorage.getItem(key)
  return text === null ? undefined : stored.safeParse(JSON.parse(text)).data
}

/** A new data set outlives a reload of the tab; it is gone when it is saved or left. */
export function useUnsavedDraft(draft: Draft | undefined): void {
  useEffect(() => {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft))
    else sessionStorage.removeItem(key)
  }, [draft])
  useEffect(() => () => sessionStorage.removeItem(key), [])
}
