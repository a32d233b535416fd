import { alertWords, alertPage } from '@weft/engine/alerts/alert.ts'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import s from './alerts.module.css'

const texts = defineMessages({
  since: { en: 'since {when}', de: 'seit {when}' },
  look: { en: 'Have a look', de: 'Ansehen' },
})

type Alert = Answer<'GET', '/overview/provider'>['data']['alerts'][number]

/** What stands still in the installation, above everything else. */
export function Alerts({ alerts }: { alerts: Alert[] }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const { dateTime } = useFormats()
  if (alerts.length === 0) return null
  return (
    <div className={s['alerts']}>
      {alerts.map(({ id, kind, name, began_at }) => {
        const { title, text } = alertWords(kind, name)
        return (
          <Note key={id} tone="red" icon={<IconAlertTriangle size={16} aria-hidden />}>
            <b>{say(title, language)}</b> {t.since({ when: dateTime(began_at) })}. {say(text, language)}{' '}
            <Link to={alertPage(kind)}>{t.look()}</Link>
          </Note>
        )
      })}
    </div>
  )
}
