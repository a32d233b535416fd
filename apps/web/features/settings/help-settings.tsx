import { helpSettings } from '@weft/catalogue/resources/setting/help.ts'
import { legalSettings } from '@weft/catalogue/resources/setting/legal.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { SettingsPanel } from './settings-panel.tsx'

const texts = defineMessages({
  title: { en: 'Help centre and legal pages', de: 'Hilfe-Center und Rechtliches' },
  about: {
    en: 'Whom people turn to, and what the pages before the sign-in say.',
    de: 'An wen man sich wendet, und was die Seiten vor der Anmeldung sagen.',
  },
})

export function HelpSettingsScreen() {
  const t = useTexts(texts)
  return (
    <Page title={t.title()} subtitle={t.about()}>
      <div className="stack" style={{ maxWidth: 720 }}>
        <SettingsPanel group={helpSettings} />
        <SettingsPanel group={legalSettings} />
      </div>
    </Page>
  )
}
