import { api, ApiError } from '@weft/kit/ui/api.ts'
import { session, type Selected, type SelectedProject } from '@weft/kit/ui/session.ts'
import { anywhere } from './anywhere.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

export type Level = 'partner' | 'client' | 'project'
/** Something to choose, with what is said beside its name. */
export type Choice = (Selected & Partial<SelectedProject>) & {
  note?: { tenants: number } | { text: string } | undefined
  health?: string | undefined
  /** Whose tenant it is, where tenants of all partners stand together. */
  partner?: { id: string; name: string | null } | null
}
/** Below what something is to be chosen: tenants below a partner, projects below a tenant. */
export type Above = { partner?: Selected | undefined; client?: Selected | undefined }

const perPage = 50

/** What can be chosen at a level, searched by the server and loaded page by page. */
export function useScopeList(level: Level, { partner, client }: Above, term: string, enabled: boolean) {
  const list = useInfiniteQuery({
    queryKey: [paths[level], anywhere, level === 'client' ? partner?.id : level === 'project' ? client?.id : '', term],
    queryFn: ({ pageParam: page, signal }) => pageOf(level, { partner, client }, { page, term }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.lastPage ? meta.page + 1 : undefined),
    enabled,
    retry: false,
    staleTime: 30_000,
    // While one types the last answer stands; another level's never does.
    placeholderData: (before, query) =>
      query?.queryKey[2] === (level === 'client' ? partner?.id : level === 'project' ? client?.id : '')
        ? keepPreviousData(before)
        : undefined,
  })
  const choices = list.data?.pages.flatMap(({ data }) => data) ?? []
  return {
    choices,
    total: list.data?.pages[0]?.meta.total,
    isLoading: enabled && list.isLoading,
    isSettled: !list.isPlaceholderData && !list.isFetching,
    isRefused: list.error instanceof ApiError && list.error.status === 403,
    failed: Boolean(list.error),
    retry: () => void list.refetch(),
    more: list.hasNextPage && !list.isFetchingNextPage ? () => void list.fetchNextPage() : undefined,
  }
}

const paths = { partner: '/partners', client: '/clients', project: '/projects' } as const

type Page = { data: Choice[]; meta: { page: number; lastPage: number; total: number } }

async function pageOf(
  level: Level,
  { partner, client }: Above,
  { page, term }: { page: number; term: string },
  signal: AbortSignal,
): Promise<Page> {
  const query = { page, perPage, sort: 'name', ...(term && { searchTerm: term }) } as const
  const isAdmin = session.get().user?.kind === 'admin'
  const options = { signal, quiet: true, host: isAdmin ? 'admin' : 'app' } as const
  if (level === 'partner') {
    const { data, meta } = await api.get('/partners', query, options)
    return {
      meta,
      data: data.map(({ id, name, api_token, tenants, figures }) => ({
        id,
        name,
        api_token,
        note: { tenants },
        health: figures?.health,
      })),
    }
  }
  if (level === 'client') {
    const { data, meta } = await api.get('/clients', { ...query, ...(partner && { partner_id: partner.id }) }, options)
    return {
      meta,
      data: data.map(({ id, name, api_token, partner: of, figures }) => ({
        id,
        name,
        api_token,
        health: figures.health,
        partner: of,
        note: !partner && of?.name ? { text: of.name } : undefined,
      })),
    }
  }
  const headers = {
    'x-api-key': client?.api_token ?? '',
    'x-partner-key': partner?.api_token ?? '',
    'x-project-id': '',
  }
  const { data, meta } = await api.get('/projects', query, { ...options, host: 'app', headers })
  return {
    meta,
    data: data.map(({ id, name, short }) => ({ id, name, short, note: short ? { text: short } : undefined })),
  }
}
