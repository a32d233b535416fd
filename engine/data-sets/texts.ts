import { defineMessages } from '@weft/kit/messages/messages.ts'

export const texts = defineMessages({
  tooMany: {
    en: 'More than {most, number} rows belong to the values of one batch.',
    de: 'Zu den Werten eines Stapels gehören mehr als {most, number} Zeilen.',
  },
  unknownStructure: { en: 'This data structure does not exist.', de: 'Diese Datenstruktur gibt es nicht.' },
  unknownSource: {
    en: 'There is no structure or list named {name} before this.',
    de: 'Davor gibt es keine Struktur oder Liste namens {name}.',
  },
  unknownField: { en: 'There is no field named {field}.', de: 'Es gibt kein Feld mit dem Namen {field}.' },
  nameTwice: { en: 'This name is already used.', de: 'Dieser Name wird bereits verwendet.' },
  joinMissing: { en: 'Say how this structure is joined.', de: 'Legen Sie fest, wie diese Struktur verknüpft ist.' },
  joinOnBase: {
    en: 'The first structure is not joined to anything.',
    de: 'Die erste Struktur wird mit nichts verknüpft.',
  },
  joinTypes: {
    en: 'The joined fields must be of the same type; here they are {local} and {foreign}.',
    de: 'Die verknüpften Felder müssen denselben Typ haben; hier sind es {local} und {foreign}.',
  },
  notList: { en: 'This field is not a list.', de: 'Dieses Feld ist keine Liste.' },
  notNumeric: { en: 'Only numbers can be added up or averaged.', de: 'Nur Zahlen lassen sich summieren oder mitteln.' },
  notComparable: {
    en: 'Nested values have no smallest or largest.',
    de: 'Verschachtelte Werte haben kein Minimum oder Maximum.',
  },
  notDate: { en: 'Only dates can be cut to a period.', de: 'Nur Datumsangaben lassen sich auf einen Zeitraum kürzen.' },
  unknownParameter: { en: 'There is no parameter named {name}.', de: 'Es gibt keinen Parameter namens {name}.' },
  unknownZone: { en: 'This time zone is not known.', de: 'Diese Zeitzone ist nicht bekannt.' },
})
