import { Button, Textarea } from '@mantine/core'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { Badge, Facts, Note } from '@weft/kit/ui/bits.tsx'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { FormWaiting } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import s from './approvals.module.css'
import { Records } from './records.tsx'
import { approvalTexts, approvalTones, home } from './texts.ts'

const texts = defineMessages({
  one: { en: 'Approval', de: 'Genehmigung' },
  records: { en: 'Records', de: 'Datensätze' },
  some: {
    en: '{count, plural, one {# record} other {# records}}, the first {shown}',
    de: '{count, plural, one {# Datensatz} other {# Datensätze}}, die ersten {shown}',
  },
  all: { en: '{count, number}', de: '{count, number}' },
  about: { en: 'About', de: 'Worum es geht' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  project: { en: 'Project', de: 'Projekt' },
  run: { en: 'Run', de: 'Lauf' },
  openRun: { en: 'Open the run', de: 'Lauf öffnen' },
  asked: { en: 'Asked', de: 'Gefragt' },
  until: { en: 'Decide until', de: 'Entscheiden bis' },
  people: { en: 'May decide', de: 'Dürfen entscheiden' },
  comment: { en: 'Comment', de: 'Kommentar' },
  commentHint: {
    en: 'Optional. It travels with the records and stands in the audit log.',
    de: 'Freiwillig. Er bleibt bei den Datensätzen und steht im Audit-Protokoll.',
  },
  approve: { en: 'Approve', de: 'Genehmigen' },
  reject: { en: 'Reject', de: 'Ablehnen' },
  approvedBy: { en: '{name} approved this on {when}.', de: '{name} hat am {when} genehmigt.' },
  rejectedBy: { en: '{name} rejected this on {when}.', de: '{name} hat am {when} abgelehnt.' },
  timeoutText: {
    en: 'Nobody decided in time, so the run went on by its exit for that.',
    de: 'Niemand hat rechtzeitig entschieden; der Lauf ging über den Ausgang dafür weiter.',
  },
  endedText: {
    en: 'The run ended before anybody decided. There is nothing to do here any more.',
    de: 'Der Lauf wurde beendet, bevor jemand entschied. Hier ist nichts mehr zu tun.',
  },
  saved: { en: 'The run goes on', de: 'Der Lauf geht weiter' },
  gone: { en: 'Nothing to decide here', de: 'Hier gibt es nichts zu entscheiden' },
  goneText: {
    en: 'Either you are not one of those who may decide, or the run is not kept any more.',
    de: 'Entweder gehören Sie nicht zu denen, die entscheiden dürfen, oder der Lauf wird nicht mehr aufbewahrt.',
  },
})

type Approval = Answer<'GET', `/approvals/${string}`>['data']

/** What a run asks: a summary, the first records, and two buttons that one of those who were asked presses once. */
export function ApprovalScreen() {
  const t = useTexts(texts)
  const states = useTexts(approvalTexts)
  const id = usePathParam('id')
  const { data, error } = useQuery({
    queryKey: [`/approvals/${id}`],
    queryFn: ({ signal }) => api.get(`/approvals/${id}`, undefined, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.data.state === 'open' ? 10_000 : false),
  })
  const crumbs = [{ title: states.title(), to: home }, { title: data?.data.title ?? t.one() }]
  if (error)
    return (
      <Page title={t.one()} crumbs={crumbs}>
        <EmptyState title={t.gone()} text={t.goneText()} />
      </Page>
    )
  if (!data) return <FormWaiting />
  const approval = data.data
  return (
    <Page
      title={approval.title}
      crumbs={crumbs}
      badge={<Badge tone={approvalTones[approval.state]}>{states[approval.state]()}</Badge>}
      subtitle={
        <>
          {approval.workflow} · {approval.project} · <Ago at={approval.created_at} />
        </>
      }
      footer={approval.state === 'open' && <Decide key={approval.id} id={approval.id} />}
    >
      <div className={s['page']}>
        <div className={s['main']}>
          <Outcome approval={approval} />
          {approval.summary !== '' && <p className={s['summary']}>{approval.summary}</p>}
          <Panel
            title={t.records()}
            note={
              approval.record_count > approval.records.length
                ? t.some({ count: approval.record_count, shown: approval.records.length })
                : t.all({ count: approval.record_count })
            }
            bleed
          >
            <Records label={t.records()} fields={approval.fields} records={approval.records} />
          </Panel>
        </div>
        <About approval={approval} />
      </div>
    </Page>
  )
}

function Outcome({ approval: { state, decided_by_name: name, decided_at, comment } }: { approval: Approval }) {
  const t = useTexts(texts)
  const { dateTime } = useFormats()
  if (state === 'open') return null
  if (state === 'timeout' || state === 'ended')
    return <Note tone="slate">{state === 'timeout' ? t.timeoutText() : t.endedText()}</Note>
  const said = { name, when: dateTime(decided_at) }
  return (
    <Note tone={approvalTones[state]} icon={state === 'approved' ? <IconCheck size={16} /> : <IconX size={16} />}>
      {state === 'approved' ? t.approvedBy(said) : t.rejectedBy(said)}
      {comment !== '' && <p className={s['comment']}>{comment}</p>}
    </Note>
  )
}

function About({ approval }: { approval: Approval }) {
  const t = useTexts(texts)
  const may = useMay()
  const { dateTime } = useFormats()
  const { workflow_id, job_id, expires_at } = approval
  return (
    <Panel title={t.about()}>
      <Facts
        facts={[
          [t.workflow(), approval.workflow],
          [t.project(), approval.project],
          may('jobs.view') && [
            t.run(),
            <Link key="run" className={s['link']} to={`/project/workflows/reporting/${workflow_id}/${job_id}/details`}>
              {t.openRun()}
            </Link>,
          ],
          [t.asked(), dateTime(approval.created_at)],
          expires_at !== null && [t.until(), dateTime(expires_at)],
          [t.people(), approval.people.join(', ')],
        ]}
      />
    </Panel>
  )
}

/** Whoever is second is told who was first, by the answer and by the page, which asks anew. */
function Decide({ id }: { id: string }) {
  const t = useTexts(texts)
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState<'approve' | 'reject'>()
  const decide = async (verb: 'approve' | 'reject') => {
    setBusy(verb)
    try {
      await api.post(`/approvals/${id}/${verb}`, { comment })
      toast({ title: t.saved(), tone: 'green' })
    } catch (error) {
      // The client has shown what was refused; anything else is a mistake of ours.
      if (!(error instanceof ApiError)) throw error
    }
    await refresh('/approvals', '/notifications')
    setBusy(undefined)
  }
  return (
    <div className={s['foot']}>
      <Textarea
        className={s['words']}
        aria-label={t.comment()}
        placeholder={`${t.comment()}. ${t.commentHint()}`}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={2_000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <div className={s['buttons']}>
        <Button
          variant="default"
          disabled={busy !== undefined}
          loading={busy === 'reject'}
          onClick={() => void decide('reject')}
        >
          {t.reject()}
        </Button>
        <Button disabled={busy !== undefined} loading={busy === 'approve'} onClick={() => void decide('approve')}>
          {t.approve()}
        </Button>
      </div>
    </div>
  )
}
