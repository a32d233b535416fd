import { Button, TextInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import s from '../tenants/tenants.module.css'

const texts = defineMessages({
  try: { en: 'Try the mail server', de: 'Mailserver ausprobieren' },
  tryAbout: {
    en: 'Sends one mail with the saved settings.',
    de: 'Sendet eine E-Mail mit den gespeicherten Einstellungen.',
  },
  to: { en: 'Recipient', de: 'Empfänger' },
  send: { en: 'Send test mail', de: 'Test-E-Mail senden' },
  sent: { en: 'The mail server took the mail.', de: 'Der Mailserver hat die E-Mail angenommen.' },
})

/** Sends a mail through a mail server and shows what it said. */
export function TestTransport({ path, log }: { path: '/settings/email/test' | '/mail_transport/test'; log: string }) {
  const t = useTexts(texts)
  const [to, setTo] = useState('')
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<{ ok: boolean; text: string }>()
  const send = async () => {
    setBusy(true)
    setAnswer(undefined)
    try {
      await api.post(path, { to }, { quiet: true })
      setAnswer({ ok: true, text: t.sent() })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setAnswer({ ok: false, text: Object.values(error.errors).flat()[0] ?? error.message })
    } finally {
      setBusy(false)
      await refresh(log)
    }
  }
  return (
    <Panel title={t.try()} note={t.tryAbout()}>
      <TextInput label={t.to()} type="email" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
      {answer && (
        <div className={s['answer']} role="status">
          <StatusDot tone={answer.ok ? 'green' : 'red'}>{answer.text}</StatusDot>
        </div>
      )}
      <div className={s['buttons']}>
        <Button
          variant="default"
          loading={busy}
          disabled={!/^\S+@\S+$/.test(to)}
          leftSection={<IconSend size={15} />}
          onClick={() => void send()}
        >
          {t.send()}
        </Button>
      </div>
    </Panel>
  )
}
