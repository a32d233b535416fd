import { defineMessages } from '@weft/kit/messages/messages.ts'
import { currentLanguage } from '@weft/kit/ui/language.ts'
import { textsIn } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'

const texts = defineMessages({
  title: { en: 'A part of the page could not be loaded', de: 'Ein Teil der Seite konnte nicht geladen werden' },
  text: {
    en: '{code}: there may be a new version. Please load the page again.',
    de: '{code}: Möglicherweise gibt es eine neue Version. Bitte laden Sie die Seite neu.',
  },
  reload: { en: 'Load again', de: 'Neu laden' },
})

type Code = 'ChunkLoadError' | 'CSS_CHUNK_LOAD_FAILED'

/** How long a part of the page may take to arrive. */
const chunkTimeout = 120_000

/** A script or style of the page that is gone or does not arrive, by the code support asks for. */
export class ChunkLoadError extends Error {
  readonly code: Code
  constructor(code: Code) {
    super(code)
    this.name = code
    this.code = code
  }
}

/** Says so when a script or style of a screen is gone (usually after an update) and offers to load the page again. */
export function reportLostChunks() {
  window.addEventListener('vite:preloadError', (event) => tell(codeOf((event as { payload?: Error }).payload)))
}

const codeOf = (error: Error | undefined): Code =>
  /\.css/.test(String(error?.message)) ? 'CSS_CHUNK_LOAD_FAILED' : 'ChunkLoadError'

function tell(code: Code) {
  const t = textsIn(texts, currentLanguage())
  toast({
    title: t.title(),
    message: t.text({ code }),
    tone: 'red',
    link: { label: t.reload(), onClick: () => location.reload() },
  })
}

/** A part of the page as it is loaded: what does not arrive in time, or is gone, is a lost chunk with its code. */
export function inTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      tell('ChunkLoadError')
      fail(new ChunkLoadError('ChunkLoadError'))
    }, chunkTimeout)
  })
  const loaded = load().catch((error: unknown) => {
    throw isLost(error) ? new ChunkLoadError(codeOf(error)) : error
  })
  return Promise.race([loaded, late]).finally(() => clearTimeout(timer))
}

/** How browsers and the bundler say that a part could not be fetched. */
const isLost = (error: unknown): error is Error =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|preload CSS|error loading dynamically/i.test(error.message)
