import { Progress } from '@mantine/core'
import { audienceLabels } from '@weft/catalogue/resources/newsletter-campaign/newsletter-campaign.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconMail } from '@tabler/icons-react'
import { useEffect } from 'react'
import s from './newsletter.module.css'
import { campaignPath, deliveryTones, totalOf, type Campaign, type NewsletterDelivery } from './newsletter.ts'
import { deliveryTexts } from './texts.ts'

const texts = defineMessages({
  progress: { en: 'How far it is', de: 'Wie weit er ist' },
  of: { en: '{done} of {total} handled', de: '{done} von {total} erledigt' },
  to: { en: 'To: {audience}', de: 'An: {audience}' },
  begun: { en: 'begun {when}', de: 'begonnen {when}' },
  ended: { en: 'ended {when}', de: 'beendet {when}' },
  unsure: {
    en: 'Cut off: the process ended while the mail was under way. Whether it has arrived is unknown; it is not sent once more.',
    de: 'Abgebrochen: Der Prozess endete, während die E-Mail unterwegs war. Ob sie ankam, ist unbekannt; sie wird nicht noch einmal gesendet.',
  },
  mails: { en: 'Mails', de: 'E-Mails' },
  email: { en: 'Address', de: 'Adresse' },
  name: { en: 'Name', de: 'Name' },
  language: { en: 'Language', de: 'Sprache' },
  status: { en: 'Status', de: 'Status' },
  error: { en: 'Reason', de: 'Grund' },
  when: { en: 'Time', de: 'Zeit' },
  all: { en: 'All', de: 'Alle' },
  find: { en: 'Search addresses', de: 'Adressen suchen' },
  none: { en: 'No mails', de: 'Keine E-Mails' },
})

const states = ['sent', 'failed', 'unsure', 'kept', 'waiting', 'sending', 'cancelled'] as const

/** How far a newsletter is, and what became of each of its mails. */
export function Deliveries({ campaign }: { campaign: Campaign }) {
  const t = useTexts(texts)
  const named = useTexts(deliveryTexts)
  const read = useLabel()
  const formats = useFormats()
  const { id, counts, status } = campaign
  const total = totalOf(counts)
  const open = (counts.waiting ?? 0) + (counts.sending ?? 0)
  const list = useList(`${campaignPath}/${id}/deliveries`, {
    filters: ['status'],
    ...(status === 'sending' && { refetchInterval: 2_000 }),
  })
  const { reload } = list
  const figures = JSON.stringify(counts)
  useEffect(() => reload(), [figures]) // the last mails are seen as well, when nothing is asked again by itself
  const columns: Column<NewsletterDelivery>[] = [
    { key: 'email', title: t.email(), fixed: true, sortable: false, cell: (row) => row.email },
    { key: 'name', title: t.name(), sortable: false, cell: (row) => row.name || '–' },
    { key: 'language', title: t.language(), width: 90, sortable: false, cell: (row) => row.language.toUpperCase() },
    {
      key: 'status',
      title: t.status(),
      width: 150,
      sortable: false,
      cell: (row) => <StatusDot tone={deliveryTones[row.status]}>{named[row.status]()}</StatusDot>,
    },
    {
      key: 'error',
      title: t.error(),
      sortable: false,
      cell: (row) => <span title={row.error ?? undefined}>{row.error ?? '–'}</span>,
    },
    {
      key: 'done_at',
      title: t.when(),
      width: 130,
      sortable: false,
      cell: (row) => (row.done_at ? <Ago at={row.done_at} /> : '–'),
    },
  ]
  const views = {
    filter: 'status',
    options: [
      { value: '', title: t.all(), count: total },
      ...states
        .filter((state) => counts[state])
        .map((value) => ({ value, title: named[value](), count: counts[value] })),
    ],
  }
  const times = [
    t.to({ audience: read(audienceLabels[campaign.audience]) }),
    ...(campaign.started_at ? [t.begun({ when: formats.ago(campaign.started_at) })] : []),
    ...(campaign.finished_at ? [t.ended({ when: formats.ago(campaign.finished_at) })] : []),
  ]
  return (
    <div className={s['whole']}>
      <Panel title={t.progress()} note={times.join(' · ')}>
        <div className={s['progress']} role="status">
          <Progress.Root size="lg">
            {states
              .filter((state) => counts[state] && state !== 'waiting')
              .map((state) => (
                <Progress.Section
                  key={state}
                  value={((counts[state] ?? 0) / total) * 100}
                  color={`var(--${deliveryTones[state]})`}
                  aria-label={named[state]()}
                />
              ))}
          </Progress.Root>
          <b>{t.of({ done: formats.number(total - open), total: formats.number(total) })}</b>
          <span>
            {states
              .filter((state) => counts[state])
              .map((state) => (
                <StatusDot
                  key={state}
                  tone={deliveryTones[state]}
                >{`${named[state]()}: ${formats.number(counts[state]!)}`}</StatusDot>
              ))}
          </span>
          {counts.unsure ? <p className="muted">{t.unsure()}</p> : null}
        </div>
      </Panel>
      <Panel title={t.mails()} bleed>
        <DataTable
          label={t.mails()}
          list={list}
          columns={columns}
          rowId={(row) => row.id}
          rowName={(row) => row.email}
          find={t.find()}
          views={views}
          empty={<EmptyState icon={IconMail} title={t.none()} />}
        />
      </Panel>
    </div>
  )
}
