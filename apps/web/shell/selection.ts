import { api, ApiError } from '@weft/kit/ui/api.ts'
import { queries } from '@weft/kit/ui/queries.ts'
import { session, type Selected, type SelectedProject } from '@weft/kit/ui/session.ts'
import { createStore, useStore } from 'zustand'
import { mayLeave } from '@weft/kit/ui/unsaved.ts'
import { rememberScope, type Scope } from './recent-scopes.ts'
import { isAnywhere } from './anywhere.ts'
import type { Level } from './scope-lists.ts'

type Selection = {
  /** How many answers the screens wait for. */
  loading: number
  /** What is selected by itself after the sign-in is known. */
  ready: boolean
  /** Another level is being gone to: no screen stands there meanwhile. */
  moving: boolean
}

const store = createStore<Selection>(() => ({ loading: 0, ready: false, moving: false }))

export const useSelection = <P>(part: (selection: Selection) => P) => useStore(store, part)

// The cache tells while components are drawn, so what it tells is counted right after.
queries.getQueryCache().subscribe(() =>
  queueMicrotask(() => {
    const loading = queries.isFetching({ predicate: (query) => !isAnywhere(query) })
    if (store.getState().loading !== loading) store.setState({ loading })
  }),
)

/** What an administrator chooses to reach the tenants that no partner looks after. It has no name and no token of its own. */
export const noPartner: Selected = { id: 'none', name: '' }

/** Selects a partner; what was selected below it is cleared. */
export const choosePartner = (partner: Selected | undefined) => select({ partner })

/** Selects a client; a single project is selected with it. */
export const chooseClient = (client: Selected | undefined) => select({ ...session.get(), client, project: undefined })

export const chooseProject = (project: SelectedProject | undefined) => select({ ...session.get(), project })

/** Goes on without a project; it stays so after a reload, until another client or a project is chosen. */
export function skipProject() {
  session.choose({ project: undefined, skip_project: true })
  forgetAnswers()
}

/** Selects a whole way at once. */
async function select({ partner, client, project }: Scope) {
  const before = session.get().client
  session.choose({
    partner: partner && lean(partner),
    client: client && lean(client),
    project: project && leanProject(project),
    skip_project: undefined,
  })
  forgetAnswers()
  if (client && client.id !== before?.id && !project) await settleProject()
  rememberScope()
}

/**
 * Goes to another partner, tenant or project: asks where something is not saved, leaves the page, selects, and opens `page`. A tenant one is
 * in already is meant without its project.
 */
export async function moveTo(scope: Scope, open: (level: Level) => Promise<void>) {
  if (!(await mayLeave())) return
  const { client, project } = session.get()
  const isUp = scope.client && !scope.project && scope.client.id === client?.id && project
  store.setState({ moving: true })
  try {
    await select(scope)
    if (isUp) skipProject()
    const now = session.get()
    if (scope.client || scope.partner?.id !== noPartner.id)
      await open(now.project ? 'project' : now.client ? 'client' : 'partner')
  } finally {
    store.setState({ moving: false })
  }
}

/** After sign-in and after a reload: what a user's own level selects by itself, and whether the selected project is still there. */
export async function startSelection() {
  const { user, own_partner, own_tenant, partner, client } = session.get()
  if (!user) return
  if (user.kind === 'client' && own_tenant && client?.id !== own_tenant.id)
    session.choose({ client: lean(own_tenant), project: undefined })
  if (user.kind === 'partner' && own_partner && partner?.id !== own_partner.id)
    session.choose({ partner: lean(own_partner), client: undefined, project: undefined })
  await settleProject()
  rememberScope()
  store.setState({ ready: true })
}

export const stopSelection = () => store.setState({ ready: false })

/**
 * Asks for the selected project anew: one that is gone is selected no more, and where none is selected the only one of the client is.
 * What cannot be asked, because nobody has entered the client or the server is away, stays as it is, without a message.
 */
export async function settleProject() {
  const { client, project } = session.get()
  if (!client) return
  try {
    if (project && (await isThere(project))) return
    if (session.get().skip_project) return
    const { data, meta } = await api.get('/projects', { page: 1, perPage: 2 }, { quiet: true, host: 'app' })
    const [only] = data
    const now = session.get()
    if (now.client?.id !== client.id || now.project || now.skip_project || !only || meta.total !== 1) return
    session.choose({ project: { ...leanProject(only), auto_set: true } })
    forgetAnswers()
    rememberScope()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Whether the selected project is there; its name may have changed. */
async function isThere(project: SelectedProject): Promise<boolean> {
  try {
    const { data } = await api.get(`/projects/${project.id}`, {}, { quiet: true, host: 'app' })
    if (session.get().project?.id === project.id && (data.name !== project.name || data.short !== project.short))
      session.choose({ project: { ...project, ...leanProject(data) } })
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    if (session.get().project?.id === project.id) void chooseProject(undefined)
    return false
  }
}

/** Answers were about the old selection; only what can be selected stays known. */
function forgetAnswers() {
  void queries.resetQueries({ predicate: (query) => !isAnywhere(query) })
}

const lean = ({ id, name, api_token }: Selected): Selected => ({ id, name, ...(api_token && { api_token }) })
export const leanProject = ({ id, name, short }: SelectedProject): SelectedProject => ({ id, name, short })
