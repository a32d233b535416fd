import { Button, Loader, Select, TextInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { queries } from '@weft/kit/ui/queries.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconLockOpen } from '@tabler/icons-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { settleProject } from './selection.ts'
import { useSupportAccess } from './support.ts'
import s from './support.module.css'

const texts = defineMessages({
  title: { en: 'Enter {tenant}', de: '{tenant} betreten' },
  text: {
    en: 'You are not one of this tenant’s users. Its administrators are told who comes in, why and for how long, and everything you do there is written down.',
    de: 'Sie gehören nicht zu diesem Mandanten. Seine Administratoren erfahren, wer eintritt, weshalb und wie lange, und alles, was Sie dort tun, wird protokolliert.',
  },
  reason: { en: 'Reason', de: 'Grund' },
  reasonHint: { en: 'Ticket 4711: orders arrive twice', de: 'Ticket 4711: Bestellungen kommen doppelt an' },
  minutes: { en: 'For how long', de: 'Wie lange' },
  enter: { en: 'Enter tenant', de: 'Mandanten betreten' },
})
const durationTexts = defineMessages({
  duration: {
    en: '{minutes, plural, one {# minute} other {# minutes}}',
    de: '{minutes, plural, one {# Minute} other {# Minuten}}',
  },
  hours: {
    en: '{hours, plural, one {# hour} other {# hours}}',
    de: '{hours, plural, one {# Stunde} other {# Stunden}}',
  },
})

const choices = [15, 30, 60, 120, 240, 480]

/** Staff from above come in here: the tenant's screens follow once an access is open. */
export function SupportGate({ children }: { children: ReactNode }) {
  const { needed, waiting, access } = useSupportAccess()
  if (!needed || access) return children
  return waiting ? <Loader size="sm" m="auto" mt={80} aria-label="…" /> : <Enter />
}

function Enter() {
  const t = useTexts(texts)
  const words = useTexts(durationTexts)
  const client = useSession((value) => value.client)!
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState('60')
  const { busy, send, errorAt } = useSubmit(allAt('reason'))
  const enter = async (event: FormEvent) => {
    event.preventDefault()
    await send(async () => {
      await api.post(`/clients/${client.id}/support_accesses`, { reason, minutes: Number(minutes) }, { quiet: true })
      await settleProject()
      await queries.resetQueries()
    })
  }
  return (
    <form className={s['enter']} onSubmit={(event) => void enter(event)}>
      <span className={s['mark']} aria-hidden>
        <IconLockOpen size={20} />
      </span>
      <h1>{t.title({ tenant: client.name })}</h1>
      <p>{t.text()}</p>
      <TextInput
        label={t.reason()}
        placeholder={t.reasonHint()}
        required
        minLength={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={errorAt('reason')}
        data-autofocus
      />
      <Select
        label={t.minutes()}
        value={minutes}
        onChange={(value) => value && setMinutes(value)}
        allowDeselect={false}
        data={choices.map((one) => ({
          value: String(one),
          label: one < 120 ? words.duration({ minutes: one }) : words.hours({ hours: one / 60 }),
        }))}
      />
      <Button type="submit" loading={busy} disabled={reason.trim().length < 3}>
        {t.enter()}
      </Button>
    </form>
  )
}
