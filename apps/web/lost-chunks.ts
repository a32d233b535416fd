import { defineMessages } from '@weft/kit/messages/messages.ts'
import { currentLanguage } from '@weft/kit/ui/language.ts'
import { textsIn } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'

const texts = defineMessages({
  title: { en: 'A part of the page could not be loaded', de: 'Ein Teil der Seite konnte nicht geladen werden' },
  text: { en: '{code}: there may be a new version. Please load the page again.', de: '{code}: Möglicherweise gibt es eine neue Version. Bitte laden Sie die Seite neu.' },
  reload: { en: 'Load again', de: 'Neu laden' },
})

/** Says so when a script or style of a screen is gone (usually after an update), by the code support asks for. */
export function reportLostChunks() {
  window.addEventListener('vite:preloadError', (event) => {
    const code = /\.css/.test(String((event as { payload?: Error }).payload?.message)) ? 'CSS_CHUNK_LOAD_FAILED' : 'ChunkLoadError'
    const t = textsIn(texts, currentLanguage())
    toast({ title: t.title(), message: t.text({ code }), tone: 'red', link: { label: t.reload(), onClick: () => location.reload() } })
  })
}
