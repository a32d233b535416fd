import { api } from '@weft/kit/ui/api.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { useQuery } from '@tanstack/react-query'

const openAccesses = '/support_accesses/open'

/** The open support access to the selected tenant, for those who are not its own users. */
export function useSupportAccess() {
  const user = useSession((value) => value.user)
  const client = useSession((value) => value.client)
  const asked = Boolean(user && client && user.kind !== 'client')
  const { data, isPending } = useQuery({
    queryKey: [openAccesses],
    queryFn: ({ signal }) => api.get(openAccesses, {}, { signal, quiet: true }).then(({ data }) => data),
    enabled: asked,
    refetchInterval: 60_000,
  })
  const access = data?.find(({ tenant_id, ends_at }) => tenant_id === client?.id && Date.parse(ends_at) > Date.now())
  return { needed: asked, waiting: asked && isPending, access: asked ? access : undefined }
}
