import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ApiError } from '@weft/kit/ui/api.ts'
import { setLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconArrowRight, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { openFacts, signIn, type Open } from '../../shell/sign-in.ts'
import { AuthPage } from './auth-page.tsx'
import s from './login.module.css'

const texts = defineMessages({
  title: { en: 'Sign in', de: 'Anmelden' },
  lead: { en: 'Continue to your workspace.', de: 'Weiter zu Ihrem Arbeitsbereich.' },
  email: { en: 'Email address', de: 'E-Mail-Adresse' },
  password: { en: 'Password', de: 'Passwort' },
  show: { en: 'Show password', de: 'Passwort anzeigen' },
  hide: { en: 'Hide password', de: 'Passwort verbergen' },
  go: { en: 'Sign in', de: 'Anmelden' },
  going: { en: 'Signing in …', de: 'Anmeldung läuft …' },
  emailMissing: { en: 'Email address is required', de: 'Die E-Mail-Adresse ist erforderlich' },
  emailWrong: { en: 'Please enter a valid email address', de: 'Bitte geben Sie eine gültige E-Mail-Adresse ein' },
  passwordMissing: { en: 'Password is required', de: 'Das Passwort ist erforderlich' },
  failed: { en: 'Could not sign you in with those details', de: 'Mit diesen Angaben ist keine Anmeldung möglich' },
  admin: { en: 'Administration', de: 'Verwaltung' },
  partner: { en: 'Partner', de: 'Partner' },
  tenant: { en: 'Tenant', de: 'Mandant' },
  demo: { en: 'Demo sign-ins', de: 'Demo-Zugänge' },
  demoText: { en: 'Choose one to fill in the form.', de: 'Auswählen, um das Formular auszufüllen.' },
})

type Wrong = { email?: string | undefined; password?: string | undefined; all?: string | undefined }

/** Where everybody signs in. Written without the UI kit, so that the first page is small. */
export function LoginScreen() {
  const t = useTexts(texts)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [visible, setVisible] = useState(false)
  const [wrong, setWrong] = useState<Wrong>({})
  const [busy, setBusy] = useState(false)
  const open = useOpenFacts()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)

  const check = (): Wrong => ({
    email: email.trim() === '' ? t.emailMissing() : /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : t.emailWrong(),
    password: password === '' ? t.passwordMissing() : undefined,
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = check()
    setWrong(found)
    if (found.email || found.password) return form.current?.querySelector<HTMLInputElement>(found.email ? '[type=email]' : '[name=password]')?.focus()
    setBusy(true)
    try {
      const user = await signIn(email, password)
      if (!localStorage.getItem('language')) setLanguage(user.language.short)
      location.replace(target())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setWrong({ all: error.message || t.failed() })
      setBusy(false)
    }
  }

  return (
    <AuthPage title={t.title()}>
      <form ref={form} className={s['form']} noValidate onSubmit={submit} aria-busy={busy}>
        <h1>{t.title()}</h1>
        <p className={s['lead']}>{t.lead()}</p>
        {wrong.all && (
          <p className={s['failed']} role="alert">
            {wrong.all}
          </p>
        )}
        <div className={s['field']}>
          <label htmlFor={`${id}e`}>{t.email()}</label>
          <input id={`${id}e`} type="email" name="email" autoComplete="username" autoFocus value={email} aria-invalid={Boolean(wrong.email)} aria-describedby={wrong.email ? `${id}ew` : undefined} onChange={(event) => { setEmail(event.currentTarget.value); setWrong({}) }} />
          {wrong.email && <span id={`${id}ew`}>{wrong.email}</span>}
        </div>
        <div className={s['field']}>
          <label htmlFor={`${id}p`}>{t.password()}</label>
          <div className={s['secret']}>
            <input id={`${id}p`} type={visible ? 'text' : 'password'} name="password" autoComplete="current-password" value={password} aria-invalid={Boolean(wrong.password)} aria-describedby={wrong.password ? `${id}pw` : undefined} onChange={(event) => { setPassword(event.currentTarget.value); setWrong({}) }} />
            <button type="button" aria-label={visible ? t.hide() : t.show()} aria-pressed={visible} onClick={() => setVisible(!visible)}>
              {visible ? <IconEyeOff size={17} stroke={1.7} /> : <IconEye size={17} stroke={1.7} />}
            </button>
          </div>
          {wrong.password && <span id={`${id}pw`}>{wrong.password}</span>}
        </div>
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
                  <button type="button" onClick={() => { setEmail(one.email); setPassword(one.password); setWrong({}) }}>
                    <b>{t[one.about]()}</b>
                    <code>{one.email}</code>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </form>
    </AuthPage>
  )
}

/** Where the sign-in was asked for, if that lies here. */
function target() {
  const next = new URLSearchParams(location.search).get('next') ?? ''
  return /^\/(?![/\\])/.test(next) ? next : '/dashboard'
}

function useOpenFacts() {
  const [open, setOpen] = useState<Open>()
  useEffect(() => {
    const leaving = new AbortController()
    openFacts(leaving.signal).then(setOpen, () => {})
    return () => leaving.abort()
  }, [])
  return open
}
