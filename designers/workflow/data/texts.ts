import { defineMessages } from '@weft/kit/messages/messages.ts'

/** What the data beside a step says. */
export const dataTexts = defineMessages({
  data: { en: 'Data', de: 'Daten' },
  dataHelp: {
    en: 'Records of the run beside the selected step',
    de: 'Datensätze des Laufs neben dem gewählten Schritt',
  },
  addStep: { en: 'Step', de: 'Schritt' },
  close: { en: 'Close the data', de: 'Daten schließen' },
  input: { en: 'Input', de: 'Eingang' },
  output: { en: 'Output', de: 'Ausgang' },
  inputFrom: { en: '{count} from “{step}”', de: '{count} aus „{step}“' },
  refused: { en: 'Rejected', de: 'Abgelehnt' },
  why: { en: 'Why it was rejected', de: 'Warum abgelehnt' },
  view: { en: 'How records are shown', de: 'Wie Datensätze gezeigt werden' },
  table: { en: 'Table', de: 'Tabelle' },
  json: { en: 'JSON', de: 'JSON' },
  schema: { en: 'Schema', de: 'Schema' },
  search: { en: 'Search in the records', de: 'In den Datensätzen suchen' },
  searchHelp: { en: 'Text of any field', de: 'Text eines beliebigen Feldes' },
  fit: { en: '{found} of {count} fit.', de: '{found} von {count} passen.' },
  noneFit: {
    en: 'None of the records kept here has “{query}”.',
    de: 'Keiner der hier aufbewahrten Datensätze enthält „{query}“.',
  },
  older: { en: 'Previous record', de: 'Voriger Datensatz' },
  newer: { en: 'Next record', de: 'Nächster Datensatz' },
  place: { en: 'Record {number} of {count}', de: 'Datensatz {number} von {count}' },
  first: {
    en: 'The first {shown} of {count}',
    de: 'Die ersten {shown} von {count}',
  },
  fieldCount: {
    en: '{count, plural, one {# field} other {# fields}}',
    de: '{count, plural, one {# Feld} other {# Felder}}',
  },
  upToHere: { en: 'Run up to here', de: 'Bis hierher ausführen' },
  testStep: { en: 'Test this step', de: 'Diesen Schritt testen' },
  pin: { en: 'Pin data', de: 'Daten anheften' },
  pinned: { en: 'Pinned data', de: 'Angeheftete Daten' },
  sample: { en: 'the sample', de: 'dem Beispiel' },
  field: { en: 'Field', de: 'Feld' },
  type: { en: 'Type', de: 'Typ' },
  filled: { en: 'Filled', de: 'Gefüllt' },
  choose: { en: 'Select a step to see its records.', de: 'Wählen Sie einen Schritt, um seine Datensätze zu sehen.' },
  noRun: {
    en: 'There is no run yet. After one the records that went through each step stand here.',
    de: 'Es gibt noch keinen Lauf. Danach stehen hier die Datensätze, die durch jeden Schritt gingen.',
  },
  live: {
    en: 'The records of this run are shown as soon as it is over.',
    de: 'Die Datensätze dieses Laufs werden gezeigt, sobald er vorbei ist.',
  },
  loading: { en: 'Reading the records …', de: 'Datensätze werden gelesen …' },
  failed: { en: 'The records could not be read.', de: 'Die Datensätze ließen sich nicht lesen.' },
  again: { en: 'Try again', de: 'Noch einmal' },
  gone: {
    en: 'No records are kept of this run: they are deleted after 7 days, the last 50 runs of a workflow are kept, and of very many in a second only some.',
    de: 'Von diesem Lauf sind keine Datensätze aufbewahrt: Sie werden nach 7 Tagen gelöscht, die letzten 50 Läufe eines Workflows bleiben, und von sehr vielen in einer Sekunde nur einige.',
  },
  nothingIn: { en: 'Nothing came in here.', de: 'Hier kam nichts an.' },
  begins: { en: 'The run begins here.', de: 'Hier beginnt der Lauf.' },
  nothingOut: { en: 'Nothing went out here.', de: 'Hier ging nichts hinaus.' },
  masked: {
    en: 'What tells of people is masked, long texts are cut.',
    de: 'Was von Personen erzählt, ist maskiert, lange Texte sind gekürzt.',
  },
})

export const typeTexts = defineMessages({
  text: { en: 'Text', de: 'Text' },
  number: { en: 'Number', de: 'Zahl' },
  boolean: { en: 'Yes or no', de: 'Ja oder nein' },
  date: { en: 'Date', de: 'Datum' },
  date_time: { en: 'Date and time', de: 'Datum und Uhrzeit' },
  list: { en: 'List', de: 'Liste' },
  object: { en: 'Object', de: 'Objekt' },
})
