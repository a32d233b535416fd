import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { MailLog } from './mail-log.tsx'

const texts = defineMessages({
  title: { en: 'Mails of this installation', de: 'E-Mails dieser Installation' },
  about: {
    en: 'Codes, invitations, password links, support requests and the like. Codes and links themselves are not kept.',
    de: 'Codes, Einladungen, Passwort-Links, Supportanfragen und dergleichen. Codes und Links selbst werden nicht aufbewahrt.',
  },
})

/** What the installation has written itself, and whether it left. */
export function SystemMails() {
  const t = useTexts(texts)
  return (
    <Panel title={t.title()} note={t.about()} bleed>
      <MailLog path="/settings/email/log" label={t.title()} right="system.update" inPanel />
    </Panel>
  )
}
