import { extensionSettings } from '@weft/catalogue/resources/setting/extensions.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { SettingsPanel } from '../settings/settings-panel.tsx'

const texts = defineMessages({
  title: { en: 'Extensions', de: 'Erweiterungen' },
  about: {
    en: 'Parts of this installation that can be done without.',
    de: 'Teile dieser Installation, auf die sich verzichten lässt.',
  },
})

/** Which parts of the installation are open at all. */
export function ExtensionsScreen() {
  const t = useTexts(texts)
  return (
    <Page title={t.title()} subtitle={t.about()}>
      <div style={{ maxWidth: 720 }}>
        <SettingsPanel group={extensionSettings} />
      </div>
    </Page>
  )
}
