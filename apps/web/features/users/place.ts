import { useSession } from '@weft/kit/ui/session.ts'

type Place = {
  home: string
  kind: 'admin' | 'partner' | 'client'
  /** What lists filter by and what a new user is given. */
  belongs: { partner_id?: string; tenant_id?: string }
  /** The selection a list needs is there. */
  ready: boolean
}

/** Whose users a screen is about: the provider's, the selected partner's or the selected tenant's, by area. */
export function usePlace(): Place {
  const area = useSession((value) => value.area)
  const partner = useSession((value) => value.partner)
  const client = useSession((value) => value.client)
  if (area === 'admin') return { home: '/admin/users', kind: 'admin', belongs: {}, ready: true }
  if (area === 'partner')
    return {
      home: '/partner/users',
      kind: 'partner',
      belongs: partner ? { partner_id: partner.id } : {},
      ready: Boolean(partner),
    }
  return {
    home: area === 'project' ? '/project/settings/users' : '/tenant/users',
    kind: 'client',
    belongs: client ? { tenant_id: client.id } : {},
    ready: Boolean(client),
  }
}
