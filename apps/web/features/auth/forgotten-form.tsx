import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ApiError } from '@weft/kit/ui/api.ts'
import { tellWrong } from '@weft/kit/ui/first-wrong.ts'
import { useRequired, useTexts } from '@weft/kit/ui/texts.ts'
import { IconArrowLeft, IconSend } from '@tabler/icons-react'
import { useRef, useState, type FormEvent } from 'react'
import { askForReset } from '../../shell/sign-in.ts'
import { Field } from './field.tsx'
import s from './login.module.css'
import { useOpenFacts } from './password-form.tsx'

const texts = defineMessages({
  title: { en: 'Reset your password', de: 'Passwort zurücksetzen' },
  lead: {
    en: 'We send you a link with which you set a new one.',
    de: 'Wir senden Ihnen einen Link, mit dem Sie ein neues festlegen.',
  },
  noMail: {
    en: 'This installation cannot send mails yet. Please ask your administrator for a new password.',
    de: 'Diese Installation kann noch keine E-Mails versenden. Bitte lassen Sie sich von Ihrer Administration ein neues Passwort geben.',
  },
  email: { en: 'Email address', de: 'E-Mail-Adresse' },
  emailWrong: { en: 'Please enter a valid email address', de: 'Bitte geben Sie eine gültige E-Mail-Adresse ein' },
  go: { en: 'Send link', de: 'Link senden' },
  sent: {
    en: 'If there is an account with this address, a link is on its way. Please look into your mailbox, and into the spam folder.',
    de: 'Falls es ein Konto mit dieser Adresse gibt, ist ein Link unterwegs. Bitte sehen Sie in Ihrem Postfach nach, auch im Spam-Ordner.',
  },
  back: { en: 'Back to sign in', de: 'Zurück zur Anmeldung' },
})

/** Asks for the mail that resets a password. */
export function ForgottenForm({ email: first, onBack }: { email: string; onBack: () => void }) {
  const t = useTexts(texts)
  const required = useRequired()
  const form = useRef<HTMLFormElement>(null)
  const open = useOpenFacts()
  const [email, setEmail] = useState(first)
  const [wrong, setWrong] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailed(undefined)
    const problem =
      email.trim() === '' ? required(t.email()) : /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : t.emailWrong()
    if (problem) return tellWrong(form.current!, () => setWrong(problem))
    setState('busy')
    await askForReset(email).then(
      () => setState('sent'),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        setFailed(error.message)
        setState('asking')
      },
    )
  }
  return (
    <form ref={form} className={s['form']} noValidate onSubmit={submit} aria-busy={state === 'busy'}>
      <h1>{t.title()}</h1>
      <p className={s['lead']}>{t.lead()}</p>
      {open && !open.sign_in.mail && <p className={s['note']}>{t.noMail()}</p>}
      {failed && (
        <p className={s['failed']} role="alert">
          {failed}
        </p>
      )}
      {state === 'sent' ? (
        <p className={s['done']} role="status">
          {t.sent()}
        </p>
      ) : (
        <>
          <Field
            label={t.email()}
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            value={email}
            wrong={wrong}
            onChange={(value) => {
              setEmail(value)
              setWrong(undefined)
            }}
          />
          <button type="submit" className={s['go']} disabled={state === 'busy'}>
            {t.go()}
            <IconSend size={15} aria-hidden />
          </button>
        </>
      )}
      <div className={s['row']}>
        <button type="button" className={s['link']} onClick={onBack}>
          <IconArrowLeft size={14} aria-hidden />
          {t.back()}
        </button>
      </div>
    </form>
  )
}
