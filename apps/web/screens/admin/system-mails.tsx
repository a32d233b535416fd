import { mailLog } from '@weft/catalogue/resources/mail-log/mail-log.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { StatusDot, type Tone } from '@weft/kit/ui/bits.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconMail } from '@tabler/icons-react'

const texts = defineMessages({
  title: { en: 'Mails of this installation', de: 'E-Mails dieser Installation' },
  about: { en: 'Codes, invitations, password links and support requests. Codes and links themselves are not kept.', de: 'Codes, Einladungen, Passwort-Links und Supportanfragen. Codes und Links selbst werden nicht aufbewahrt.' },
  none: { en: 'No mails yet', de: 'Noch keine E-Mails' },
  find: { en: 'Search recipients and subjects', de: 'Empfänger und Betreffe suchen' },
  when: { en: 'Time', de: 'Zeit' },
})

type Mail = { id: string; title: string; status: 'kept' | 'sent' | 'failed'; recipient: string; error: string | null; created_at: string }
const tones: Record<Mail['status'], Tone> = { kept: 'amber', sent: 'green', failed: 'red' }
const { fields } = mailLog.labels
const statuses = (fields.status as { options: Record<string, { en: string; de: string }> }).options

/** What the installation has written itself, and whether it left. */
export function SystemMails() {
  const t = useTexts(texts)
  const read = useLabel()
  const { dateTime } = useFormats()
  const list = useList<Mail>('/settings/email/log', { local: true, perPage: 10 })
  const columns: Column<Mail>[] = [
    { key: 'title', title: read(fields.title as { en: string; de: string }), fixed: true, sortable: false, cell: (row) => row.title },
    { key: 'recipient', title: read(fields.recipient as { en: string; de: string }), sortable: false, cell: (row) => row.recipient },
    { key: 'status', title: read((fields.status as { label: { en: string; de: string } }).label), sortable: false, cell: (row) => <span title={row.error ?? undefined}><StatusDot tone={tones[row.status]}>{read(statuses[row.status]!)}</StatusDot></span> },
    { key: 'created_at', title: t.when(), sortable: false, cell: (row) => dateTime(row.created_at) },
  ]
  return (
    <Panel title={t.title()} note={t.about()} bleed>
      <DataTable label={t.title()} list={list} columns={columns} rowId={(row) => row.id} rowName={(row) => row.title} find={t.find()} empty={<EmptyState icon={IconMail} title={t.none()} />} />
    </Panel>
  )
}
