import { Button, Tabs } from '@mantine/core'
import { mails } from '@weft/catalogue/mails/all.ts'
import { mailLog } from '@weft/catalogue/resources/mail-log/mail-log.ts'
import { defineMessages, type Text } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MailFrame } from '../mail-templates/mail-frame.tsx'
import frame from '../mail-templates/mail-templates.module.css'
import { tones, type MailsPath, type MailStatus, type WholeMail } from './mail.ts'
import s from './mail-log.module.css'

const texts = defineMessages({
  mail: { en: 'Mail', de: 'E-Mail' },
  text: { en: 'Text', de: 'Text' },
  details: { en: 'Details', de: 'Details' },
  dialogue: { en: 'Dialogue', de: 'Dialog' },
  resend: { en: 'Send once more', de: 'Erneut senden' },
  send: { en: 'Send now', de: 'Jetzt senden' },
  sent: { en: 'Sent', de: 'Gesendet' },
  masked: {
    en: 'Codes and links of this mail are not kept, so it cannot be sent from here.',
    de: 'Codes und Links dieser E-Mail werden nicht aufbewahrt, daher lässt sie sich von hier aus nicht senden.',
  },
  kept: {
    en: 'This mail has not left: no mail server was set up.',
    de: 'Diese E-Mail wurde nicht versendet: Es war kein Mailserver eingerichtet.',
  },
  from: { en: 'Received from {sender}', de: 'Empfangen von {sender}' },
  when: { en: 'Written', de: 'Geschrieben' },
  kind: { en: 'Kind of mail', de: 'Art der E-Mail' },
  language: { en: 'Language', de: 'Sprache' },
  parameters: { en: 'Parameters', de: 'Parameter' },
  process: { en: 'Process', de: 'Prozess' },
  job: { en: 'Job', de: 'Job' },
  theJob: { en: 'To the job', de: 'Zum Job' },
  again: { en: 'Sent once more', de: 'Erneut gesendet' },
  yes: { en: 'Yes', de: 'Ja' },
})

const { fields } = mailLog.labels
const statuses = (fields.status as { options: Record<MailStatus, Text> }).options

/** A mail as it was written: its look, its text, what is known of it, and what was said with the mail server. */
export function MailDialog({
  path,
  id,
  right,
  onClose,
}: {
  path: MailsPath
  id: string
  right: string
  onClose: () => void
}) {
  const t = useTexts(texts)
  const may = useMay()
  const { busy, send } = useSubmit()
  const { data } = useQuery({
    queryKey: [path, id],
    queryFn: ({ signal }) => api.get(`${path}/${id}`, {}, { signal }),
  })
  const mail = data?.data
  const resend = async () => {
    await send(async () => {
      await api.post(`${path}/${id}/resend`)
      toast({ title: t.sent(), message: mail!.title, tone: 'green' })
    })
    await refresh(path)
  }
  return (
    <Dialog onClose={onClose} title={mail?.title ?? t.mail()} size={760}>
      {mail && (
        <div className={s['mail']}>
          {mail.status === 'failed' && <p className={s['error']}>{mail.error}</p>}
          {mail.status === 'received' && <p className="muted">{t.from({ sender: mail.sender })}</p>}
          {mail.status === 'kept' && <p className="muted">{t.kept()}</p>}
          <Tabs defaultValue={mail.html ? 'mail' : 'text'} keepMounted={false}>
            <Tabs.List>
              {mail.html && <Tabs.Tab value="mail">{t.mail()}</Tabs.Tab>}
              <Tabs.Tab value="text">{t.text()}</Tabs.Tab>
              <Tabs.Tab value="details">{t.details()}</Tabs.Tab>
              {mail.dialogue && <Tabs.Tab value="dialogue">{t.dialogue()}</Tabs.Tab>}
            </Tabs.List>
            <Tabs.Panel value="mail">
              <MailFrame html={mail.html} title={t.mail()} />
            </Tabs.Panel>
            <Tabs.Panel value="text">
              <pre className={frame['plain']} tabIndex={0} aria-label={t.text()}>
                {mail.body}
              </pre>
            </Tabs.Panel>
            <Tabs.Panel value="details">
              <Details mail={mail} />
            </Tabs.Panel>
            <Tabs.Panel value="dialogue">
              <pre className={frame['plain']} tabIndex={0} aria-label={t.dialogue()}>
                {mail.dialogue}
              </pre>
            </Tabs.Panel>
          </Tabs>
          <div className={s['foot']}>
            {mail.masked && <span className="muted">{t.masked()}</span>}
            {may(right) && !mail.masked && mail.status !== 'received' && (
              <Button
                leftSection={<IconSend size={15} />}
                loading={busy}
                variant={mail.status === 'sent' ? 'default' : 'filled'}
                onClick={() => void resend()}
              >
                {mail.status === 'sent' ? t.resend() : t.send()}
              </Button>
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}

function Details({ mail }: { mail: WholeMail }) {
  const t = useTexts(texts)
  const read = useLabel()
  const { dateTime } = useFormats()
  const kind = mails.find((one) => one.name === mail.class_name)
  const rows: [string, ReactNode][] = [
    [
      read((fields.status as { label: Text }).label),
      <StatusDot key="status" tone={tones[mail.status]}>
        {read(statuses[mail.status])}
      </StatusDot>,
    ],
    ...(mail.class_name
      ? [
          [
            t.kind(),
            <span key="kind">
              {kind ? read(kind.labels.title) : mail.class_name} <code className="muted">{mail.class_name}</code>
            </span>,
          ] as [string, ReactNode],
        ]
      : []),
    [read(fields.recipient as Text), mail.recipient],
    [read(fields.sender as Text), mail.sender || '–'],
    [t.when(), dateTime(mail.created_at)],
    [t.language(), mail.language || '–'],
    ...(mail.workflow ? [[t.process(), mail.workflow] as [string, ReactNode]] : []),
    ...(mail.job_id && mail.workflow_id
      ? [
          [
            t.job(),
            <Link key="job" to={`/project/workflows/reporting/${mail.workflow_id}/${mail.job_id}/details`}>
              {t.theJob()}
            </Link>,
          ] as [string, ReactNode],
        ]
      : []),
    ...(mail.resent_from ? [[t.again(), t.yes()] as [string, ReactNode]] : []),
    [
      t.parameters(),
      <pre key="parameters" className={s['parameters']} tabIndex={0} aria-label={t.parameters()}>
        {JSON.stringify(mail.parameters, null, 2)}
      </pre>,
    ],
  ]
  return (
    <dl className={s['details']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
