import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import clsx from 'clsx'
import { useEffect } from 'react'
import s from './error-page.module.css'

const texts = defineMessages({
  name: { en: 'Page not found', de: 'Seite nicht gefunden' },
  title: { en: 'Oops, something went wrong', de: 'Hoppla, da ist etwas schiefgegangen' },
  text: {
    en: 'There is no page at this address. It may have moved, or there is a slip of the pen in it.',
    de: 'Unter dieser Adresse gibt es keine Seite. Vielleicht wurde sie verschoben, oder die Adresse enthält einen Tippfehler.',
  },
  back: { en: 'To the dashboard', de: 'Zum Dashboard' },
})

/** Where every unknown address leads. */
export function NotFoundScreen() {
  const t = useTexts(texts)
  const name = t.name()
  useEffect(() => {
    document.title = `${name} – Weft`
  }, [name])
  return (
    <main className={clsx(s['page'], s['full'])}>
      <div className={s['number']} aria-hidden>
        404
      </div>
      <h1>{t.title()}</h1>
      <p>{t.text()}</p>
      <a href="/dashboard">{t.back()}</a>
    </main>
  )
}
