import { IconWifiOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { defineMessages } from '../messages/messages.ts'
import s from './offline-banner.module.css'
import { markOnline, markOffline, useIsOffline } from './connectivity.ts'
import { useTexts } from './texts.ts'

const texts = defineMessages({
  offline: {
    en: 'The server cannot be reached at the moment. Nothing you have entered is lost; saving works again as soon as the connection is back.',
    de: 'Der Server ist gerade nicht erreichbar. Ihre Eingaben bleiben stehen; speichern können Sie wieder, sobald die Verbindung besteht.',
  },
})

const pause = 3_000

/** Stands above everything while the server cannot be reached, and asks for it until it can. `onBack` is called when it can again. */
export function OfflineBanner({ onBack }: { onBack?: () => void }) {
  const t = useTexts(texts)
  const isAway = useIsOffline()
  useEffect(() => {
    window.addEventListener('offline', markOffline)
    return () => window.removeEventListener('offline', markOffline)
  }, [])
  useEffect(() => {
    if (!isAway) return undefined
    const ask = () =>
      void fetch('/healthz', { cache: 'no-store' }).then(
        ({ ok }) => ok && (markOnline(), onBack?.()),
        () => {},
      )
    const timer = setInterval(ask, pause)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  }, [isAway, onBack])
  if (!isAway) return null
  return (
    <div className={s['banner']} role="alert">
      <IconWifiOff size={16} aria-hidden />
      {t.offline()}
    </div>
  )
}
