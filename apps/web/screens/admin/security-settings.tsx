import { egressSettings } from '@weft/catalogue/resources/setting/egress.ts'
import { requestSettings } from '@weft/catalogue/resources/setting/requests.ts'
import { uploadSettings } from '@weft/catalogue/resources/setting/uploads.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from '../tenants/tenants.module.css'
import { SettingsPanel } from './settings-panel.tsx'

const texts = defineMessages({
  title: { en: 'Security settings', de: 'Sicherheitseinstellungen' },
  about: { en: 'What holds for the whole installation.', de: 'Was für die ganze Installation gilt.' },
})

export function SecuritySettingsScreen() {
  const t = useTexts(texts)
  return (
    <Page title={t.title()} subtitle={t.about()}>
      <div className={s['stack']} style={{ maxWidth: 720 }}>
        <SettingsPanel group={egressSettings} />
        <SettingsPanel group={requestSettings} />
        <SettingsPanel group={uploadSettings} />
      </div>
    </Page>
  )
}
