import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ApiError } from '@weft/kit/ui/api.ts'
import { tellWrong } from '@weft/kit/ui/first-wrong.ts'
import type { SessionUser } from '@weft/kit/ui/session.ts'
import { useRequired, useTexts } from '@weft/kit/ui/texts.ts'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { answerChallenge, sendAnotherCode, type Challenge } from '../../shell/sign-in.ts'
import { Field } from './field.tsx'
import s from './login.module.css'

const texts = defineMessages({
  title: { en: 'Confirm it is you', de: 'Bestätigen Sie, dass Sie es sind' },
  byMail: {
    en: 'This device or address is new. We have sent a code to {address}; it is valid for {minutes, plural, one {one minute} other {# minutes}}.',
    de: 'Dieses Gerät oder diese Adresse ist neu. Wir haben einen Code an {address} gesendet; er gilt {minutes, plural, one {eine Minute} other {# Minuten}} lang.',
  },
  notSent: {
    en: 'The code could not be sent to {address}. Please try again in a minute, or ask your administrator.',
    de: 'Der Code konnte nicht an {address} gesendet werden. Bitte versuchen Sie es in einer Minute erneut oder wenden Sie sich an Ihre Administration.',
  },
  byApplication: {
    en: 'This device or address is new. Enter the code your authenticator application shows, or one of your recovery codes.',
    de: 'Dieses Gerät oder diese Adresse ist neu. Geben Sie den Code Ihrer Authenticator-App oder einen Ihrer Wiederherstellungscodes ein.',
  },
  code: { en: 'Two-factor code', de: 'Zwei-Faktor-Code' },
  trust: {
    en: 'Trust this device for {days, plural, one {one day} other {# days}}',
    de: 'Diesem Gerät {days, plural, one {einen Tag} other {# Tage}} lang vertrauen',
  },
  go: { en: 'Confirm', de: 'Bestätigen' },
  going: { en: 'One moment …', de: 'Einen Moment …' },
  again: { en: 'Send another code', de: 'Weiteren Code senden' },
  wait: { en: 'Another code in {seconds} s', de: 'Weiterer Code in {seconds} s' },
  sentAgain: { en: 'Another code is on its way.', de: 'Ein weiterer Code ist unterwegs.' },
  back: { en: 'Back to sign in', de: 'Zurück zur Anmeldung' },
})

type Props = { email: string; challenge: Challenge; onDone: (user: SessionUser) => void; onBack: () => void }

/** The code of a sign-in whose device or address is new. */
export function CodeForm({ email, challenge, onDone, onBack }: Props) {
  const t = useTexts(texts)
  const required = useRequired()
  const { method, address = '', code_minutes, device_days } = challenge
  const [code, setCode] = useState('')
  const [trust, setTrust] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [failed, setFailed] = useState<{ text: string; over: boolean }>()
  const [sent, setSent] = useState(challenge.sent)
  const [again, setAgain] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { seconds, wait } = useCountdown(challenge.resend_after ?? 0)

  const tell = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    setFailed({ text: error.message, over: error.code === 'AUTH_2FA_OVER' })
    setBusy(false)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailed(undefined)
    if (code.trim() === '') return tellWrong(form.current!, () => setWrong(required(t.code())))
    setBusy(true)
    await answerChallenge(email, challenge, code, trust).then(onDone, (error: unknown) => {
      setCode('')
      tell(error)
    })
  }
  const resend = async () => {
    setFailed(undefined)
    await sendAnotherCode(email, challenge).then((answer) => {
      setSent(answer.sent)
      setAgain(answer.sent !== false)
      wait(answer.resend_after)
    }, tell)
  }

  return (
    <form ref={form} className={s['form']} noValidate onSubmit={submit} aria-busy={busy}>
      <h1>{t.title()}</h1>
      <p className={s['lead']}>
        {method === 'totp'
          ? t.byApplication()
          : sent === false
            ? t.notSent({ address })
            : t.byMail({ address, minutes: code_minutes })}
      </p>
      {failed && (
        <p className={s['failed']} role="alert">
          {failed.text}
        </p>
      )}
      {again && !failed && (
        <p className={s['done']} role="status">
          {t.sentAgain()}
        </p>
      )}
      <Field
        label={t.code()}
        name="code"
        className={s['code']}
        autoFocus
        autoComplete="one-time-code"
        inputMode={method === 'mail' ? 'numeric' : 'text'}
        maxLength={24}
        spellCheck={false}
        value={code}
        wrong={wrong}
        onChange={(value) => {
          setCode(value)
          setWrong(undefined)
        }}
      />
      <label className={s['check']}>
        <input type="checkbox" checked={trust} onChange={(event) => setTrust(event.currentTarget.checked)} />
        {t.trust({ days: device_days })}
      </label>
      <button type="submit" className={s['go']} disabled={busy || failed?.over}>
        {busy ? t.going() : t.go()}
        <IconArrowRight size={16} aria-hidden />
      </button>
      <div className={s['row']}>
        <button type="button" className={s['link']} onClick={onBack}>
          <IconArrowLeft size={14} aria-hidden />
          {t.back()}
        </button>
        {method === 'mail' && (
          <button type="button" className={s['link']} disabled={seconds > 0} onClick={() => void resend()}>
            {seconds > 0 ? t.wait({ seconds }) : t.again()}
          </button>
        )}
      </div>
    </form>
  )
}

/** Seconds that count down to nothing. */
function useCountdown(first: number) {
  const [until, setUntil] = useState(() => Date.now() + first * 1_000)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (now >= until) return
    const ticking = setTimeout(() => setNow(Date.now()), 500)
    return () => clearTimeout(ticking)
  }, [now, until])
  return {
    seconds: Math.max(0, Math.ceil((until - now) / 1_000)),
    wait: (seconds: number) => {
      setNow(Date.now())
      setUntil(Date.now() + seconds * 1_000)
    },
  }
}
