import { ActionIcon, Button, Popover } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, type List } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLive } from '@weft/kit/ui/live.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import s from './shell.module.css'

const texts = defineMessages({
  title: { en: 'Notifications', de: 'Benachrichtigungen' },
  unread: { en: 'Notifications, {count} unread', de: 'Benachrichtigungen, {count} ungelesen' },
  none: { en: 'Nothing new', de: 'Nichts Neues' },
  read: { en: 'Mark all as read', de: 'Alle als gelesen markieren' },
})

type Notification = { id: string; level: 'info' | 'success' | 'warning' | 'error'; title: string; message: string; link: string | null; read_at: string | null; created_at: string }

const tones = { info: 'blue', success: 'green', warning: 'amber', error: 'red' } as const
const path = '/notifications'

/** What the server told this user: stored ones as a list, new ones at once as a toast as well. */
export function Bell() {
  const t = useTexts(texts)
  const { ago } = useFormats()
  const navigate = useNavigate()
  const known = useQueryClient()
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({ queryKey: [path, { perPage: 10 }], queryFn: ({ signal }) => api.get<List<Notification>>(path, { perPage: 10 }, { signal, quiet: true }) })
  const shown = data?.data ?? []
  const unread = shown.filter((one) => !one.read_at).length
  useLive(undefined, (event) => {
    if (event.type !== 'notification') return
    const { link } = event
    toast({ title: event.title ?? t.title(), message: event.message, tone: tones[event.level ?? 'info'], link: link ? { label: link, onClick: () => void navigate({ to: link }) } : undefined })
    void known.invalidateQueries({ queryKey: [path] })
  })
  const markRead = async () => {
    await api.post(`${path}/read`, {})
    await known.invalidateQueries({ queryKey: [path] })
  }
  return (
    <Popover position="bottom-end" width={340} opened={opened} onChange={setOpened} trapFocus>
      <Popover.Target>
        <ActionIcon className={s['bell']} aria-label={unread > 0 ? t.unread({ count: unread }) : t.title()} onClick={() => setOpened(!opened)}>
          <IconBell size={17} stroke={1.7} />
          {unread > 0 && <span className={s['dot']} />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={s['notesHead']}>
          <b>{t.title()}</b>
          {unread > 0 && (
            <Button size="xs" variant="subtle" onClick={markRead}>
              {t.read()}
            </Button>
          )}
        </div>
        {shown.length === 0 && <p className={s['noOptions']}>{t.none()}</p>}
        {shown.map((one) => (
          <button key={one.id} type="button" className={s['noteRow']} disabled={!one.link} onClick={() => { setOpened(false); if (one.link) void navigate({ to: one.link }) }}>
            <StatusDot tone={one.read_at ? 'slate' : tones[one.level]} />
            <span>
              <span className={s['noteTitle']}>{one.title}</span>
              {one.message && <span className={s['noteText']}>{one.message}</span>}
              <span className={s['noteText']}>{ago(one.created_at)}</span>
            </span>
          </button>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
