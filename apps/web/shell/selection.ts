import { api, type RequestOptions } from '@weft/kit/ui/api.ts'
import { session, type Selected, type SelectedProject } from '@weft/kit/ui/session.ts'
import { createStore, useStore } from 'zustand'
import { queries } from '@weft/kit/ui/queries.ts'

type Lists = {
  partners: Selected[]
  clients: Selected[]
  projects: SelectedProject[]
  /** How many loads of each list are under way. */
  busy: { partners: number; clients: number; projects: number; /** Everything the screens load. */ data: number }
  /** The first loading after sign-in is through. */
  ready: boolean
}

const empty: Lists = {
  partners: [],
  clients: [],
  projects: [],
  busy: { partners: 0, clients: 0, projects: 0, data: 0 },
  ready: false,
}
const store = createStore<Lists>(() => empty)

export const useLists = <P>(part: (lists: Lists) => P) => useStore(store, part)

// The cache tells while components are drawn, so what it tells is counted right after.
queries.getQueryCache().subscribe(() =>
  queueMicrotask(() => {
    const data = queries.isFetching()
    const { busy } = store.getState()
    if (busy.data !== data) store.setState({ busy: { ...busy, data } })
  }),
)

/** What an administrator chooses to reach the tenants that no partner looks after. It has no name and no token of its own. */
export const noPartner: Selected = { id: 'none', name: '' }

/** Selects a partner and loads its clients; what was selected below it is cleared. */
export async function choosePartner(partner: Selected | undefined) {
  session.choose({ partner: partner && lean(partner), client: undefined, project: undefined, skip_project: undefined })
  store.setState({ clients: [], projects: [] })
  forgetAnswers()
  if (partner) await loadClients(partner.id)
}

/** Selects a client and loads its projects; a single project is selected with it. */
export async function chooseClient(client: Selected | undefined) {
  session.choose({ client: client && lean(client), project: undefined, skip_project: undefined })
  store.setState({ projects: [] })
  forgetAnswers()
  if (client) await loadProjects()
}

export function chooseProject(project: SelectedProject | undefined) {
  session.choose({ project, skip_project: undefined })
  forgetAnswers()
}

/** Goes on without a project; it stays so after a reload, until another client or a project is chosen. */
export function skipProject() {
  session.choose({ project: undefined, skip_project: true })
  forgetAnswers()
}

/** After sign-in and after a reload: the lists for what is selected, and what a user's own level selects by itself. */
export async function startSelection() {
  const { user, own_partner, own_tenant, partner, client } = session.get()
  if (!user) return
  if (user.kind === 'client' && own_tenant) {
    if (client?.id !== own_tenant.id) session.choose({ client: lean(own_tenant), project: undefined })
    await loadProjects()
  } else {
    if (user.kind === 'partner' && own_partner && partner?.id !== own_partner.id)
      session.choose({ partner: lean(own_partner), client: undefined, project: undefined })
    const now = session.get()
    await Promise.all([
      user.kind === 'admin' && loadPartners(),
      now.partner && loadClients(now.partner.id),
      now.client && loadProjects(),
    ])
  }
  store.setState({ ready: true })
}

export const stopSelection = () => store.setState({ ...empty, busy: { ...empty.busy, data: queries.isFetching() } })

const everything = { page: 1, noPagination: true }

export const loadPartners = () =>
  load(
    'partners',
    (options) => api.get('/partners', everything, options),
    (partners) => store.setState({ partners }),
  )
export const loadClients = (partner_id: string) =>
  load(
    'clients',
    (options) => api.get('/clients', { ...everything, partner_id }, options),
    (clients) => session.get().partner?.id === partner_id && store.setState({ clients }),
  )

/** The projects of the selected client. */
export async function loadProjects() {
  const { client } = session.get()
  const ask = (options: RequestOptions) => api.get('/projects', everything, options)
  await load('projects', ask, (projects) => {
    if (session.get().client?.id !== client?.id) return
    store.setState({ projects })
    const { project, skip_project } = session.get()
    const [only] = projects
    const gone = project && !projects.some(({ id }) => id === project.id)
    if (projects.length === 1 && only && !skip_project && project?.id !== only.id)
      chooseProject({ ...leanProject(only), auto_set: true })
    else if (gone) chooseProject(undefined)
  })
}

type Kind = 'partners' | 'clients' | 'projects'

/** A list that cannot be loaded only ends the waiting, without a message. */
async function load<T>(
  kind: Kind,
  ask: (options: RequestOptions) => Promise<{ data: T[] }>,
  take: (rows: T[]) => void,
) {
  count(kind, 1)
  try {
    const host = kind === 'projects' || session.get().user?.kind !== 'admin' ? 'app' : 'admin'
    take((await ask({ quiet: true, host })).data)
  } catch {
    // nothing to say, as specified
  } finally {
    count(kind, -1)
  }
}

function count(kind: Kind, by: number) {
  const { busy } = store.getState()
  store.setState({ busy: { ...busy, [kind]: busy[kind] + by } })
}

/** Answers were about the old selection. */
function forgetAnswers() {
  void queries.resetQueries()
}

const lean = ({ id, name, api_token }: Selected): Selected => ({ id, name, ...(api_token && { api_token }) })
export const leanProject = ({ id, name, short }: SelectedProject): SelectedProject => ({ id, name, short })
