import { Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  away: {
    en: 'Files cannot be reached at the moment: the file store of this installation does not answer as it should. Nothing was lost; please try again shortly.',
    de: 'Dateien sind gerade nicht erreichbar: Der Dateispeicher dieser Installation antwortet nicht wie erwartet. Es ging nichts verloren; bitte versuchen Sie es gleich noch einmal.',
  },
})

/** The bucket of the installation is away, full or refuses: nobody's fault who works here. What it says itself is for the log. */
export const fileStoreAway = (cause: unknown) => new Unavailable('FILE_STORE_AWAY', texts.away(), { cause })

export const isFileStoreAway = (error: unknown) => error instanceof Unavailable && error.code === 'FILE_STORE_AWAY'
