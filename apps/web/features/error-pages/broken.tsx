import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ChunkLoadError } from '../../chunk-errors.ts'
import s from './error-page.module.css'

const texts = defineMessages({
  title: { en: 'Oops, something went wrong', de: 'Hoppla, da ist etwas schiefgegangen' },
  text: { en: 'This screen could not be shown.', de: 'Diese Ansicht konnte nicht angezeigt werden.' },
  again: { en: 'Try again', de: 'Erneut versuchen' },
  lost: {
    en: 'A part of the page could not be loaded. There may be a new version: please load the page again.',
    de: 'Ein Teil der Seite konnte nicht geladen werden. Möglicherweise gibt es eine neue Version: Bitte laden Sie die Seite neu.',
  },
  reload: { en: 'Load again', de: 'Neu laden' },
})

/** Stands in for a screen that failed, with the technical reason for whoever is asked for help. */
export function BrokenScreen({ error, reset }: ErrorComponentProps) {
  const t = useTexts(texts)
  const isLost = error instanceof ChunkLoadError
  return (
    <div className={s['page']} role="alert">
      <h1>{t.title()}</h1>
      <p>{isLost ? t.lost() : t.text()}</p>
      <pre>{error instanceof Error ? error.message : String(error)}</pre>
      <button type="button" onClick={isLost ? () => location.reload() : reset}>
        {isLost ? t.reload() : t.again()}
      </button>
    </div>
  )
}
