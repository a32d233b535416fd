import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { AuthPage } from './auth-page.tsx'
import s from './legal.module.css'

const texts = defineMessages({
  title: { en: 'Reset password', de: 'Passwort zurücksetzen' },
  text: {
    en: 'Resetting a password by email is not in this version yet. Your administrator can give you a new one.',
    de: 'Das Zurücksetzen des Passworts per E-Mail gibt es in dieser Version noch nicht. Ihre Administration kann Ihnen ein neues geben.',
  },
})

/** What the address of the password reset says until mails can be sent. */
export function PasswordResetScreen() {
  const t = useTexts(texts)
  return (
    <AuthPage title={t.title()} plain>
      <article className={s['text']}>
        <h1>{t.title()}</h1>
        <p>{t.text()}</p>
      </article>
    </AuthPage>
  )
}
