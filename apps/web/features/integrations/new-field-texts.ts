import { defineMessages } from '@weft/kit/messages/messages.ts'

export const newFieldTexts = defineMessages({
  ask: { en: 'Ask', de: 'Nachfragen' },
  askText: {
    en: 'It is told, and nothing changes until somebody decides.',
    de: 'Es wird gemeldet, und nichts ändert sich, bis jemand entscheidet.',
  },
  take: { en: 'Suggest to take it over', de: 'Übernahme vorschlagen' },
  takeText: {
    en: 'It is told with a plan that one click applies. What looks like personal data is left out in it.',
    de: 'Es wird mit einem Plan gemeldet, den ein Klick anwendet. Was nach Personendaten aussieht, bleibt darin weg.',
  },
  ignore: { en: 'Ignore it', de: 'Ignorieren' },
  ignoreText: {
    en: 'Only what is gone or of another type is told.',
    de: 'Gemeldet wird nur, was fehlt oder einen anderen Typ hat.',
  },
})
