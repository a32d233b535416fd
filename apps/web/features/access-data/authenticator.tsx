import { Button, TextInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconCopy, IconDeviceMobileCheck, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import s from './access-data.module.css'
import { QrCode } from './qr-code.tsx'
import { SecretForm } from './secret-form.tsx'

const texts = defineMessages({
  title: { en: 'Authenticator application', de: 'Authenticator-App' },
  on: { en: 'Set up', de: 'Eingerichtet' },
  off: { en: 'Not set up', de: 'Nicht eingerichtet' },
  about: {
    en: 'An application on your telephone shows a new code every 30 seconds. It is asked for on a new device or address, and is stronger than a code by mail.',
    de: 'Eine App auf Ihrem Telefon zeigt alle 30 Sekunden einen neuen Code. Er wird auf einem neuen Gerät oder unter einer neuen Adresse verlangt und ist sicherer als ein Code per E-Mail.',
  },
  since: {
    en: 'Since {date}. {left, plural, =0 {No recovery code is left.} one {One recovery code is left.} other {# recovery codes are left.}}',
    de: 'Seit {date}. {left, plural, =0 {Es ist kein Wiederherstellungscode übrig.} one {Ein Wiederherstellungscode ist übrig.} other {# Wiederherstellungscodes sind übrig.}}',
  },
  begin: { en: 'Set up', de: 'Einrichten' },
  goOn: { en: 'Continue', de: 'Weiter' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  current: { en: 'Current password', de: 'Aktuelles Passwort' },
  first: {
    en: 'Open your authenticator application and scan this code.',
    de: 'Öffnen Sie Ihre Authenticator-App und scannen Sie diesen Code.',
  },
  second: { en: 'Cannot scan? Enter this key:', de: 'Scannen geht nicht? Geben Sie diesen Schlüssel ein:' },
  third: { en: 'Enter the six digits it shows.', de: 'Geben Sie die sechs Ziffern ein, die sie anzeigt.' },
  qr: { en: 'QR code for the authenticator application', de: 'QR-Code für die Authenticator-App' },
  code: { en: 'Code', de: 'Code' },
  confirm: { en: 'Confirm', de: 'Bestätigen' },
  codes: {
    en: 'Keep these recovery codes in a safe place. Each signs you in once when your telephone is not at hand; they are shown only now.',
    de: 'Bewahren Sie diese Wiederherstellungscodes sicher auf. Jeder meldet Sie einmal an, wenn Ihr Telefon nicht zur Hand ist; sie werden nur jetzt angezeigt.',
  },
  copy: { en: 'Copy', de: 'Kopieren' },
  copied: { en: 'Recovery codes copied', de: 'Wiederherstellungscodes kopiert' },
  download: { en: 'Download', de: 'Herunterladen' },
  kept: { en: 'I have kept them', de: 'Ich habe sie aufbewahrt' },
  renew: { en: 'New recovery codes', de: 'Neue Wiederherstellungscodes' },
  remove: { en: 'Remove application', de: 'App entfernen' },
  removed: { en: 'The authenticator application was removed', de: 'Die Authenticator-App wurde entfernt' },
})

const path = '/auth/me/authenticator'
type View = { asks: 'begin' | 'renew' | 'remove' } | { secret: string; uri: string } | { codes: string[] }

/** The stronger second factor: set up with a QR code, confirmed with a first code, kept safe with recovery codes. */
export function AuthenticatorPanel() {
  const t = useTexts(texts)
  const { date } = useFormats()
  const { data: known } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal }).then(({ data }) => data),
  })
  const [view, setView] = useState<View>()
  const show = async (next: View | undefined) => {
    setView(next)
    await refresh(path)
  }
  if (!known) return null

  const ask =
    (what: 'begin' | 'renew' | 'remove') =>
    async ({ current_password }: { current_password: string }) => {
      if (what === 'begin') return show((await api.post(path, { current_password })).data)
      if (what === 'renew')
        return show({
          codes: (await api.post(`${path}/recovery_codes`, { current_password })).data.recovery_codes,
        })
      await api.post(`${path}/remove`, { current_password })
      toast({ title: t.removed(), tone: 'green' })
      await show(undefined)
    }
  const titles = { begin: t.goOn(), renew: t.renew(), remove: t.remove() }
  return (
    <Panel
      title={t.title()}
      note={<StatusDot tone={known.active ? 'green' : 'slate'}>{known.active ? t.on() : t.off()}</StatusDot>}
    >
      {!view && (
        <div className={s['form']}>
          <p>{known.active ? t.since({ date: date(known.confirmed_at), left: known.recovery_left }) : t.about()}</p>
          <div className={s['buttons']}>
            {known.active ? (
              <>
                <Button variant="default" onClick={() => setView({ asks: 'renew' })}>
                  {t.renew()}
                </Button>
                <Button variant="danger" onClick={() => setView({ asks: 'remove' })}>
                  {t.remove()}
                </Button>
              </>
            ) : (
              <Button
                variant="default"
                leftSection={<IconDeviceMobileCheck size={15} />}
                onClick={() => setView({ asks: 'begin' })}
              >
                {t.begin()}
              </Button>
            )}
          </div>
        </div>
      )}
      {view && 'asks' in view && (
        <SecretForm
          key={view.asks}
          fields={[{ key: 'current_password', label: t.current(), complete: 'current-password' }]}
          action={titles[view.asks]}
          danger={view.asks === 'remove'}
          onCancel={{ label: t.cancel(), go: () => setView(undefined) }}
          save={ask(view.asks)}
        />
      )}
      {view && 'uri' in view && (
        <SetUp {...view} onDone={(codes) => void show({ codes })} onCancel={() => setView(undefined)} />
      )}
      {view && 'codes' in view && <RecoveryCodes codes={view.codes} onDone={() => setView(undefined)} />}
    </Panel>
  )
}

