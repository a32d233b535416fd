import { createStore, useStore } from 'zustand'
import type { Language } from '../messages/messages.ts'
import { compressedStorage } from './compressed-storage.ts'
import { settleRenewal } from './session-renewal.ts'

export type UserKind = 'admin' | 'partner' | 'client'
export type Area = 'admin' | 'partner' | 'tenant' | 'project'

export type SessionUser = {
  id: string
  uuid: string
  email: string
  name: string
  core_data?: { firstname: string; lastname: string }
  surname?: string | null
  username?: string | null
  job?: string | null
  phone?: string | null
  profile_picture?: string | null
  language: { id: number; label: string; short: Language }
  language_id?: number
  kind: UserKind
  role: string
  role_name?: string
  permissions: string[]
}

/** What of a user is kept for showing who they are. */
export type PersonalInformation = Pick<SessionUser, (typeof personal)[number]>

const personal = [
  'id',
  'uuid',
  'profile_picture',
  'name',
  'surname',
  'job',
  'email',
  'phone',
  'username',
  'language',
  'language_id',
] as const

export type Selected = { id: string; name: string; api_token?: string }
export type SelectedProject = { id: string; short: string; name: string; auto_set?: boolean }

/** What the event `loggedOut` of the window tells. */
export type LoggedOut = { expired: boolean }

type Session = {
  user?: SessionUser | undefined
  personal_information?: PersonalInformation | undefined
  /** The key the sign-in answered with: used while nothing is selected. */
  own_key?: string | undefined
  own_partner?: Selected | undefined
  own_tenant?: Selected | undefined
  partner?: Selected | undefined
  client?: Selected | undefined
  project?: SelectedProject | undefined
  /** No project was chosen on purpose: a single one is not selected again by itself. */
  skip_project?: boolean | undefined
  /** What parts of the shell keep by name while somebody is signed in. */
  variables: Record<string, unknown>
  area: Area
}

const tokenKey = 'id_token'
/** What the compressed storage keeps over a reload; all of it goes at sign-out. */
const kept = [
  'user_type',
  'partner',
  'client',
  'project',
  'skip_project',
  'api_tokens',
  'user_data',
  'personal_information',
  'recent_scopes',
  'test_process_data',
] as const

const areaKey = 'weft.area'
const areas: readonly Area[] = ['admin', 'partner', 'tenant', 'project']

function restored(): Session {
  const stored = compressedStorage.read<Pick<Session, 'own_key'>>('api_tokens')
  return {
    own_key: stored?.own_key,
    user: compressedStorage.read('user_data'),
    personal_information: compressedStorage.read('personal_information'),
    partner: compressedStorage.read('partner'),
    client: compressedStorage.read('client'),
    project: compressedStorage.read('project'),
    skip_project: compressedStorage.read('skip_project'),
    variables: {},
    area: areas.find((area) => area === sessionStorage.getItem(areaKey)) ?? 'project',
  }
}

const nothingSelected = {
  own_partner: undefined,
  own_tenant: undefined,
  partner: undefined,
  client: undefined,
  project: undefined,
  skip_project: undefined,
}

const store = createStore<Session>(restored)

/** Who is signed in and what is selected. Reading outside React: `session.get()`; inside: `useSession((s) => s.user)`. */
export const session = {
  get: store.getState,
  subscribe: store.subscribe,
  token: () => localStorage.getItem(tokenKey),
  /** Whether the user may do something: a permission such as `workflows.run`. */
  may: (permission: string) => store.getState().user?.permissions.includes(permission) ?? false,

  start({ token, key, user }: { token: string; key?: string | undefined; user: SessionUser }) {
    localStorage.setItem(tokenKey, token)
    for (const name of ['partner', 'client', 'project', 'skip_project'] as const)
      compressedStorage.write(name, undefined)
    store.setState({ own_key: key, ...nothingSelected })
    compressedStorage.write('api_tokens', { own_key: key })
    session.know(user)
  },

  /** The same user has signed in again: what was chosen stays. */
  renew({ token, key, user }: { token: string; key?: string | undefined; user: SessionUser }) {
    localStorage.setItem(tokenKey, token)
    store.setState({ own_key: key })
    compressedStorage.write('api_tokens', { own_key: key })
    session.know(user)
  },

  know(user: SessionUser, home: { partner?: Selected | undefined; tenant?: Selected | undefined } = {}) {
    compressedStorage.write('user_type', user.kind)
    compressedStorage.write('user_data', user)
    const personal_information = Object.fromEntries(personal.map((name) => [name, user[name]])) as PersonalInformation
    compressedStorage.write('personal_information', personal_information)
    store.setState({ user, personal_information, own_partner: home.partner, own_tenant: home.tenant })
    // A token that was replaced takes the place of the selected one.
    const { client, partner } = store.getState()
    if (home.tenant?.api_token && client?.id === home.tenant.id && client.api_token !== home.tenant.api_token)
      session.choose({ client: { ...client, api_token: home.tenant.api_token } })
    if (home.partner?.api_token && partner?.id === home.partner.id && partner.api_token !== home.partner.api_token)
      session.choose({ partner: { ...partner, api_token: home.partner.api_token } })
  },

  enterArea(area: Area) {
    sessionStorage.setItem(areaKey, area)
    if (store.getState().area !== area) store.setState({ area })
  },

  /** Keeps a choice of the header; what hangs below it is cleared by who calls. */
  choose(change: Partial<Pick<Session, 'partner' | 'client' | 'project' | 'skip_project'>>) {
    for (const [name, value] of Object.entries(change)) compressedStorage.write(name, value)
    store.setState(change)
  },

  /** Keeps something under a name of its own until the sign-out or a reload. */
  keep(name: string, value: unknown) {
    store.setState({ variables: { ...store.getState().variables, [name]: value } })
  },
  kept: <T>(name: string) => store.getState().variables[name] as T | undefined,

  /** Forgets the token, every stored key and selection, and tells the page; `expired` where nobody asked for it. */
  end({ expired = false }: { expired?: boolean } = {}) {
    localStorage.removeItem(tokenKey)
    compressedStorage.clear(kept)
    store.setState({
      user: undefined,
      personal_information: undefined,
      own_key: undefined,
      ...nothingSelected,
      variables: {},
    })
    window.dispatchEvent(new CustomEvent<LoggedOut>('loggedOut', { detail: { expired } }))
  },
}

/** Signing out in one tab signs out the others: the token they share is gone. Signing in again in one lets the others go on. */
export function watchOtherTabs() {
  const left = (event: StorageEvent) => {
    if (event.storageArea !== localStorage || (event.key !== tokenKey && event.key !== null)) return
    const { user } = store.getState()
    if (!session.token() && user) return session.end()
    const now = compressedStorage.read<SessionUser>('user_data')
    if (session.token() && now && now.id === user?.id) settleRenewal(true)
  }
  window.addEventListener('storage', left)
  return () => window.removeEventListener('storage', left)
}

export const useSession = <P>(part: (session: Session) => P) => useStore(store, part)
/** Like `session.may`, watched. */
export const useMay = () => {
  const permissions = useStore(store, (value) => value.user?.permissions)
  return (permission: string) => permissions?.includes(permission) ?? false
}

/** The areas somebody of this kind may enter. */
export const areasOf = (kind: UserKind): Area[] =>
  kind === 'admin' ? [...areas] : kind === 'partner' ? ['partner', 'tenant', 'project'] : ['tenant', 'project']
