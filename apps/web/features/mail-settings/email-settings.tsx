import { emailSettings } from '@weft/catalogue/resources/setting/email.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { MailTabs } from '../mail-templates/mail-tabs.tsx'
import { TestTransport } from '../shared/test-transport.tsx'
import { SettingsPanel } from '../settings/settings-panel.tsx'
import { SystemMails } from '../mail-log/system-mails.tsx'

const texts = defineMessages({
  title: { en: 'Email settings', de: 'E-Mail-Einstellungen' },
  about: { en: 'How mails leave this installation.', de: 'Wie E-Mails diese Installation verlassen.' },
})

export function EmailSettingsScreen() {
  const t = useTexts(texts)
  return (
    <Page title={t.title()} subtitle={t.about()} tabs={<MailTabs />}>
      <div className="stack">
        <div className="stack" style={{ maxWidth: 720 }}>
          <SettingsPanel group={emailSettings} />
          <TestTransport path="/settings/email/test" log="/settings/email/log" />
        </div>
        <SystemMails />
      </div>
    </Page>
  )
}
