import { defineMessages } from '@weft/kit/messages/messages.ts'

export const texts = defineMessages({
  slow: {
    en: 'This could not be done within {seconds, plural, one {# second} other {# seconds}} and was stopped.',
    de: 'Das war innerhalb von {seconds, plural, one {# Sekunde} other {# Sekunden}} nicht zu schaffen und wurde abgebrochen.',
  },
  hungry: {
    en: 'This needed more than {megabytes} MB of memory and was stopped.',
    de: 'Das benötigte mehr als {megabytes} MB Arbeitsspeicher und wurde abgebrochen.',
  },
  large: { en: 'The result would be larger than {megabytes} MB.', de: 'Das Ergebnis wäre größer als {megabytes} MB.' },
  deep: {
    en: 'This is nested too deeply or holds a text that is too long to be worked with.',
    de: 'Das ist zu tief verschachtelt oder enthält einen Text, der zum Verarbeiten zu lang ist.',
  },
  crashed: {
    en: 'The process that worked on this broke down. Nothing else is affected.',
    de: 'Der Prozess, der daran gearbeitet hat, ist abgestürzt. Sonst ist nichts betroffen.',
  },
  busy: {
    en: 'Too many previews and analyses are waiting already. Please try again in {seconds} seconds.',
    de: 'Es warten bereits zu viele Vorschauen und Analysen. Bitte versuchen Sie es in {seconds} Sekunden erneut.',
  },
  gone: {
    en: 'Nobody waits for this any more, so it was not finished.',
    de: 'Darauf wartet niemand mehr, daher wurde es nicht beendet.',
  },
  closing: {
    en: 'The server is being stopped. Please try again in a moment.',
    de: 'Der Server wird gerade angehalten. Bitte versuchen Sie es gleich erneut.',
  },
})
