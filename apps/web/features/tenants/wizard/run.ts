import type { Answer } from '@weft/kit/contracts/client.ts'
import { api } from '@weft/kit/ui/api.ts'

/** The setup of a tenant or partner as the API tells it. */
export type Run = Answer<'GET', `/provisioning_runs/${string}`>['data']
export type RunStep = Run['steps'][number]

export const runPath = (id: string) => `/provisioning_runs/${id}` as const
export const readRun = (id: string, signal?: AbortSignal) =>
  api.get(runPath(id), {}, { signal, quiet: true }).then(({ data }) => data)

const entered = new Map<string, string>()
/** The first user's password as it was typed, for the finish page; only this page ever has it. */
export const typedPassword = {
  keep: (run_id: string, password: string) => void entered.set(run_id, password),
  of: (run_id: string) => entered.get(run_id),
}

/** Whether the first user's invitation went out by mail, or its link, to hand on. */
type RunAnswer = Answer<'POST', `/provisioning_runs/${string}/run`>
type Invitation = NonNullable<RunAnswer['meta']>['invitation']
const invitations = new Map<string, Invitation>()
export const firstInvitation = {
  keep: (run_id: string, invitation: Invitation | undefined) =>
    void (invitation && invitations.set(run_id, invitation)),
  of: (run_id: string) => invitations.get(run_id),
}
