import { egressSettings } from '@weft/catalogue/resources/setting/egress.ts'
import { requestSettings } from '@weft/catalogue/resources/setting/requests.ts'
import { securitySettings } from '@weft/catalogue/resources/setting/security.ts'
import { uploadSettings } from '@weft/catalogue/resources/setting/uploads.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconMailOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { usePasswordRules } from '../shared/password-rules.ts'
import s from '../tenants/tenants.module.css'
import { SettingsPanel } from './settings-panel.tsx'

const texts = defineMessages({
  title: { en: 'Security settings', de: 'Sicherheitseinstellungen' },
  about: { en: 'What holds for the whole installation.', de: 'Was für die ganze Installation gilt.' },
  noMail: { en: 'No mail server is set up', de: 'Es ist kein Mailserver eingerichtet' },
  noMailText: {
    en: 'A code by mail could not arrive, so none is asked for; passwords cannot be reset by mail. Authenticator applications work.',
    de: 'Ein Code per E-Mail könnte nicht ankommen, deshalb wird keiner verlangt; Passwörter lassen sich nicht per E-Mail zurücksetzen. Authenticator-Apps funktionieren.',
  },
  toMail: { en: 'Set up a mail server', de: 'Mailserver einrichten' },
})

export function SecuritySettingsScreen() {
  const t = useTexts(texts)
  const { mail } = usePasswordRules()
  return (
    <Page title={t.title()} subtitle={t.about()}>
      <div className="stack" style={{ maxWidth: 720 }}>
        {mail === false && (
          <Panel title={t.noMail()} note={<IconMailOff size={16} aria-hidden />}>
            <p className="muted">
              {t.noMailText()}{' '}
              <Link className={s['link']} to="/admin/settings/email">
                {t.toMail()}
              </Link>
            </p>
          </Panel>
        )}
        <SettingsPanel group={securitySettings} paired />
        <SettingsPanel group={egressSettings} />
        <SettingsPanel group={requestSettings} />
        <SettingsPanel group={uploadSettings} />
      </div>
    </Page>
  )
}
