import { useSession, type UserKind } from '@weft/kit/ui/session.ts'

/** Whose roles or log a screen is about, by area: the provider's, the selected partner's, or the selected tenant's. */
export function useLevel(): { kind: UserKind; name: string; headers: Record<string, string> } {
  const area = useSession((value) => value.area)
  const partner = useSession((value) => value.partner)
  const client = useSession((value) => value.client)
  if (area === 'admin') return { kind: 'admin', name: 'provider', headers: { 'x-api-key': '' } }
  if (area === 'partner')
    return { kind: 'partner', name: partner?.id ?? '', headers: { 'x-api-key': partner?.api_token ?? '' } }
  return { kind: 'client', name: client?.id ?? '', headers: {} }
}
