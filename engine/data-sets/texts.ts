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
  unknownDataSet: { en: 'This data set does not exist.', de: 'Dieses Datenset gibt es nicht.' },
  unknownStage: {
    en: 'There is no stage named {name} before this one.',
    de: 'Davor gibt es keine Stufe namens {name}.',
  },
  circle: {
    en: 'The data set “{name}” reads this one, so it would read itself.',
    de: 'Das Datenset „{name}“ liest dieses, es würde sich also selbst lesen.',
  },
  wrongDataSet: {
    en: 'The data set “{name}” has something wrong in it. Open it to see what.',
    de: 'Im Datenset „{name}“ stimmt etwas nicht. Öffnen Sie es, um zu sehen, was.',
  },
  neededParameter: {
    en: 'The data set “{name}” needs the parameter “{parameter}”. Add a parameter of this name here.',
    de: 'Das Datenset „{name}“ braucht den Parameter „{parameter}“. Legen Sie hier einen Parameter dieses Namens an.',
  },
  severalFields: {
    en: 'Several sources have a field “{name}”. Write which one, such as {examples}.',
    de: 'Mehrere Quellen haben ein Feld „{name}“. Schreiben Sie, welches gemeint ist, etwa {examples}.',
  },
  wrongType: {
    en: '“{key}” takes {wanted, select, text {a text} integer {a whole number} decimal {a number} boolean {yes or no} date {a date} date_time {a point in time} list {a list} other {an object}} here, not {given, select, text {a text} integer {a whole number} decimal {a number} boolean {yes or no} date {a date} date_time {a point in time} list {a list} other {an object}}.',
    de: '„{key}“ nimmt hier {wanted, select, text {einen Text} integer {eine ganze Zahl} decimal {eine Zahl} boolean {Ja oder Nein} date {ein Datum} date_time {einen Zeitpunkt} list {eine Liste} other {ein Objekt}}, nicht {given, select, text {einen Text} integer {eine ganze Zahl} decimal {eine Zahl} boolean {Ja oder Nein} date {ein Datum} date_time {einen Zeitpunkt} list {eine Liste} other {ein Objekt}}.',
  },
  unknownTransformer: { en: 'There is no transformer “{key}”.', de: 'Es gibt keine Umwandlung „{key}“.' },
  notOneInput: {
    en: '“{key}” does not make one value of one. Use it in a formula.',
    de: '„{key}“ macht nicht aus einem Wert einen. Verwenden Sie es in einer Formel.',
  },
  onlyInMappings: {
    en: '“{key}” needs what only a mapping has. Read the data set by a mapping and use it there.',
    de: '„{key}“ braucht, was nur ein Mapping hat. Lesen Sie das Datenset mit einem Mapping und verwenden Sie es dort.',
  },
  wrongOption: {
    en: 'The setting “{option}” of “{key}” is wrong.',
    de: 'Die Einstellung „{option}“ von „{key}“ stimmt nicht.',
  },
  laterStage: {
    en: '“{key}” is computed only when the rows are there, not by the database. That works in the last stage alone.',
    de: '„{key}“ wird erst berechnet, wenn die Zeilen da sind, nicht von der Datenbank. Das geht nur in der letzten Stufe.',
  },
  laterGroup: {
    en: '“{key}” is computed only when the rows are there, so nothing can be grouped by it or added up.',
    de: '„{key}“ wird erst berechnet, wenn die Zeilen da sind, daher lässt sich damit weder gruppieren noch summieren.',
  },
  laterCondition: {
    en: '“{field}” is computed only when the rows are there, so they cannot be chosen or sorted by it.',
    de: '„{field}“ wird erst berechnet, wenn die Zeilen da sind, daher lassen sie sich danach weder auswählen noch sortieren.',
  },
  notRecords: {
    en: 'The rows come from an earlier stage or another data set and are no records of a structure, so nothing can be marked.',
    de: 'Die Zeilen kommen aus einer früheren Stufe oder einem anderen Datenset und sind keine Datensätze einer Struktur, daher lässt sich nichts markieren.',
  },
})
