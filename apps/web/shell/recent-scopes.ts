import { api } from '@weft/kit/ui/api.ts'
import { compressedStorage } from '@weft/kit/ui/compressed-storage.ts'
import { session, useSession, type Selected, type SelectedProject } from '@weft/kit/ui/session.ts'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { anywhere } from './anywhere.ts'

/** A place of work: the deepest level that was selected, with what is above it. */
export type Scope = {
  partner?: Selected | undefined
  client?: Selected | undefined
  project?: SelectedProject | undefined
}

const key = 'recent_scopes'
const most = 5

const idOf = ({ partner, client, project }: Scope) => project?.id ?? client?.id ?? partner?.id

/** Notes what is selected now as used last; sign-out forgets it as it forgets every selection. */
export function rememberScope() {
  const { partner, client, project } = session.get()
  const now: Scope = { partner, client, project }
  if (!idOf(now)) return
  const others = kept().filter((one) => idOf(one) !== idOf(now) && !isAbove(one, now))
  compressedStorage.write(key, [now, ...others].slice(0, most + 1))
}

/** Who goes on from a tenant to its project need not be led back to the tenant. */
const isAbove = (one: Scope, now: Scope) =>
  !one.project && (one.client ? one.client.id === now.client?.id : one.partner?.id === now.partner?.id)

const kept = () => compressedStorage.read<Scope[]>(key) ?? []

/** What was selected lately, the newest first, without what is selected now and without what may no longer be. */
export function useRecentScopes(): Scope[] {
  const isClient = useSession((value) => value.user?.kind === 'client')
  const now = useSession(idOf)
  const scopes = useMemo(
    () =>
      kept()
        .filter((one) => idOf(one) !== now)
        .slice(0, most),
    [now],
  )
  const asked = useQueries({
    queries: scopes.map(({ partner, client, project }) => {
      const path = isClient ? `/projects/${project?.id}` : client ? `/clients/${client.id}` : `/partners/${partner?.id}`
      return {
        queryKey: [path, anywhere],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          api.send('GET', path, { signal, quiet: true, ...(isClient && { host: 'app' as const }) }),
        retry: false,
        staleTime: 60_000,
      }
    }),
  })
  return scopes.filter((_, i) => asked[i]!.isSuccess)
}
