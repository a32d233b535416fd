import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ApiError } from '@weft/kit/ui/api.ts'
import { tellWrong } from '@weft/kit/ui/first-wrong.ts'
import type { SessionUser } from '@weft/kit/ui/session.ts'
import { useRequired, useTexts } from '@weft/kit/ui/texts.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { openFacts, signIn, type Challenge, type Open } from '../../shell/sign-in.ts'
import { Field, SecretField } from './field.tsx'
import s from './login.module.css'

const texts = defineMessages({
  title: { en: 'Sign in', de: 'Anmelden' },
  lead: { en: 'Continue to your workspace.', de: 'Weiter zu Ihrem Arbeitsbereich.' },
  email: { en: 'Email address', de: 'E-Mail-Adresse' },
  password: { en: 'Password', de: 'Passwort' },
  forgotten: { en: 'Forgot password?', de: 'Passwort vergessen?' },
  go: { en: 'Sign in', de: 'Anmelden' },
  going: { en: 'Signing in …', de: 'Anmeldung läuft …' },
  emailWrong: { en: 'Please enter a valid email address', de: 'Bitte geben Sie eine gültige E-Mail-Adresse ein' },
  failed: { en: 'Could not sign you in with those details', de: 'Mit diesen Angaben ist keine Anmeldung möglich' },
  admin: { en: 'Administration', de: 'Verwaltung' },
  partner: { en: 'Partner', de: 'Partner' },
  tenant: { en: 'Tenant', de: 'Mandant' },
  demo: { en: 'Demo sign-ins', de: 'Demo-Zugänge' },
  demoText: { en: 'Choose one to fill in the form.', de: 'Auswählen, um das Formular auszufüllen.' },
})

type Wrong = { email?: string | undefined; password?: string | undefined; all?: string | undefined }
type Props = {
  email: string
  onEmail: (email: string) => void
  onDone: (user: SessionUser) => void
  onChallenge: (challenge: Challenge) => void
  onForgotten: () => void
}

/** Address and password. */
export function PasswordForm({ email, onEmail, onDone, onChallenge, onForgotten }: Props) {
  const t = useTexts(texts)
  const required = useRequired()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const [busy, setBusy] = useState(false)
  const open = useOpenFacts()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)

  const check = (): Wrong => ({
    email: email.trim() === '' ? required(t.email()) : /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : t.emailWrong(),
    password: password === '' ? required(t.password()) : undefined,
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = check()
    if (found.email || found.password) return tellWrong(form.current!, () => setWrong(found))
    setBusy(true)
    try {
      const answer = await signIn(email, password)
      if ('challenge' in answer) onChallenge(answer)
      else onDone(answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setWrong({ all: error.message || t.failed() })
      setBusy(false)
    }
  }

  return (
    <form ref={form} className={s['form']} noValidate onSubmit={submit} aria-busy={busy}>
      <h1>{t.title()}</h1>
      <p className={s['lead']}>{t.lead()}</p>
      {wrong.all && (
        <p className={s['failed']} role="alert">
          {wrong.all}
        </p>
      )}
      <Field
        label={t.email()}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        wrong={wrong.email}
        onChange={(value) => {
          onEmail(value)
          setWrong({})
        }}
      />
      <SecretField
        label={t.password()}
        name="password"
        autoComplete="current-password"
        value={password}
        wrong={wrong.password}
        onChange={(value) => {
          setPassword(value)
          setWrong({})
        }}
        aside={
          <button type="button" className={s['link']} onClick={onForgotten}>
            {t.forgotten()}
          </button>
        }
      />
      <button type="submit" className={s['go']} disabled={busy}>
        {busy ? t.going() : t.go()}
        <IconArrowRight size={16} aria-hidden />
      </button>
      {open && open.demo.length > 0 && (
        <section className={s['demo']} aria-labelledby={`${id}d`}>
          <h2 id={`${id}d`}>{t.demo()}</h2>
          <p>{t.demoText()}</p>
          <ul>
            {open.demo.map((one) => (
              <li key={one.email}>
                <button
                  type="button"
                  onClick={() => {
                    onEmail(one.email)
                    setPassword(one.password)
                    setWrong({})
                  }}
                >
                  <b>{t[one.about]()}</b>
                  <code>{one.email}</code>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </form>
  )
}

export function useOpenFacts() {
  const [open, setOpen] = useState<Open>()
  useEffect(() => {
    const leaving = new AbortController()
    openFacts(leaving.signal).then(setOpen, () => {})
    return () => leaving.abort()
  }, [])
  return open
}
