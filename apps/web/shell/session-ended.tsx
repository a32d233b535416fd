import { Button, Modal, PasswordInput } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ApiError } from '@weft/kit/ui/api.ts'
import { Avatar } from '@weft/kit/ui/bits.tsx'
import { tellWrong } from '@weft/kit/ui/first-wrong.ts'
import { useOverlay } from '@weft/kit/ui/overlay.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { reconnect } from '@weft/kit/ui/live.ts'
import { settleRenewal, type SessionEnd } from '@weft/kit/ui/session-renewal.ts'
import { session, type SessionUser } from '@weft/kit/ui/session.ts'
import { useRequired, useTexts } from '@weft/kit/ui/texts.ts'
import { useRef, useState, type FormEvent } from 'react'
import { CodeForm } from '../features/auth/code-form.tsx'
import s from './session-ended.module.css'
import { signIn, type Challenge } from './sign-in.ts'

const texts = defineMessages({
  title: { en: 'Please sign in again', de: 'Bitte melden Sie sich erneut an' },
  idle: {
    en: 'Ended on {when} after {minutes} minutes without use.',
    de: 'Beendet am {when} nach {minutes} Minuten ohne Nutzung.',
  },
  age: {
    en: 'Ended on {when}, {hours} hours after the sign-in.',
    de: 'Beendet am {when}, {hours} Stunden nach der Anmeldung.',
  },
  revoked: { en: 'Signed out on {when} from elsewhere.', de: 'Am {when} von anderer Stelle abgemeldet.' },
  over: { en: 'You have been logged out automatically.', de: 'Sie wurden automatisch abgemeldet.' },
  kept: { en: 'Nothing is lost.', de: 'Nichts ist verloren.' },
  keptText: {
    en: 'What you typed stays on this page and can be saved afterwards.',
    de: 'Ihre Eingaben bleiben auf dieser Seite und können danach gespeichert werden.',
  },
  other: { en: 'Not you?', de: 'Nicht Sie?' },
  password: { en: 'Password', de: 'Passwort' },
  show: { en: 'Show password', de: 'Passwort anzeigen' },
  go: { en: 'Sign in and go on', de: 'Anmelden und weitermachen' },
  tabs: { en: 'Other tabs go on by themselves.', de: 'Andere Tabs machen von selbst weiter.' },
})

/** It is left by signing in, or by leaving the page. */
const stay = () => {}

/** Over the page whose session has ended: asks for password and second factor and lets everything typed stand. */
export function SessionEndedDialog({ end }: { end: SessionEnd | undefined }) {
  const [user] = useState(() => session.get().user!)
  const [challenge, setChallenge] = useState<Challenge>()
  const t = useTexts(texts)
  useOverlay(true, stay)
  const done = (signedIn: SessionUser) => {
    if (signedIn.id !== user.id) return location.reload()
    void reconnect()
    settleRenewal(true)
  }
  return (
    <Modal
      opened
      returnFocus={false}
      onClose={stay}
      title={t.title()}
      size={400}
      zIndex={1_000}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ blur: 3 }}
    >
      {challenge ? (
        <CodeForm email={user.email} challenge={challenge} onDone={done} onBack={() => setChallenge(undefined)} />
      ) : (
        <PasswordAgain user={user} end={end} onDone={done} onChallenge={setChallenge} />
      )}
    </Modal>
  )
}

type PasswordProps = {
  user: SessionUser
  end: SessionEnd | undefined
  onDone: (user: SessionUser) => void
  onChallenge: (challenge: Challenge) => void
}

function PasswordAgain({ user, end, onDone, onChallenge }: PasswordProps) {
  const t = useTexts(texts)
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const required = useRequired()
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return tellWrong(form.current!, () => setWrong(required(t.password())))
    setBusy(true)
    try {
      const answer = await signIn(user.email, password)
      if ('challenge' in answer) onChallenge(answer)
      else onDone(answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      tellWrong(form.current!, () => {
        setBusy(false)
        setWrong(error.message)
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} className={s['form']} noValidate onSubmit={submit} aria-busy={busy}>
      <div className={s['ended']}>
        <span className={s['sign']} aria-hidden>
          <IconShieldLock size={20} stroke={1.7} />
        </span>
        <p>
          <Reason end={end} />
        </p>
      </div>
      <p className={s['kept']} role="status">
        <b>{t.kept()}</b> {t.keptText()}
      </p>
      <div className={s['user']}>
        <Avatar name={user.name} picture={user.profile_picture} size={32} />
        <span className={s['who']}>
          <b>{user.name}</b>
          <span>{user.email}</span>
        </span>
        <Button variant="subtle" size="xs" onClick={() => session.end()}>
          {t.other()}
        </Button>
      </div>
      <input type="hidden" name="email" autoComplete="username" value={user.email} readOnly />
      <PasswordInput
        label={t.password()}
        name="password"
        autoComplete="current-password"
        data-autofocus
        value={password}
        error={wrong}
        visibilityToggleButtonProps={{ 'aria-label': t.show() }}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          setWrong(undefined)
        }}
      />
      <Button type="submit" size="md" fullWidth loading={busy}>
        {t.go()}
      </Button>
      <p className={s['tabs']}>{t.tabs()}</p>
    </form>
  )
}

function Reason({ end }: { end: SessionEnd | undefined }) {
  const t = useTexts(texts)
  const formats = useFormats()
  if (!end) return t.over()
  const when = formats.dateTime(end.at)
  if (end.reason === 'revoked') return t.revoked({ when })
  const minutes = end.minutes ?? 0
  return end.reason === 'idle' ? t.idle({ when, minutes }) : t.age({ when, hours: Math.round(minutes / 60) })
}
