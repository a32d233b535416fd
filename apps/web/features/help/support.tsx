import { Button, Textarea } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconLifebuoy, IconPencil, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { RequestBody, RequestStatus, requestsPath, type RequestKind, type SupportRequest } from './request.tsx'
import { WriteRequest } from './write-request.tsx'

const texts = defineMessages({
  title: { en: 'Support', de: 'Support' },
  about: {
    en: 'Ask the provider of this installation, and read what it answered.',
    de: 'Fragen Sie den Anbieter dieser Installation und lesen Sie seine Antworten.',
  },
  write: { en: 'Write request', de: 'Anfrage schreiben' },
  number: { en: 'No.', de: 'Nr.' },
  subject: { en: 'Subject', de: 'Betreff' },
  status: { en: 'Status', de: 'Status' },
  files: { en: 'Files', de: 'Dateien' },
  asked: { en: 'Asked', de: 'Gestellt' },
  none: { en: 'No requests yet', de: 'Noch keine Anfragen' },
  find: { en: 'Search requests', de: 'Anfragen suchen' },
  one: { en: 'Request {number}: {subject}', de: 'Anfrage {number}: {subject}' },
  back: { en: 'Write back', de: 'Zurückschreiben' },
  backHelp: { en: 'The request is open again then.', de: 'Die Anfrage ist danach wieder offen.' },
  send: { en: 'Send', de: 'Senden' },
  close: { en: 'Close', de: 'Schließen' },
})

/** The own support requests with what was answered, and a new one. */
export function SupportScreen() {
  const t = useTexts(texts)
  return <Requests title={t.title()} about={t.about()} />
}

/** The own requests of a kind; those of no kind in particular are all of them. */
export function Requests({
  kind,
  title,
  about,
  tabs,
}: {
  kind?: RequestKind
  title: string
  about: string
  tabs?: ReactNode
}) {
  const t = useTexts(texts)
  const formats = useFormats()
  const navigate = useNavigate()
  const request = useSearchParam('request')
  const [writing, setWriting] = useState(false)
  const list = useList(requestsPath, { ...(kind && { query: { 'filter[kind]': kind } }) })
  const show = (id: string | undefined) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, request: id }),
      replace: true,
    } as never)
  const columns: Column<SupportRequest>[] = [
    { key: 'number', title: t.number(), width: 70, sortable: false, cell: (row) => row.number },
    { key: 'subject', title: t.subject(), fixed: true, sortable: false, cell: (row) => row.subject },
    { key: 'status', title: t.status(), sortable: false, cell: (row) => <RequestStatus status={row.status} /> },
    { key: 'files', title: t.files(), end: true, sortable: false, cell: (row) => formats.number(row.files.length) },
    { key: 'created_at', title: t.asked(), sortable: false, cell: (row) => <Ago at={row.created_at} /> },
  ]
  const write = (
    <Button leftSection={<IconPencil size={15} />} onClick={() => setWriting(true)}>
      {t.write()}
    </Button>
  )
  return (
    <Page title={title} subtitle={about} actions={write} tabs={tabs} fill bleed>
      <DataTable
        label={title}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.subject}
        onOpen={(row) => show(row.id)}
        find={t.find()}
        empty={<EmptyState icon={IconLifebuoy} title={t.none()} text={about} />}
      />
      {writing && <WriteRequest kind={kind} onClose={() => setWriting(false)} />}
      {request && <ShownRequest id={request} onClose={() => show(undefined)} />}
    </Page>
  )
}

/** One of the own requests: as it was asked, what was said since, and what one writes back. */
export function ShownRequest({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(texts)
  const { data, error } = useQuery({
    queryKey: [requestsPath, id],
    queryFn: ({ signal }) => api.get(`${requestsPath}/${id}`, {}, { signal }).then(({ data }) => data),
  })
  const [text, setText] = useState('')
  const { busy, send, errorAt } = useSubmit(allAt('text'))
  if (!data || error) return null
  const write = () =>
    send(async () => {
      await api.post(`${requestsPath}/${id}/messages`, { text })
      setText('')
      await refresh(requestsPath)
    })
  const action = (
    <Button
      loading={busy}
      disabled={text.trim() === ''}
      leftSection={<IconSend size={15} />}
      onClick={() => void write()}
    >
      {t.send()}
    </Button>
  )
  return (
    <Dialog
      onClose={onClose}
      title={t.one({ number: data.number, subject: data.subject })}
      size={620}
      cancel={t.close()}
      actions={action}
    >
      <div style={{ marginBottom: 14 }}>
        <RequestStatus status={data.status} />
      </div>
      <RequestBody request={data} />
      <Textarea
        mt={14}
        label={t.back()}
        description={t.backHelp()}
        rows={4}
        maxLength={20_000}
        value={text}
        error={errorAt('text')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Dialog>
  )
}
