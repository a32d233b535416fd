import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { queries } from '@weft/kit/ui/queries.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconEyeCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { chooseClient } from './selection.ts'
import { useSupportAccess } from './support.ts'
import s from './support.module.css'

const texts = defineMessages({
  inside: { en: 'Support access to {tenant}', de: 'Support-Zugang zu {tenant}' },
  left: {
    en: '{minutes, plural, one {# more minute} other {# more minutes}}',
    de: 'noch {minutes, plural, one {# Minute} other {# Minuten}}',
  },
  more: { en: 'Extend', de: 'Verlängern' },
  leave: { en: 'Leave tenant', de: 'Mandanten verlassen' },
})

/** Stands above every screen while somebody from above works inside a tenant: why, how much longer, and the way out. */
export function SupportBanner() {
  const t = useTexts(texts)
  const client = useSession((value) => value.client)
  const { access } = useSupportAccess()
  const now = useMinutes(Boolean(access))
  if (!access || !client) return null
  const extend = async () => {
    await api.post(`/clients/${client.id}/support_accesses`, { reason: access.reason, minutes: access.minutes })
    await queries.resetQueries()
  }
  const leave = async () => {
    await api.post(`/support_accesses/${access.id}/end`)
    await chooseClient(undefined)
  }
  return (
    <aside className={s['banner']} aria-label={t.inside({ tenant: client.name })}>
      <IconEyeCheck size={16} aria-hidden />
      <b>{t.inside({ tenant: client.name })}</b>
      <span className={s['reason']}>{access.reason}</span>
      <span>{t.left({ minutes: Math.max(1, Math.ceil((Date.parse(access.ends_at) - now) / 60_000)) })}</span>
      <Button size="compact-xs" variant="subtle" color="yellow" className={s['way']!} onClick={() => void extend()}>
        {t.more()}
      </Button>
      <Button size="compact-xs" variant="subtle" color="yellow" className={s['way']!} onClick={() => void leave()}>
        {t.leave()}
      </Button>
    </aside>
  )
}

/** The time, renewed often enough for whole minutes; at an access's end the screens go with the next look. */
function useMinutes(running: boolean) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [running])
  return now
}
