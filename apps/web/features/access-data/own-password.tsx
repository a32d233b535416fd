import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { usePasswordRules } from '../shared/password-rules.ts'
import { SecretForm } from './secret-form.tsx'

const texts = defineMessages({
  title: { en: 'Password', de: 'Passwort' },
  current: { en: 'Current password', de: 'Aktuelles Passwort' },
  fresh: { en: 'New password', de: 'Neues Passwort' },
  again: { en: 'New password once more', de: 'Neues Passwort noch einmal' },
  unequal: { en: 'The two passwords are not the same.', de: 'Die beiden Passwörter stimmen nicht überein.' },
  save: { en: 'Change password', de: 'Passwort ändern' },
  changed: { en: 'Password changed', de: 'Passwort geändert' },
  changedText: { en: 'All other sessions of yours have ended.', de: 'Alle Ihre anderen Sitzungen wurden beendet.' },
})

/** A new password against the current one. */
export function OwnPasswordPanel() {
  const t = useTexts(texts)
  const rules = usePasswordRules()
  const user = useSession((value) => value.user)
  const check = ({
    password,
    password_confirmation,
  }: Record<'current_password' | 'password' | 'password_confirmation', string>) => {
    const problem = rules.problemOf(password, [user?.email ?? ''])
    return {
      ...(problem && { password: [problem] }),
      ...(password !== password_confirmation && { password_confirmation: [t.unequal()] }),
    }
  }
  return (
    <Panel title={t.title()}>
      <SecretForm
        fields={[
          { key: 'current_password', label: t.current(), complete: 'current-password' },
          { key: 'password', label: t.fresh(), complete: 'new-password' },
          { key: 'password_confirmation', label: t.again(), complete: 'new-password' },
        ]}
        hint={rules.text && <p>{rules.text}</p>}
        action={t.save()}
        check={check}
        save={async (values) => {
          await api.put('/auth/me/access_data', values)
          toast({ title: t.changed(), message: t.changedText(), tone: 'green' })
          await refresh('/auth/sessions')
        }}
      />
    </Panel>
  )
}
