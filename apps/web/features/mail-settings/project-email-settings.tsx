import { projectEmailSettings } from '@weft/catalogue/resources/setting/project-email.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { SettingsPanel } from '../settings/settings-panel.tsx'
import { TestTransport } from '../shared/test-transport.tsx'

const texts = defineMessages({
  title: { en: 'Email settings', de: 'E-Mail-Einstellungen' },
  about: {
    en: 'Through which mail server the mails of this project leave.',
    de: 'Über welchen Mailserver die E-Mails dieses Projekts hinausgehen.',
  },
})

/** A project's own mail server. */
export function ProjectEmailSettingsScreen() {
  const t = useTexts(texts)
  const mayChange = useMay()('projects.update')
  return (
    <Page title={t.title()} subtitle={t.about()}>
      <div className="stack" style={{ maxWidth: 720 }}>
        <SettingsPanel group={projectEmailSettings} path="/mail_transport" readOnly={!mayChange} />
        {mayChange && <TestTransport path="/mail_transport/test" log="/mail_logs" />}
      </div>
    </Page>
  )
}
