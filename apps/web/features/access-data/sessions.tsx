import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { PanelRow } from '@weft/kit/ui/panel-row.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { session as current } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconDeviceDesktop, IconDeviceMobile, IconLogout, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import s from './access-data.module.css'
import { browserOf } from './browser-of.ts'

const texts = defineMessages({
  sessions: { en: 'Sessions', de: 'Sitzungen' },
  everywhere: { en: 'Sign out everywhere', de: 'Überall abmelden' },
  sure: { en: 'Sign out everywhere?', de: 'Überall abmelden?' },
  sureText: { en: 'All sessions end, this one as well.', de: 'Alle Sitzungen enden, auch diese.' },
  this: { en: 'This session', de: 'Diese Sitzung' },
  from: {
    en: 'from {address}, last used {ago}, since {since}',
    de: 'von {address}, zuletzt genutzt {ago}, seit {since}',
  },
  end: { en: 'End', de: 'Beenden' },
  endOf: { en: 'End session: {name}', de: 'Sitzung beenden: {name}' },
  ended: { en: 'Session ended', de: 'Sitzung beendet' },
  devices: { en: 'Trusted devices', de: 'Vertraute Geräte' },
  noDevices: {
    en: 'None. When a code is asked for, you can say that you trust the device.',
    de: 'Keine. Wenn ein Code verlangt wird, können Sie angeben, dass Sie dem Gerät vertrauen.',
  },
  trusted: { en: 'at {addresses}, until {until}', de: 'unter {addresses}, bis {until}' },
  forget: { en: 'Trust no more', de: 'Nicht mehr vertrauen' },
  forgetOf: { en: 'Trust no more: {name}', de: 'Nicht mehr vertrauen: {name}' },
  forgotten: { en: 'The device will be asked for a code again', de: 'Das Gerät wird wieder nach einem Code gefragt' },
})

const iconOf = (agent: string) =>
  /Mobile|Android|iPhone/.test(agent) ? <IconDeviceMobile size={17} /> : <IconDeviceDesktop size={17} />

/** Where I am signed in. */
export function SessionsPanel() {
  const t = useTexts(texts)
  const { ago, dateTime } = useFormats()
  const path = '/auth/sessions'
  const { data: sessions } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal }).then(({ data }) => data),
  })
  const end = async (id: string) => {
    await api.delete(`${path}/${id}`)
    toast({ title: t.ended(), tone: 'green' })
    await refresh(path)
  }
  const everywhere = async () => {
    if (!(await confirm({ title: t.sure(), text: t.sureText(), action: t.everywhere(), danger: true }))) return
    await api.post('/auth/logout', { everywhere: true })
    current.end()
  }
  return (
    <Panel
      title={t.sessions()}
      bleed
      actions={
        <Button size="xs" variant="default" leftSection={<IconLogout size={14} />} onClick={() => void everywhere()}>
          {t.everywhere()}
        </Button>
      }
    >
      {sessions?.map(({ id, agent, address, used_at, created_at, current: mine }) => (
        <PanelRow
          key={id}
          tone={mine ? 'green' : 'slate'}
          icon={iconOf(agent)}
          title={
            <>
              {browserOf(agent)} {mine && <Badge tone="green">{t.this()}</Badge>}
            </>
          }
          note={t.from({ address, ago: ago(used_at), since: dateTime(created_at) })}
          actions={
            !mine && (
              <Button
                size="xs"
                variant="default"
                aria-label={t.endOf({ name: browserOf(agent) })}
                onClick={() => void end(id)}
              >
                {t.end()}
              </Button>
            )
          }
        />
      ))}
    </Panel>
  )
}

/** Browsers that need no code. */
export function DevicesPanel() {
  const t = useTexts(texts)
  const { date } = useFormats()
  const path = '/auth/trusted_devices'
  const { data: devices } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal }).then(({ data }) => data),
  })
  const forget = async (id: string) => {
    await api.delete(`${path}/${id}`)
    toast({ title: t.forgotten(), tone: 'green' })
    await refresh(path)
  }
  return (
    <Panel title={t.devices()} bleed>
      {devices?.length === 0 && <p className={s['none']}>{t.noDevices()}</p>}
      {devices?.map(({ id, agent, addresses, expires_at }) => (
        <PanelRow
          key={id}
          tone="violet"
          icon={<IconShieldCheck size={17} />}
          title={browserOf(agent)}
          note={t.trusted({ addresses: addresses.join(', '), until: date(expires_at) })}
          actions={
            <Button
              size="xs"
              variant="default"
              aria-label={t.forgetOf({ name: browserOf(agent) })}
              onClick={() => void forget(id)}
            >
              {t.forget()}
            </Button>
          }
        />
      ))}
    </Panel>
  )
}
