import { defineMessages } from '@weft/kit/messages/messages.ts'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'

const texts = defineMessages({
  label: { en: 'Mails', de: 'E-Mails' },
  settings: { en: 'Settings and log', de: 'Einstellungen und Protokoll' },
  templates: { en: 'Templates', de: 'Vorlagen' },
  layout: { en: 'Layout', de: 'Layout' },
  newsletter: { en: 'Newsletter', de: 'Newsletter' },
})

/** What the provider settles about mails. */
export function MailTabs() {
  const t = useTexts(texts)
  const tabs = [
    { to: '/admin/settings/email', title: t.settings() },
    { to: '/admin/settings/mail-templates', title: t.templates() },
    { to: '/admin/settings/mail-templates/layout', title: t.layout() },
    { to: '/admin/settings/newsletter', title: t.newsletter() },
  ]
  return <PageTabs label={t.label()} tabs={tabs} />
}
