import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { CopyCode, ShownCode, ShownExample } from '@weft/kit/ui/shown-code.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import s from './service-accounts.module.css'

const texts = defineMessages({
  title: { en: 'The new token', de: 'Das neue Token' },
  once: {
    en: 'Copy it now: it is not shown again, and Weft keeps only its hash.',
    de: 'Kopieren Sie es jetzt: Es wird nicht noch einmal angezeigt, und Weft bewahrt nur seinen Hash auf.',
  },
  token: { en: 'Token', de: 'Token' },
  call: { en: 'How a program calls', de: 'So ruft ein Programm auf' },
  copy: { en: 'Copy token', de: 'Token kopieren' },
  done: { en: 'I have kept it', de: 'Ich habe es aufbewahrt' },
})

/** A token, this once, and a call to try it with. */
export function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTexts(texts)
  return (
    <Dialog
      title={t.title()}
      size={620}
      onClose={onClose}
      cancel={t.done()}
      actions={<CopyCode value={token}>{t.copy()}</CopyCode>}
    >
      <Note tone="amber" icon={<IconAlertTriangle size={16} />}>
        {t.once()}
      </Note>
      <ShownCode label={t.token()}>{token}</ShownCode>
      <h3 className={s['call']}>{t.call()}</h3>
      <ShownExample>
        {`curl ${location.origin}/api/app/service_accounts/self \\\n  -H "Authorization: Bearer $WEFT_TOKEN"`}
      </ShownExample>
    </Dialog>
  )
}
