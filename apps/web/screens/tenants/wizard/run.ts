import type { AccountKind } from '@weft/kit/define/account-draft.ts'
import { api, type Item } from '@weft/kit/ui/api.ts'

type StepState = 'pending' | 'running' | 'done' | 'failed' | 'undone'
export type RunStep = {
  key: string
  position: number
  title: string
  state: StepState
  result: {
    database?: string
    username?: string
    created?: string
    assigned?: boolean
    relational?: boolean
    documents?: boolean
    collections?: number
    queues?: string[]
    daemons?: string[]
    password?: { set: true }
  }
  error: { code: string; message: string; detail: string } | null
  started_at: string | null
  finished_at: string | null
  duration_ms: number | null
}

/** The setup of a tenant or partner as the API tells it. */
export type Run = {
  id: string
  kind: AccountKind
  state: 'pending' | 'running' | 'done' | 'failed' | 'undoing' | 'undone'
  /** Says it is under way, but nobody works on it: its process has gone. */
  interrupted: boolean
  tenant_id: string | null
  draft: {
    name: string
    short: string
    workspace: string
    language: 'de' | 'en'
    partner_id: string | null
    server_id: string | null
    user: { first_name: string; last_name: string; email: string }
  }
  steps: RunStep[]
}

export const runPath = (id: string) => `/provisioning_runs/${id}`
export const readRun = (id: string, signal?: AbortSignal) =>
  api.get<Item<Run>>(runPath(id), {}, { signal, quiet: true }).then(({ data }) => data)

const entered = new Map<string, string>()
/** The first user's password as it was typed, for the finish page; only this page ever has it. */
export const typedPassword = {
  keep: (run_id: string, password: string) => void entered.set(run_id, password),
  of: (run_id: string) => entered.get(run_id),
}

/** Whether the first user's invitation went out by mail, or its link, to hand on. */
export type Invitation = { mail: 'kept' | 'sent' | 'failed'; link?: string }
export type RunAnswer = Item<Run> & { meta?: { invitation?: Invitation } }
const invitations = new Map<string, Invitation>()
export const firstInvitation = {
  keep: (run_id: string, invitation: Invitation | undefined) =>
    void (invitation && invitations.set(run_id, invitation)),
  of: (run_id: string) => invitations.get(run_id),
}
