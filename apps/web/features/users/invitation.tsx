import { Button, TextInput } from '@mantine/core'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconCopy } from '@tabler/icons-react'
import s from './users.module.css'

const texts = defineMessages({
  title: { en: 'The welcome email could not be sent', de: 'Die Willkommens-E-Mail konnte nicht gesendet werden' },
  kept: {
    en: 'No mail server is set up. Hand this link to the user yourself; with it they set their first password. It is shown only now.',
    de: 'Es ist kein Mailserver eingerichtet. Geben Sie diesen Link selbst an den Benutzer weiter; damit legt er sein erstes Passwort fest. Er wird nur jetzt angezeigt.',
  },
  failed: {
    en: 'The mail server did not take the mail. Hand this link to the user yourself; with it they set their first password. It is shown only now.',
    de: 'Der Mailserver hat die E-Mail nicht angenommen. Geben Sie diesen Link selbst an den Benutzer weiter; damit legt er sein erstes Passwort fest. Er wird nur jetzt angezeigt.',
  },
  link: { en: 'Link', de: 'Link' },
  copy: { en: 'Copy link', de: 'Link kopieren' },
  copied: { en: 'Link copied', de: 'Link kopiert' },
})

/** What became of a welcome email; the link only where no mail has left. */
export type Invitation = Answer<'POST', `/users/${string}/invite`>['data']

export function InvitationLink({ mail, link = '', onClose }: Invitation & { onClose: () => void }) {
  const t = useTexts(texts)
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    toast({ title: t.copied(), tone: 'green' })
  }
  return (
    <Dialog onClose={onClose} title={t.title()} size={440}>
      <div className={s['password']}>
        <p>{mail === 'kept' ? t.kept() : t.failed()}</p>
        <TextInput label={t.link()} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        <Button variant="default" leftSection={<IconCopy size={15} />} onClick={() => void copy()}>
          {t.copy()}
        </Button>
      </div>
    </Dialog>
  )
}
