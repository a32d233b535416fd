import { passwordProblems } from '@weft/kit/define/password.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { ApiError } from '@weft/kit/ui/api.ts'
import { tellWrong } from '@weft/kit/ui/first-wrong.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { readLink, setPassword } from '../../shell/sign-in.ts'
import { AuthPage } from './auth-page.tsx'
import { SecretField } from './field.tsx'
import { ForgottenForm } from './forgotten-form.tsx'
import s from './login.module.css'
import { useOpenFacts } from './password-form.tsx'

const texts = defineMessages({
  title: { en: 'Reset password', de: 'Passwort zurücksetzen' },
  reset: { en: 'Set a new password', de: 'Neues Passwort festlegen' },
  welcome: { en: 'Welcome, {name}', de: 'Willkommen, {name}' },
  welcomeNobody: { en: 'Welcome', de: 'Willkommen' },
  resetLead: { en: 'For {email}. All your sessions will end.', de: 'Für {email}. Alle Ihre Sitzungen werden beendet.' },
  welcomeLead: {
    en: 'Choose the password with which you sign in as {email}.',
    de: 'Wählen Sie das Passwort, mit dem Sie sich als {email} anmelden.',
  },
  rules: {
    en: 'At least {least} characters{letters, select, yes {, with upper and lower case} other {}}{digits, select, yes {, with letters and digits} other {}}.',
    de: 'Mindestens {least} Zeichen{letters, select, yes {, mit Groß- und Kleinbuchstaben} other {}}{digits, select, yes {, mit Buchstaben und Ziffern} other {}}.',
  },
  password: { en: 'New password', de: 'Neues Passwort' },
  again: { en: 'Repeat password', de: 'Passwort wiederholen' },
  unequal: { en: 'The two passwords are not the same.', de: 'Die beiden Passwörter stimmen nicht überein.' },
  go: { en: 'Save password', de: 'Passwort speichern' },
  done: {
    en: 'Your password is set. You can sign in with it now.',
    de: 'Ihr Passwort ist festgelegt. Sie können sich jetzt damit anmelden.',
  },
  signIn: { en: 'Sign in', de: 'Anmelden' },
  askAgain: { en: 'Ask for a new link', de: 'Neuen Link anfordern' },
})

/** Where the link of a mail leads: a new password, or the first one of somebody invited. Without a link one can ask for one. */
export function PasswordResetScreen() {
  const t = useTexts(texts)
  const [{ token, email }] = useState(
    () => Object.fromEntries(new URLSearchParams(location.hash.slice(1))) as { token?: string; email?: string },
  )
  const [link, setLink] = useState<Awaited<ReturnType<typeof readLink>>>()
  const [over, setOver] = useState<string>()
  useEffect(() => {
    // The link is good once; it need not stay in the address.
    history.replaceState(history.state, '', location.pathname)
    // A link opened in the page that is open already changes only what stands behind the `#`.
    const again = () => location.reload()
    window.addEventListener('hashchange', again)
    if (token && email)
      readLink(email, token).then(setLink, (error: unknown) =>
        setOver(error instanceof ApiError ? error.message : String(error)),
      )
    return () => window.removeEventListener('hashchange', again)
  }, [token, email])
  const toSignIn = () => location.assign('/login')
  return (
    <AuthPage title={t.title()}>
      {!token || !email ? (
        <ForgottenForm email="" onBack={toSignIn} />
      ) : over ? (
        <div className={s['form']}>
          <h1>{t.title()}</h1>
          <p className={s['failed']} role="alert">
            {over}
          </p>
          <a className={s['go']} href="/auth/password/reset">
            {t.askAgain()}
          </a>
        </div>
      ) : (
        link && <NewPassword token={token} link={link} />
      )}
    </AuthPage>
  )
}

function NewPassword({ token, link }: { token: string; link: Awaited<ReturnType<typeof readLink>> }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const open = useOpenFacts()
  const [password, setText] = useState('')
  const [again, setAgain] = useState('')
  const [wrong, setWrong] = useState<{ password?: string | undefined; again?: string | undefined; all?: string }>({})
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking')
  const form = useRef<HTMLFormElement>(null)
  const { email, purpose, first_name } = link

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const problems = open
      ? passwordProblems(password, open.sign_in, [email, first_name]).map((message) => say(message, language))
      : []
    const found = { password: problems.join(' ') || undefined, again: password === again ? undefined : t.unequal() }
    if (found.password || found.again) return tellWrong(form.current!, () => setWrong(found))
    setState('busy')
    await setPassword(email, { token, password, password_confirmation: again }).then(
      () => setState('done'),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        const { password: problem } = error.errors
        tellWrong(form.current!, () => {
          setWrong(problem ? { password: problem.join(' ') } : { all: error.message })
          setState('asking')
        })
      },
    )
  }

  if (state === 'done')
    return (
      <div className={s['form']}>
        <h1>{t.reset()}</h1>
        <p className={s['done']} role="status">
          <IconCheck size={15} aria-hidden /> {t.done()}
        </p>
        <a className={s['go']} href="/login">
          {t.signIn()}
          <IconArrowRight size={16} aria-hidden />
        </a>
      </div>
    )
  return (
    <form ref={form} className={s['form']} noValidate onSubmit={submit} aria-busy={state === 'busy'}>
      <h1>{purpose === 'reset' ? t.reset() : first_name ? t.welcome({ name: first_name }) : t.welcomeNobody()}</h1>
      <p className={s['lead']}>{purpose === 'reset' ? t.resetLead({ email }) : t.welcomeLead({ email })}</p>
      {wrong.all && (
        <p className={s['failed']} role="alert">
          {wrong.all}
        </p>
      )}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <SecretField
        label={t.password()}
        name="password"
        autoComplete="new-password"
        autoFocus
        value={password}
        wrong={wrong.password}
        onChange={(value) => {
          setText(value)
          setWrong({})
        }}
      />
      {open && (
        <p className={s['hint']}>
          {t.rules({
            least: open.sign_in.password_length,
            letters: open.sign_in.password_letters ? 'yes' : 'no',
            digits: open.sign_in.password_digits ? 'yes' : 'no',
          })}
        </p>
      )}
      <SecretField
        label={t.again()}
        name="password_confirmation"
        autoComplete="new-password"
        value={again}
        wrong={wrong.again}
        onChange={(value) => {
          setAgain(value)
          setWrong({})
        }}
      />
      <button type="submit" className={s['go']} disabled={state === 'busy'}>
        {t.go()}
        <IconArrowRight size={16} aria-hidden />
      </button>
    </form>
  )
}
