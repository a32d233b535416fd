import { useQuery } from '@tanstack/react-query'
import { api, type Item } from '@weft/kit/ui/api.ts'
import { session } from '@weft/kit/ui/session.ts'
import type { JobStatusName } from '@weft/kit/ui/job-status.tsx'

type Trigger = { step: string; element: string; label: string; settings: Record<string, unknown> }
type Run = { job_id: string; status: JobStatusName; duration_ms: number | null; created_at: string }

export type WorkflowState = 'active' | 'failing' | 'paused' | 'draft'

/** A row of the list. */
export type ListedWorkflow = {
  id: string
  label: string
  class_name: string
  description: string
  state: WorkflowState
  active: boolean
  published: boolean
  version: number
  contact_person: string
  triggers: (Trigger & { /** In a few words: "Daily 02:30". */ text: string; icon: string })[]
  recent_runs: Run[]
  last_run: (Run & { records_in: number; records_out: number; records_rejected: number }) | null
  updated_at: string
}

export type ToldProblem = {
  message: string
  place: string
  step: string | null
  line: number | null
  column: number | null
  level: 'error' | 'warning'
}

/** A workflow with its text. */
export type WorkflowCode = {
  id: string
  label: string
  source: string
  version: number
  commit: string | null
  published: boolean
  active: boolean
  updated_at: string
  problems: ToldProblem[]
}

export type WorkflowHead = {
  id: string
  label: string
  class_name: string
  published: boolean
  active: boolean
  version: number
  queue_id: string | null
  triggers: Trigger[]
}

export const codeKey = (id: string) => [`/workflows/${id}/code`, session.get().project?.id]

export const useWorkflowCode = (id: string) =>
  useQuery({
    queryKey: codeKey(id),
    queryFn: async ({ signal }) =>
      (await api.get<Item<WorkflowCode>>(`/workflows/${id}/code`, undefined, { signal, quiet: true })).data,
    staleTime: Infinity,
    refetchOnMount: 'always',
  })

export const useWorkflowHead = (id: string) =>
  useQuery({
    queryKey: [`/workflows/${id}`, 'head'],
    queryFn: async ({ signal }) =>
      (await api.get<Item<WorkflowHead>>(`/workflows/${id}`, undefined, { signal, quiet: true })).data,
  })
