import { mails } from '@weft/catalogue/mails/all.ts'
import { mailLog } from '@weft/catalogue/resources/mail-log/mail-log.ts'
import { defineMessages, type Text } from '@weft/kit/messages/messages.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { ListFilter } from '@weft/kit/ui/list-filter.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { MailDialog } from './mail-dialog.tsx'
import { tones, type Mail, type MailsPath, type MailStatus } from './mail.ts'

const texts = defineMessages({
  none: { en: 'No mails yet', de: 'Noch keine E-Mails' },
  find: { en: 'Search recipients, subjects and texts', de: 'Empfänger, Betreffe und Texte suchen' },
  when: { en: 'Time', de: 'Zeit' },
  all: { en: 'All', de: 'Alle' },
  kind: { en: 'Kind of mail', de: 'Art der E-Mail' },
  every: { en: 'Every kind', de: 'Jede Art' },
  process: { en: 'Process', de: 'Prozess' },
})

const { fields } = mailLog.labels
const statuses = (fields.status as { options: Record<MailStatus, Text> }).options
const titles = new Map(mails.map((mail) => [mail.name, mail.labels.title]))

type Props = {
  /** The path of the list. */
  path: MailsPath
  label: string
  /** The permission to send one once more. */
  right: string
  /** Whether they belong to workflows. */
  ofWorkflows?: boolean
  /** Inside a panel of a longer page: nothing of it stands in the address. */
  inPanel?: boolean
}

/** Mails that were sent, kept or have failed; each opens as it was written. */
export function MailLog({ path, label, right, ofWorkflows = false, inPanel = false }: Props) {
  const t = useTexts(texts)
  const read = useLabel()
  const [open, setOpen] = useState<string>()
  const list = useList(path, {
    filters: ['status', 'class_name'],
    sort: '-created_at',
    ...(inPanel && { local: true, perPage: 10 }),
  })
  const columns: Column<Mail>[] = [
    { key: 'title', title: read(fields.title as Text), fixed: true, cell: (row) => row.title },
    {
      key: 'class_name',
      title: t.kind(),
      cell: (row) => (titles.has(row.class_name) ? read(titles.get(row.class_name)!) : row.class_name || '–'),
    },
    ...(ofWorkflows
      ? [{ key: 'workflow', title: t.process(), sortable: false, cell: (row: Mail) => row.workflow ?? '–' }]
      : []),
    { key: 'recipient', title: read(fields.recipient as Text), cell: (row) => row.recipient },
    {
      key: 'sender',
      title: read(fields.sender as Text),
      sortable: false,
      hidden: true,
      cell: (row) => row.sender || '–',
    },
    {
      key: 'status',
      title: read((fields.status as { label: Text }).label),
      width: 150,
      cell: (row) => (
        <span title={row.error ?? undefined}>
          <StatusDot tone={tones[row.status]}>{read(statuses[row.status])}</StatusDot>
        </span>
      ),
    },
    { key: 'created_at', title: t.when(), width: 130, cell: (row) => <Ago at={row.created_at} /> },
  ]
  const views = {
    filter: 'status',
    options: [
      { value: '', title: t.all() },
      ...(['sent', 'kept', 'failed', ...(ofWorkflows ? (['received'] as const) : [])] as const).map((value) => ({
        value,
        title: read(statuses[value]),
      })),
    ],
  }
  const kinds = mails
    .filter((mail) => !ofWorkflows || mail.scope === 'tenant')
    .map((mail) => ({ value: mail.name, label: read(mail.labels.title) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  const tools = (
    <ListFilter
      list={list}
      name="class_name"
      label={t.kind()}
      w={190}
      placeholder={t.every()}
      clearable
      searchable
      data={kinds}
    />
  )
  return (
    <>
      <DataTable
        label={label}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.title}
        onOpen={(row) => setOpen(row.id)}
        find={t.find()}
        views={views}
        tools={tools}
        remember={path}
        empty={<EmptyState icon={IconMail} title={t.none()} />}
      />
      {open && <MailDialog path={path} id={open} right={right} onClose={() => setOpen(undefined)} />}
    </>
  )
}
