import { Button, TextInput } from '@mantine/core'
import { emailSettings } from '@weft/catalogue/resources/setting/email.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import s from '../tenants/tenants.module.css'
import { MailTabs } from '../mail-templates/mail-tabs.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { SystemMails } from './system-mails.tsx'

const texts = defineMessages({
  title: { en: 'Email settings', de: 'E-Mail-Einstellungen' },
  about: { en: 'How mails leave this installation.', de: 'Wie E-Mails diese Installation verlassen.' },
  try: { en: 'Try the mail server', de: 'Mailserver ausprobieren' },
  tryAbout: { en: 'Sends one mail with the saved settings.', de: 'Sendet eine E-Mail mit den gespeicherten Einstellungen.' },
  to: { en: 'Recipient', de: 'Empfänger' },
  send: { en: 'Send test mail', de: 'Test-E-Mail senden' },
  sent: { en: 'The mail server took the mail.', de: 'Der Mailserver hat die E-Mail angenommen.' },
})

export function EmailSettingsScreen() {
  const t = useTexts(texts)
  return (
    <Page title={t.title()} subtitle={t.about()} tabs={<MailTabs />}>
      <div className={s['stack']} style={{ maxWidth: 720 }}>
        <SettingsPanel group={emailSettings} />
        <TestMail />
        <SystemMails />
      </div>
    </Page>
  )
}

function TestMail() {
  const t = useTexts(texts)
  const [to, setTo] = useState('')
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<{ ok: boolean; text: string }>()
  const send = async () => {
    setBusy(true)
    setAnswer(undefined)
    try {
      await api.post('/settings/email/test', { to }, { quiet: true })
      setAnswer({ ok: true, text: t.sent() })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setAnswer({ ok: false, text: Object.values(error.errors).flat()[0] ?? error.message })
    } finally {
      setBusy(false)
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
        <Button variant="default" loading={busy} disabled={!/^\S+@\S+$/.test(to)} leftSection={<IconSend size={15} />} onClick={() => void send()}>
          {t.send()}
        </Button>
      </div>
    </Panel>
  )
}
