import { Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  tooLong: {
    en: 'Looking through so many records takes too long. Please narrow it down.',
    de: 'Die Suche in so vielen Datensätzen dauert zu lange. Bitte grenzen Sie sie ein.',
  },
  givenUp: { en: 'Nobody waits for this answer any more.', de: 'Auf diese Antwort wartet niemand mehr.' },
})

/** What somebody waits for at a screen is given up after this long. */
export const patience = 20_000

/** And what a question over many records may take, which somebody has put together themselves. */
export const patienceOfQuestions = 60_000

export const givenUp = () => new Unavailable('GIVEN_UP', texts.givenUp())
export const tooLong = (cause: unknown) => new Unavailable('SEARCH_TOO_LONG', texts.tooLong(), { cause })
