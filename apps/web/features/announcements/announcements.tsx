import { Button } from '@mantine/core'
import { announcement, announcementDraft } from '@weft/catalogue/resources/announcement/announcement.ts'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, type Tone } from '@weft/kit/ui/bits.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconBell, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { z } from 'zod'
import type { Text } from '@weft/kit/messages/messages.ts'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useSubmit } from '@weft/kit/ui/submit.ts'

const texts = defineMessages({
  title: { en: 'Notifications', de: 'Benachrichtigungen' },
  about: {
    en: 'Tell many users something at once. Who is signed in sees it immediately, the others find it behind the bell.',
    de: 'Vielen Benutzern auf einmal etwas mitteilen. Wer angemeldet ist, sieht es sofort, die anderen finden es hinter der Glocke.',
  },
  write: { en: 'Write notification', de: 'Benachrichtigung schreiben' },
  send: { en: 'Send', de: 'Senden' },
  sent: { en: 'Sent', de: 'Gesendet' },
  sentTo: {
    en: '{count, plural, one {to # user} other {to # users}}',
    de: '{count, plural, one {an # Benutzer} other {an # Benutzer}}',
  },
  when: { en: 'Sent', de: 'Gesendet' },
  none: { en: 'Nothing sent yet', de: 'Noch nichts gesendet' },
  find: { en: 'Search notifications', de: 'Benachrichtigungen suchen' },
})

type Sent = ListRow<'/announcements'>
/** As far as it is written; the server says what is missing. */
type Draft = z.input<typeof announcementDraft>
const path = '/announcements'
const tones: Record<Sent['level'], Tone> = { info: 'blue', success: 'green', warning: 'amber', error: 'red' }
const optionsOf = (field: 'level' | 'audience') =>
  (announcement.labels.fields[field] as { options: Record<string, Text> }).options

/** What the provider has told its users, and telling them more. */
export function AnnouncementsScreen() {
  const t = useTexts(texts)
  const read = useLabel()
  const formats = useFormats()
  const [writing, setWriting] = useState(false)
  const list = useList(path, { sort: '-created_at' })
  const label = (field: 'title' | 'level' | 'audience' | 'recipients') => {
    const found = announcement.labels.fields[field]
    return read('label' in found ? found.label : found)
  }
  const columns: Column<Sent>[] = [
    { key: 'title', title: label('title'), fixed: true, cell: (row) => <span title={row.message}>{row.title}</span> },
    {
      key: 'level',
      title: label('level'),
      cell: (row) => <Badge tone={tones[row.level]}>{read(optionsOf('level')[row.level]!)}</Badge>,
    },
    { key: 'audience', title: label('audience'), cell: (row) => read(optionsOf('audience')[row.audience]!) },
    {
      key: 'recipients',
      title: label('recipients'),
      end: true,
      sortable: false,
      cell: (row) => formats.number(row.recipients),
    },
    { key: 'created_at', title: t.when(), cell: (row) => <Ago at={row.created_at} /> },
  ]
  const write = (
    <Button leftSection={<IconSend size={15} />} onClick={() => setWriting(true)}>
      {t.write()}
    </Button>
  )
  return (
    <Page title={t.title()} subtitle={t.about()} actions={write} fill bleed>
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.title}
        find={t.find()}
        empty={<EmptyState icon={IconBell} title={t.none()} text={t.about()} />}
      />
      {writing && <Write onClose={() => setWriting(false)} />}
    </Page>
  )
}

function Write({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts)
  const [value, setValue] = useState<Record<string, unknown>>({
    title: '',
    message: '',
    level: 'info',
    link: '',
    audience: 'all',
  })
  const { busy, errors, send } = useSubmit()
  const announce = () =>
    send(async () => {
      const { data } = await api.post(path, value as Draft)
      toast({ title: t.sent(), message: t.sentTo({ count: data.recipients }), tone: 'green' })
      await refresh(path)
      onClose()
    })
  const action = (
    <Button loading={busy} leftSection={<IconSend size={15} />} onClick={() => void announce()}>
      {t.send()}
    </Button>
  )
  return (
    <Dialog onClose={onClose} title={t.write()} size={520} actions={action}>
      <SettingsForm
        schema={announcementDraft}
        labels={announcement.labels.fields}
        value={value}
        onChange={setValue}
        errors={errors}
      />
    </Dialog>
  )
}
