import { Button } from '@mantine/core'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { StatusDot, type Tone } from '@weft/kit/ui/bits.tsx'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconDownload } from '@tabler/icons-react'
import s from './help.module.css'

const texts = defineMessages({
  comment: { en: 'Comment', de: 'Kommentar' },
  contact: { en: 'Contact person', de: 'Ansprechpartner' },
  files: { en: 'Files', de: 'Dateien' },
  download: { en: 'Download {name}', de: '{name} herunterladen' },
  thread: { en: 'What was said since', de: 'Was seitdem geschrieben wurde' },
  provider: { en: 'Provider', de: 'Anbieter' },
  mail: { en: 'Mail', de: 'E-Mail' },
  mailNone: {
    en: 'The provider sees the request in its list; no mail was sent.',
    de: 'Der Anbieter sieht die Anfrage in seiner Liste; es wurde keine E-Mail gesendet.',
  },
  mailKept: {
    en: 'The provider sees the request in its list. No mail server is set up, so the mail to the support address has not left.',
    de: 'Der Anbieter sieht die Anfrage in seiner Liste. Es ist kein Mailserver eingerichtet, deshalb wurde die E-Mail an die Support-Adresse nicht gesendet.',
  },
  mailSent: { en: 'Sent to the support address.', de: 'An die Support-Adresse gesendet.' },
  mailFailed: {
    en: 'The provider sees the request in its list. The mail to the support address could not be sent.',
    de: 'Der Anbieter sieht die Anfrage in seiner Liste. Die E-Mail an die Support-Adresse konnte nicht gesendet werden.',
  },
})

export const requestTexts = defineMessages({
  open: { en: 'Open', de: 'Offen' },
  answered: { en: 'Answered', de: 'Beantwortet' },
  closed: { en: 'Closed', de: 'Geschlossen' },
})

export const requestsPath = '/support_requests'
export type SupportRequest = ListRow<'/support_requests'>
export type Status = SupportRequest['status']
/** What a request is about; questions about invoices have a list of their own. */
export type RequestKind = SupportRequest['kind']

export const requestTones: Record<Status, Tone> = { open: 'amber', answered: 'green', closed: 'slate' }

export function RequestStatus({ status }: { status: Status }) {
  const t = useTexts(requestTexts)
  return <StatusDot tone={requestTones[status]}>{t[status]()}</StatusDot>
}

/** What became of the mail to the support address, as it is. */
export function useMailText(): (mail: SupportRequest['mail']) => string {
  const t = useTexts(texts)
  return (mail) => ({ none: t.mailNone, kept: t.mailKept, sent: t.mailSent, failed: t.mailFailed })[mail]()
}

/** A support request as it was asked, with its files to load and what was said since. */
export function RequestBody({ request }: { request: SupportRequest }) {
  const t = useTexts(texts)
  const mailText = useMailText()
  const { bytes } = useFormats()
  return (
    <div className={s['block']}>
      <div>
        <h3>{t.comment()}</h3>
        <p className={s['said']}>{request.comment}</p>
      </div>
      {request.contact_person && (
        <div>
          <h3>{t.contact()}</h3>
          <p>{request.contact_person}</p>
        </div>
      )}
      {request.files.length > 0 && (
        <div>
          <h3>{t.files()}</h3>
          <ul className={s['files']}>
            {request.files.map((file, i) => (
              <li key={file.path}>
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconDownload size={14} />}
                  aria-label={t.download({ name: file.name })}
                  onClick={() => void api.download(`${requestsPath}/${request.id}/files/${i}`, {}, file.name)}
                >
                  {file.name}
                </Button>
                <span className="muted">{bytes(file.size)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <h3>{t.mail()}</h3>
        <p className="muted">{mailText(request.mail)}</p>
      </div>
      {request.messages.length > 0 && (
        <div>
          <h3>{t.thread()}</h3>
          <ol className={s['thread']}>
            {request.messages.map(({ by, name, text, at }) => (
              <li key={at} data-by={by}>
                <b>{name || t.provider()}</b> <Ago at={at} />
                <p className={s['said']}>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  )
}
