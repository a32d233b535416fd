import { defineMessages } from '@weft/kit/messages/messages.ts'
import { required } from '@weft/kit/messages/required.ts'

/** Why a value or a record cannot be stored. */
export const reasons = {
  required: () => required(),
  ...defineMessages({
    notText: { en: 'This is not a text.', de: 'Das ist kein Text.' },
    badCharacter: {
      en: 'The text contains a character that cannot be stored (NUL or half of a character).',
      de: 'Der Text enthält ein Zeichen, das nicht gespeichert werden kann (NUL oder ein halbes Zeichen).',
    },
    tooLong: {
      en: 'At most {length} characters are allowed, here are {actual}.',
      de: 'Höchstens {length} Zeichen sind erlaubt, hier sind es {actual}.',
    },
    tooShort: {
      en: 'At least {length} characters are needed, here are {actual}.',
      de: 'Mindestens {length} Zeichen sind nötig, hier sind es {actual}.',
    },
    notInteger: { en: 'This is not a whole number.', de: 'Das ist keine ganze Zahl.' },
    notDecimal: { en: 'This is not a number.', de: 'Das ist keine Zahl.' },
    outOfRange: {
      en: 'The number is outside what this field can hold.',
      de: 'Die Zahl liegt außerhalb dessen, was dieses Feld aufnehmen kann.',
    },
    negative: { en: 'The number must not be negative.', de: 'Die Zahl darf nicht negativ sein.' },
    tooSmall: { en: 'The smallest value allowed is {min}.', de: 'Der kleinste erlaubte Wert ist {min}.' },
    tooLarge: { en: 'The largest value allowed is {max}.', de: 'Der größte erlaubte Wert ist {max}.' },
    notBoolean: { en: 'This is neither true nor false.', de: 'Das ist weder wahr noch falsch.' },
    notDate: { en: 'This is not a date of the form 2026-12-31.', de: 'Das ist kein Datum der Form 2026-12-31.' },
    dateWithTime: {
      en: 'This field holds a date only, the value has a time of day.',
      de: 'Dieses Feld nimmt nur ein Datum auf, der Wert enthält eine Uhrzeit.',
    },
    notDateTime: {
      en: 'This is not a point in time of the form 2026-12-31T23:59:59Z.',
      de: 'Das ist kein Zeitpunkt der Form 2026-12-31T23:59:59Z.',
    },
    notTime: { en: 'This is not a time of the form 23:59:59.', de: 'Das ist keine Uhrzeit der Form 23:59:59.' },
    notUuid: { en: 'This is not a UUID.', de: 'Das ist keine UUID.' },
    notChoice: { en: 'Only these values are allowed: {values}.', de: 'Nur diese Werte sind erlaubt: {values}.' },
    notJson: { en: 'This cannot be stored as JSON.', de: 'Das lässt sich nicht als JSON speichern.' },
    notObject: { en: 'This is not an object.', de: 'Das ist kein Objekt.' },
    notList: { en: 'This is not a list.', de: 'Das ist keine Liste.' },
    tooFew: {
      en: 'At least {min, plural, one {# entry is} other {# entries are}} needed.',
      de: 'Mindestens {min, plural, one {# Eintrag ist} other {# Einträge sind}} nötig.',
    },
    tooMany: {
      en: 'At most {max, plural, one {# entry is} other {# entries are}} allowed.',
      de: 'Höchstens {max, plural, one {# Eintrag ist} other {# Einträge sind}} erlaubt.',
    },
    inside: { en: 'Inside, at {path}: {reason}', de: 'Im Inneren, bei {path}: {reason}' },
    taken: { en: 'Another record already has this value.', de: 'Ein anderer Datensatz hat diesen Wert bereits.' },
    noRelated: {
      en: 'There is no record {key} in {structure}.',
      de: 'In {structure} gibt es keinen Datensatz {key}.',
    },
    missingRecord: { en: 'There is no record with this key.', de: 'Es gibt keinen Datensatz mit diesem Schlüssel.' },
    refused: {
      en: 'The database refused this record: {detail}',
      de: 'Die Datenbank hat diesen Datensatz abgelehnt: {detail}',
    },
  }),
}
