import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { ErrorComponentProps } from '@tanstack/react-router'
import s from './error-page.module.css'

const texts = defineMessages({
  title: { en: 'Oops, something went wrong', de: 'Hoppla, da ist etwas schiefgegangen' },
  text: { en: 'This screen could not be shown.', de: 'Diese Ansicht konnte nicht angezeigt werden.' },
  again: { en: 'Try again', de: 'Erneut versuchen' },
})

/** Stands in for a screen that failed, with the technical reason for whoever is asked for help. */
export function BrokenScreen({ error, reset }: ErrorComponentProps) {
  const t = useTexts(texts)
  return (
    <div className={s['page']} role="alert">
      <h1>{t.title()}</h1>
      <p>{t.text()}</p>
      <pre>{error instanceof Error ? error.message : String(error)}</pre>
      <button type="button" onClick={reset}>
        {t.again()}
      </button>
    </div>
  )
}
