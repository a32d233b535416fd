import { numberRangeSettings } from '@weft/catalogue/resources/setting/number-ranges.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { SettingsPanel } from './settings-panel.tsx'

const texts = defineMessages({
  title: { en: 'Number ranges', de: 'Nummernkreise' },
  about: { en: 'The numbers that tenants, partners, runs and lines of logs are given.', de: 'Die Nummern, die Mandanten, Partner, Läufe und Protokollzeilen erhalten.' },
})

export function NumberRangesScreen() {
  const t = useTexts(texts)
  return (
    <Page title={t.title()} subtitle={t.about()}>
      <div style={{ maxWidth: 860 }}>
        <SettingsPanel group={numberRangeSettings} paired />
      </div>
    </Page>
  )
}