function SetUp({
  secret,
  uri,
  onDone,
  onCancel,
}: {
  secret: string
  uri: string
  onDone: (codes: string[]) => void
  onCancel: () => void
}) {
  const t = useTexts(texts)
  const [code, setCode] = useState('')
  const { setErrors, send, errorAt } = useSubmit(allAt('code'))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await send(async () => onDone((await api.post(`${path}/confirm`, { code }, { quiet: true })).data.recovery_codes))
  }
  return (
    <form className={s['form']} onSubmit={submit} noValidate>
      <div className={s['setup']}>
        <QrCode text={uri} label={t.qr()} />
        <ol>
          <li>{t.first()}</li>
          <li>
            {t.second()} <span className={s['secret']}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
          </li>
          <li>{t.third()}</li>
        </ol>
      </div>
      <TextInput
        label={t.code()}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        autoFocus
        value={code}
        error={errorAt('code')}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setErrors({})
        }}
      />
      <div className={s['buttons']}>
        <Button type="submit" disabled={code.trim() === ''}>
          {t.confirm()}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t.cancel()}
        </Button>
      </div>
    </form>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTexts(texts)
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    toast({ title: t.copied(), tone: 'green' })
  }
  const download = () => {
    const url = URL.createObjectURL(new Blob([codes.join('\n')], { type: 'text/plain' }))
    Object.assign(document.createElement('a'), { href: url, download: 'weft-recovery-codes.txt' }).click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  return (
    <div className={s['form']}>
      <p>{t.codes()}</p>
      <ul className={s['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={s['buttons']}>
        <Button variant="default" leftSection={<IconCopy size={15} />} onClick={() => void copy()}>
          {t.copy()}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={15} />} onClick={download}>
          {t.download()}
        </Button>
        <Button onClick={onDone}>{t.kept()}</Button>
      </div>
    </div>
  )
}
