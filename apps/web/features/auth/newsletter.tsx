import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { tellWrong } from '@weft/kit/ui/first-wrong.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useRequired, useTexts } from '@weft/kit/ui/texts.ts'
import { IconCheck, IconSend } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { AuthPage } from './auth-page.tsx'
import { Field } from './field.tsx'
import s from './login.module.css'

const texts = defineMessages({
  title: { en: 'Newsletter', de: 'Newsletter' },
  lead: {
    en: 'We send you a mail first and ask whether this is your wish.',
    de: 'Wir senden Ihnen zuerst eine E-Mail und fragen, ob das Ihr Wunsch ist.',
  },
  closed: { en: 'One cannot subscribe here at the moment.', de: 'Zurzeit kann man sich hier nicht eintragen.' },
  name: { en: 'Name', de: 'Name' },
  email: { en: 'Email address', de: 'E-Mail-Adresse' },
  emailWrong: { en: 'Please enter a valid email address', de: 'Bitte geben Sie eine gültige E-Mail-Adresse ein' },
  go: { en: 'Subscribe', de: 'Eintragen' },
  asked: {
    en: 'A mail is on its way. Please follow the link in it.',
    de: 'Eine E-Mail ist unterwegs. Bitte folgen Sie dem Link darin.',
  },
  confirmTitle: { en: 'Confirm the newsletter', de: 'Newsletter bestätigen' },
  confirmLead: { en: 'One click, and the newsletter comes.', de: 'Ein Klick, und der Newsletter kommt.' },
  confirm: { en: 'Yes, send me the newsletter', de: 'Ja, den Newsletter senden' },
  confirmed: { en: '{email} gets the newsletter from now on.', de: '{email} erhält ab jetzt den Newsletter.' },
  endTitle: { en: 'End the newsletter', de: 'Newsletter abbestellen' },
  endLead: { en: 'One click, and no other comes.', de: 'Ein Klick, und es kommt keiner mehr.' },
  end: { en: 'Unsubscribe', de: 'Abbestellen' },
  ended: { en: '{email} gets no newsletter any more.', de: '{email} erhält keinen Newsletter mehr.' },
})

type Step = 'confirm' | 'unsubscribe'

/** Where newsletters are asked for, confirmed and ended. Links lead here and wait for a click: programs that look into mails click nothing. */
export function NewsletterPage() {
  const t = useTexts(texts)
  const [link] = useState(() => {
    const given = new URLSearchParams(location.hash.slice(1))
    const step = (['confirm', 'unsubscribe'] as const).find((one) => given.has(one))
    return step && { step, token: given.get(step)! }
  })
  return <AuthPage title={t.title()}>{link ? <Follow {...link} /> : <Ask />}</AuthPage>
}

function Follow({ step, token }: { step: Step; token: string }) {
  const t = useTexts(texts)
  const [done, setDone] = useState<string>()
  const { busy, send, errorAt } = useSubmit(allAt('token'))
  const words =
    step === 'confirm'
      ? { title: t.confirmTitle(), lead: t.confirmLead(), go: t.confirm() }
      : { title: t.endTitle(), lead: t.endLead(), go: t.end() }
  const follow = () =>
    send(async () => {
      const { data } = await api.post(`/newsletter/${step}`, { token }, { quiet: true })
      setDone(step === 'confirm' ? t.confirmed(data) : t.ended(data))
    })
  const failed = errorAt('token')
  return (
    <div className={s['form']}>
      <h1>{words.title}</h1>
      {done ? (
        <p className={s['done']} role="status">
          {done}
        </p>
      ) : (
        <>
          <p className={s['lead']}>{words.lead}</p>
          {failed && (
            <p className={s['failed']} role="alert">
              {failed}
            </p>
          )}
          <button type="button" className={s['go']} disabled={busy} onClick={() => void follow()}>
            {words.go}
            <IconCheck size={15} aria-hidden />
          </button>
        </>
      )}
    </div>
  )
}

function Ask() {
  const t = useTexts(texts)
  const language = useLanguage()
  const [open, setOpen] = useState<boolean>()
  useEffect(() => {
    api.get('/newsletter', {}, { quiet: true }).then(
      ({ data }) => setOpen(data.open),
      () => setOpen(true),
    ) // who asks is told then
  }, [])
  const required = useRequired()
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const [state, setState] = useState<'asking' | 'busy' | 'asked'>('asking')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailed(undefined)
    const problem =
      email.trim() === '' ? required(t.email()) : /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : t.emailWrong()
    if (problem) return tellWrong(form.current!, () => setWrong(problem))
    setState('busy')
    try {
      await api.post('/newsletter/subscribe', { email: email.trim(), name, language }, { quiet: true })
      setState('asked')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailed(error.errors['email']?.join(' ') ?? error.message)
      setState('asking')
    }
  }
  return (
    <form ref={form} className={s['form']} noValidate onSubmit={submit} aria-busy={state === 'busy'}>
      <h1>{t.title()}</h1>
      {open === false ? (
        <p className={s['note']}>{t.closed()}</p>
      ) : state === 'asked' ? (
        <p className={s['done']} role="status">
          {t.asked()}
        </p>
      ) : (
        <>
          <p className={s['lead']}>{t.lead()}</p>
          {failed && (
            <p className={s['failed']} role="alert">
              {failed}
            </p>
          )}
          <Field
            label={t.email()}
            type="email"
            name="email"
            autoComplete="email"
            value={email}
            wrong={wrong}
            onChange={(value) => {
              setEmail(value)
              setWrong(undefined)
            }}
          />
          <Field
            label={t.name()}
            type="text"
            name="name"
            autoComplete="name"
            value={name}
            wrong={undefined}
            onChange={setName}
          />
          <button type="submit" className={s['go']} disabled={state === 'busy' || open === undefined}>
            {t.go()}
            <IconSend size={15} aria-hidden />
          </button>
        </>
      )}
    </form>
  )
}
