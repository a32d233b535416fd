import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { announcement } from '@weft/catalogue/resources/announcement/announcement.ts'
import { defineMessages, type Text } from '@weft/kit/messages/messages.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { ListFilter } from '@weft/kit/ui/list-filter.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconBell, IconChecks, IconMail, IconMailOpened } from '@tabler/icons-react'
import { mark, notificationsPath, notificationTones, useFollow, type Notification } from '../../shell/notifications.ts'
import s from './notifications.module.css'

const texts = defineMessages({
  title: { en: 'Notifications', de: 'Benachrichtigungen' },
  about: {
    en: 'Everything you were told, the newest first.',
    de: 'Alles, was Ihnen mitgeteilt wurde, das Neueste zuerst.',
  },
  allRead: { en: 'Mark all as read', de: 'Alle als gelesen markieren' },
  read: { en: 'Mark as read', de: 'Als gelesen markieren' },
  unread: { en: 'Mark as unread', de: 'Als ungelesen markieren' },
  readOne: { en: 'Mark “{title}” as read', de: '„{title}“ als gelesen markieren' },
  unreadOne: { en: 'Mark “{title}” as unread', de: '„{title}“ als ungelesen markieren' },
  isUnread: { en: 'Unread', de: 'Ungelesen' },
  message: { en: 'Notification', de: 'Benachrichtigung' },
  level: { en: 'Kind', de: 'Art' },
  everyLevel: { en: 'Every kind', de: 'Jede Art' },
  received: { en: 'Received', de: 'Erhalten' },
  all: { en: 'All', de: 'Alle' },
  onlyRead: { en: 'Read', de: 'Gelesen' },
  find: { en: 'Search notifications', de: 'Benachrichtigungen suchen' },
  none: { en: 'No notification yet', de: 'Noch keine Benachrichtigung' },
  noneText: {
    en: 'What the provider tells you, and what your workflows report, is kept here.',
    de: 'Hier bleibt, was Ihnen der Anbieter mitteilt und was Ihre Workflows melden.',
  },
})

const levels = (announcement.labels.fields['level'] as { options: Record<Notification['level'], Text> }).options

/** The own notifications: what is new, and what was said before. */
export function NotificationsScreen() {
  const t = useTexts(texts)
  const read = useLabel()
  const follow = useFollow()
  const list = useList(notificationsPath, { filters: ['state', 'level'] })
  const unread = Number(list.meta['unread'] ?? 0)
  const open = (row: Notification) => {
    if (!row.read_at) void mark('read', [row.id])
    if (row.link) follow(row.link)
  }
  const columns: Column<Notification>[] = [
    {
      key: 'title',
      title: t.message(),
      fixed: true,
      sortable: false,
      cell: (row) => <Told row={row} onOpen={() => open(row)} />,
    },
    {
      key: 'level',
      title: t.level(),
      sortable: false,
      width: 130,
      cell: (row) => <Badge tone={notificationTones[row.level]}>{read(levels[row.level])}</Badge>,
    },
    { key: 'created_at', title: t.received(), sortable: false, width: 140, cell: (row) => <Ago at={row.created_at} /> },
    {
      key: 'actions',
      title: '',
      fixed: true,
      sortable: false,
      width: 56,
      end: true,
      cell: (row) => <Mark row={row} />,
    },
  ]
  const marks = (ids: string[], clear: () => void) =>
    (['read', 'unread'] as const).map((state) => (
      <Button key={state} size="xs" variant="subtle" onClick={() => void mark(state, ids).then(clear)}>
        {t[state]()}
      </Button>
    ))
  return (
    <Page
      title={t.title()}
      subtitle={t.about()}
      fill
      bleed
      actions={
        <Button
          variant="default"
          leftSection={<IconChecks size={15} />}
          disabled={unread === 0}
          onClick={() => void mark('read')}
        >
          {t.allRead()}
        </Button>
      }
    >
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.title}
        onOpen={open}
        find={t.find()}
        views={{
          filter: 'state',
          options: [
            { value: '', title: t.all() },
            { value: 'unread', title: t.isUnread(), count: unread },
            { value: 'read', title: t.onlyRead() },
          ],
        }}
        tools={
          <ListFilter
            list={list}
            name="level"
            label={t.level()}
            w={150}
            placeholder={t.everyLevel()}
            clearable
            data={Object.entries(levels).map(([value, label]) => ({ value, label: read(label) }))}
          />
        }
        bulk={marks}
        empty={<EmptyState icon={IconBell} title={t.none()} text={t.noneText()} />}
      />
    </Page>
  )
}

function Told({ row, onOpen }: { row: Notification; onOpen: () => void }) {
  const t = useTexts(texts)
  return (
    <span className={s['told']} data-unread={!row.read_at || undefined}>
      {!row.read_at && <i className={s['dot']} role="img" aria-label={t.isUnread()} />}
      <span>
        {row.link ? (
          <button type="button" className={s['title']} onClick={onOpen}>
            {row.title}
          </button>
        ) : (
          <b className={s['title']}>{row.title}</b>
        )}
        {row.message && <small>{row.message}</small>}
      </span>
    </span>
  )
}

function Mark({ row }: { row: Notification }) {
  const t = useTexts(texts)
  const next = row.read_at ? 'unread' : 'read'
  const Icon = row.read_at ? IconMail : IconMailOpened
  return (
    <Tooltip label={t[next]()}>
      <ActionIcon
        size="xs"
        aria-label={t[`${next}One`]({ title: row.title })}
        onClick={() => void mark(next, [row.id])}
      >
        <Icon size={15} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
