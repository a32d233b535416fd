import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { MailLog } from './mail-log.tsx'

const texts = defineMessages({
  title: { en: 'Mail archive', de: 'Mail-Archiv' },
  about: {
    en: 'What the workflows of this project have sent and received, and what was told about their runs.',
    de: 'Was die Workflows dieses Projekts gesendet und empfangen haben und was über ihre Läufe mitgeteilt wurde.',
  },
})

/** The mails of a project. */
export function MailArchiveScreen() {
  const t = useTexts(texts)
  return (
    <Page title={t.title()} subtitle={t.about()} fill bleed>
      <MailLog path="/mail_logs" label={t.title()} right="jobs.run" ofWorkflows />
    </Page>
  )
}
