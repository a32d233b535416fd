import { api } from '@weft/kit/ui/api.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useQuery } from '@tanstack/react-query'
import { ProfilePicture } from '../shared/profile-picture.tsx'
import type { AccountPlace } from './account-place.ts'
import { useAccountRights } from './account-settings.tsx'

/** The logo of one's own company, for whoever may change it. */
export function OwnLogo({ at, id }: AccountPlace) {
  const { defaults } = useAccountRights({ at, id })
  const path = `${at}/${id}` as const
  const { data } = useQuery({
    queryKey: [path, 'page'],
    enabled: defaults,
    queryFn: ({ signal }) => api.get(path, {}, { signal, quiet: true }).then(({ data }) => data),
  })
  return defaults && data ? (
    <ProfilePicture path={path} of="logo" picture={data.logo} onChanged={() => refresh(path)} />
  ) : null
}
