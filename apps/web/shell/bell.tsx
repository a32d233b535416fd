import { ActionIcon, Button, Popover } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLive } from '@weft/kit/ui/live.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { mark, notificationsPath, notificationTones, useFollow, type Notification } from './notifications.ts'
import s from './shell.module.css'

const texts = defineMessages({
  title: { en: 'Notifications', de: 'Benachrichtigungen' },
  unread: { en: 'Notifications, {count} unread', de: 'Benachrichtigungen, {count} ungelesen' },
  none: { en: 'Nothing new', de: 'Nichts Neues' },
  read: { en: 'Mark all as read', de: 'Alle als gelesen markieren' },
  open: { en: 'Open', de: 'Öffnen' },
  all: { en: 'All notifications', de: 'Alle Benachrichtigungen' },
})

/** What the server told this user: stored ones as a list, new ones at once as a toast as well. */
export function Bell() {
  const t = useTexts(texts)
  const { ago } = useFormats()
  const follow = useFollow()
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({
    queryKey: [notificationsPath, { perPage: 10 }],
    queryFn: ({ signal }) => api.get(notificationsPath, { perPage: 10 }, { signal, quiet: true }),
  })
  const shown = data?.data ?? []
  const unread = data?.meta.unread ?? 0
  useLive(undefined, (event) => {
    if (event.type !== 'notification') return
    const { title, message, link } = event
    // Without a title it is only a mark, made here or in another browser.
    if (title)
      toast({
        title,
        message,
        tone: notificationTones[event.level ?? 'info'],
        link: link ? { label: t.open(), onClick: () => follow(link) } : undefined,
      })
    void refresh(notificationsPath)
  })
  const open = (one: Notification) => {
    setOpened(false)
    if (!one.read_at) void mark('read', [one.id])
    follow(one.link!)
  }
  return (
    <Popover position="bottom-end" width={340} opened={opened} onChange={setOpened} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          className={s['bell']}
          aria-label={unread > 0 ? t.unread({ count: unread }) : t.title()}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={17} stroke={1.7} />
          {unread > 0 && <span className={s['dot']} />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={s['notesHead']}>
          <b>{t.title()}</b>
          {unread > 0 && (
            <Button size="xs" variant="subtle" onClick={() => void mark('read')}>
              {t.read()}
            </Button>
          )}
        </div>
        {shown.length === 0 && <p className={s['noOptions']}>{t.none()}</p>}
        {shown.map((one) => (
          <button key={one.id} type="button" className={s['noteRow']} disabled={!one.link} onClick={() => open(one)}>
            <StatusDot tone={one.read_at ? 'slate' : notificationTones[one.level]} />
            <span>
              <span className={s['noteTitle']}>{one.title}</span>
              {one.message && <span className={s['noteText']}>{one.message}</span>}
              <span className={s['noteText']}>{ago(one.created_at)}</span>
            </span>
          </button>
        ))}
        <Link to="/analysis/notifications" className={s['allNotes']} onClick={() => setOpened(false)}>
          {t.all()}
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}
