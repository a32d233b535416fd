import { useQuery } from '@tanstack/react-query'
import type { Answer, ListRow } from '@weft/kit/contracts/client.ts'
import { api } from '@weft/kit/ui/api.ts'
import { session } from '@weft/kit/ui/session.ts'

/** A row of the list. */
export type ListedWorkflow = ListRow<'/workflows'>
export type WorkflowState = ListedWorkflow['state']
export type WorkflowHead = Answer<'GET', `/workflows/${string}`>['data']
/** A workflow with its text. */
export type WorkflowCode = Answer<'GET', `/workflows/${string}/code`>['data']
export type ToldProblem = WorkflowCode['problems'][number]

export const codeKey = (id: string) => [`/workflows/${id}/code`, session.get().project?.id]

export const useWorkflowCode = (id: string) =>
  useQuery({
    queryKey: codeKey(id),
    queryFn: async ({ signal }) => (await api.get(`/workflows/${id}/code`, undefined, { signal, quiet: true })).data,
    staleTime: Infinity,
    refetchOnMount: 'always',
  })

export const useWorkflowHead = (id: string) =>
  useQuery({
    queryKey: [`/workflows/${id}`, 'head'],
    queryFn: async ({ signal }) => (await api.get(`/workflows/${id}`, undefined, { signal, quiet: true })).data,
  })
