import { z } from 'zod'
import { inWords } from '../messages/patterns.ts'

/** A name for machines: `order_date`. */
export const snakeName = (most: number) =>
  z.string().regex(
    inWords(new RegExp(`^[a-z][a-z0-9_]{0,${most - 1}}$`), {
      en: `Please use small letters, digits and underscores, with a letter first: at most ${most} characters.`,
      de: `Bitte Kleinbuchstaben, Ziffern und Unterstriche verwenden, mit einem Buchstaben am Anfang: höchstens ${most} Zeichen.`,
    }),
  )
