import { useQuery } from '@tanstack/react-query'
import { compressedStorage } from '@weft/kit/ui/compressed-storage.ts'
import { invalidate } from '@weft/kit/ui/queries.ts'

const key = 'test_process_data'
const all = () => compressedStorage.read<Record<string, string>>(key) ?? {}

/** What a run by hand of a workflow begins with, as JSON: kept where its builder works, for their next run. */
export const readTestData = (workflow_id: string): string => all()[workflow_id] ?? ''

export async function keepTestData(workflow_id: string, text: string): Promise<void> {
  compressedStorage.write(key, { ...all(), [workflow_id]: text })
  await invalidate({ queryKey: [key, workflow_id] })
}

export const useTestData = (workflow_id: string): string =>
  useQuery({
    queryKey: [key, workflow_id],
    queryFn: () => readTestData(workflow_id),
    initialData: () => readTestData(workflow_id),
    staleTime: Infinity,
  }).data
