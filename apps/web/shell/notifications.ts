import { api } from '@weft/kit/ui/api.ts'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useNavigate } from '@tanstack/react-router'

export type Notification = ListRow<'/notifications'>

export const notificationTones = { info: 'blue', success: 'green', warning: 'amber', error: 'red' } as const
export const notificationsPath = '/notifications'

/** Marks some as read or unread, or all as read; the bell and the list ask again. */
export async function mark(state: 'read' | 'unread', ids?: string[]) {
  await api.post(`${notificationsPath}/${state}`, { ids })
  await refresh(notificationsPath)
}

/** Goes where a notification leads: to a screen, or to another site in a tab of its own. */
export function useFollow() {
  const navigate = useNavigate()
  return (link: string) =>
    link.startsWith('/') ? void navigate({ to: link }) : void window.open(link, '_blank', 'noopener')
}
