import { defineMessages } from '@weft/kit/messages/messages.ts'

/** What the steps say that lead from a file to fields, wherever they lead on to. */
export const stepTexts = defineMessages({
  analyseText: {
    en: 'Bring a file as it really comes. What it is and how it is built is found by itself.',
    de: 'Bringen Sie eine Datei, wie sie wirklich kommt. Was sie ist und wie sie aufgebaut ist, wird von selbst gefunden.',
  },
  basicText: {
    en: 'Every finding says how sure it is. Change what is wrong; the preview follows.',
    de: 'Jedes Ergebnis sagt, wie sicher es ist. Ändern Sie, was nicht stimmt; die Vorschau folgt.',
  },
  columns: {
    en: '{count, plural, one {# column} other {# columns}}',
    de: '{count, plural, one {# Spalte} other {# Spalten}}',
  },
  checking: { en: 'Analysing …', de: 'Wird analysiert …' },
})
