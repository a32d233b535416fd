import { Button, Textarea } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconCheck, IconLifebuoy, IconRotate, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import s from './help.module.css'
import { RequestBody, RequestStatus, requestsPath, type Status, type SupportRequest } from './request.tsx'

const texts = defineMessages({
  title: { en: 'Support requests', de: 'Supportanfragen' },
  about: { en: 'What users of this installation have asked.', de: 'Was Benutzer dieser Installation gefragt haben.' },
  number: { en: 'No.', de: 'Nr.' },
  subject: { en: 'Subject', de: 'Betreff' },
  from: { en: 'From', de: 'Von' },
  kind: { en: 'About', de: 'Thema' },
  billing: { en: 'Billing', de: 'Abrechnung' },
  general: { en: 'General', de: 'Allgemein' },
  status: { en: 'Status', de: 'Status' },
  files: { en: 'Files', de: 'Dateien' },
  asked: { en: 'Asked', de: 'Gestellt' },
  all: { en: 'All', de: 'Alle' },
  open: { en: 'Open', de: 'Offen' },
  answered: { en: 'Answered', de: 'Beantwortet' },
  closed: { en: 'Closed', de: 'Geschlossen' },
  none: { en: 'No requests yet', de: 'Noch keine Anfragen' },
  find: { en: 'Search requests', de: 'Anfragen suchen' },
  one: { en: 'Request {number}: {subject}', de: 'Anfrage {number}: {subject}' },
  request: { en: 'Request', de: 'Anfrage' },
  answer: { en: 'Answer', de: 'Antwort' },
  answerHelp: {
    en: 'Who asked reads it on the support page and is notified.',
    de: 'Wer gefragt hat, liest sie auf der Support-Seite und wird benachrichtigt.',
  },
  send: { en: 'Send answer', de: 'Antwort senden' },
  close: { en: 'Close request', de: 'Anfrage schließen' },
  reopen: { en: 'Open again', de: 'Wieder öffnen' },
  saved: { en: 'Saved', de: 'Gespeichert' },
  gone: { en: 'This request could not be loaded', de: 'Diese Anfrage konnte nicht geladen werden' },
})

const nameOf = ({ first_name, last_name, email }: SupportRequest) => `${first_name} ${last_name}`.trim() || email

/** What all users have asked, for the provider's staff. */
export function SupportRequestsScreen() {
  const t = useTexts(texts)
  const formats = useFormats()
  const navigate = useNavigate()
  const list = useList(`${requestsPath}/all`, { filters: ['status'] })
  const columns: Column<SupportRequest>[] = [
    { key: 'number', title: t.number(), width: 70, sortable: false, cell: (row) => row.number },
    { key: 'subject', title: t.subject(), fixed: true, sortable: false, cell: (row) => row.subject },
    {
      key: 'kind',
      title: t.kind(),
      sortable: false,
      cell: (row) => (row.kind === 'billing' ? t.billing() : t.general()),
    },
    { key: 'email', title: t.from(), sortable: false, cell: (row) => <span title={row.email}>{nameOf(row)}</span> },
    { key: 'status', title: t.status(), sortable: false, cell: (row) => <RequestStatus status={row.status} /> },
    { key: 'files', title: t.files(), end: true, sortable: false, cell: (row) => formats.number(row.files.length) },
    { key: 'created_at', title: t.asked(), sortable: false, cell: (row) => <Ago at={row.created_at} /> },
  ]
  const views = {
    filter: 'status',
    options: [
      { value: '', title: t.all() },
      { value: 'open', title: t.open() },
      { value: 'answered', title: t.answered() },
      { value: 'closed', title: t.closed() },
    ],
  }
  return (
    <Page title={t.title()} subtitle={t.about()} fill bleed>
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.subject}
        onOpen={(row) => void navigate({ to: `/admin/support/${row.id}` })}
        find={t.find()}
        views={views}
        empty={<EmptyState icon={IconLifebuoy} title={t.none()} text={t.about()} />}
      />
    </Page>
  )
}

/** One request: as it was asked, what was said since, and the provider's next answer. */
export function SupportRequestScreen() {
  const t = useTexts(texts)
  const id = usePathParam('id')
  const { data, error } = useQuery({
    queryKey: [requestsPath, id],
    queryFn: ({ signal }) => api.get(`${requestsPath}/${id}`, {}, { signal, quiet: true }).then(({ data }) => data),
  })
  const home = { title: t.title(), to: '/admin/support' }
  if (error) return <Page title={t.gone()} crumbs={[home]} />
  if (!data) return null
  return (
    <Page
      title={t.one({ number: data.number, subject: data.subject })}
      subtitle={`${nameOf(data)} · ${data.email}`}
      badge={<RequestStatus status={data.status} />}
      crumbs={[home, { title: data.subject }]}
    >
      <div className={s['block']} style={{ maxWidth: 720 }}>
        <Panel title={t.request()}>
          <RequestBody request={data} />
        </Panel>
        <Answer key={data.id} request={data} />
      </div>
    </Page>
  )
}

function Answer({ request }: { request: SupportRequest }) {
  const t = useTexts(texts)
  const may = useMay()
  const mayAnswer = may('system.update')
  const [answer, setAnswer] = useState('')
  const { busy, send, errorAt } = useSubmit(allAt('answer'))
  const save = (body: { answer?: string; status?: Status }) =>
    send(async () => {
      await api.put(`${requestsPath}/${request.id}`, body)
      toast({ title: t.saved(), message: request.subject, tone: 'green' })
      if (body.answer) setAnswer('')
      await refresh(requestsPath, `${requestsPath}/all`)
    })
  return (
    <Panel title={t.answer()}>
      <div className={s['form']}>
        <Textarea
          aria-label={t.answer()}
          description={t.answerHelp()}
          rows={6}
          maxLength={20_000}
          disabled={!mayAnswer}
          value={answer}
          error={errorAt('answer')}
          onChange={(event) => setAnswer(event.currentTarget.value)}
        />
        {mayAnswer && (
          <div className="buttons">
            {request.status === 'closed' ? (
              <Button
                variant="default"
                leftSection={<IconRotate size={15} />}
                disabled={busy}
                onClick={() => void save({ status: request.messages.at(-1)?.by === 'provider' ? 'answered' : 'open' })}
              >
                {t.reopen()}
              </Button>
            ) : (
              <Button
                variant="default"
                leftSection={<IconCheck size={15} />}
                disabled={busy}
                onClick={() => void save({ status: 'closed' })}
              >
                {t.close()}
              </Button>
            )}
            <Button
              leftSection={<IconSend size={15} />}
              loading={busy}
              disabled={answer.trim() === ''}
              onClick={() => void save({ answer })}
            >
              {t.send()}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}
