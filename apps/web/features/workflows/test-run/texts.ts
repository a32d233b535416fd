import { defineMessages } from '@weft/kit/messages/messages.ts'

export const testRunTexts = defineMessages({
  title: { en: 'Test run of “{name}”', de: 'Testlauf von „{name}“' },
  what: { en: 'What to run', de: 'Was ausgeführt wird' },
  some: { en: 'The first 100 records', de: 'Die ersten 100 Sätze' },
  someText: {
    en: 'Reads 100 of each source and shows at every step what comes of them. Nothing outside is written.',
    de: 'Liest 100 aus jeder Quelle und zeigt an jedem Schritt, was aus ihnen wird. Außerhalb wird nichts geschrieben.',
  },
  all: { en: 'All records, without effects', de: 'Alle Sätze, ohne Wirkung' },
  allText: {
    en: 'Reads all that wait and compares with what the targets hold: added, changed, unchanged, refused.',
    de: 'Liest alle, die warten, und vergleicht mit dem, was die Ziele enthalten: neu, geändert, unverändert, abgelehnt.',
  },
  real: { en: 'Real run', de: 'Echter Lauf' },
  realText: {
    en: 'Writes into the targets below and makes every call. It cannot be undone.',
    de: 'Schreibt in die Ziele unten und führt jeden Aufruf aus. Es lässt sich nicht rückgängig machen.',
  },
  mayNotTest: {
    en: 'Testing needs the right to change workflows.',
    de: 'Zum Testen brauchen Sie das Recht, Workflows zu ändern.',
  },
  mayNotRun: {
    en: 'A real run needs the right to run workflows.',
    de: 'Für einen echten Lauf brauchen Sie das Recht, Workflows auszuführen.',
  },
  notLive: {
    en: 'A real run runs the live version: publish these changes first.',
    de: 'Ein echter Lauf führt die Live-Version aus: Veröffentlichen Sie zuerst diese Änderungen.',
  },
  sure: { en: 'Yes, write and send for real', de: 'Ja, wirklich schreiben und senden' },
  until: { en: 'Up to step', de: 'Bis zum Schritt' },
  end: {
    en: 'the end ({count, plural, one {# step} other {# steps}})',
    de: 'zum Ende ({count, plural, one {# Schritt} other {# Schritte}})',
  },
  effects: {
    en: '{count, plural, =0 {No step changes anything outside} one {One step changes something outside} other {# steps change something outside}}',
    de: '{count, plural, =0 {Kein Schritt ändert außerhalb etwas} one {Ein Schritt ändert außerhalb etwas} other {# Schritte ändern außerhalb etwas}}',
  },
  compared: { en: 'compared, not written', de: 'verglichen, nicht geschrieben' },
  heldBack: { en: 'held back', de: 'zurückgehalten' },
  pinned: { en: 'hands out pinned data', de: 'gibt angeheftete Daten aus' },
  done: { en: 'done for real', de: 'wirklich ausgeführt' },
  begins: { en: 'hands out the test data', de: 'gibt die Testdaten aus' },
  notUsage: { en: 'Not counted as usage.', de: 'Zählt nicht als Nutzung.' },
  runSome: { en: 'Run 100 records', de: '100 Sätze ausführen' },
  runAll: { en: 'Run all without effects', de: 'Alle ohne Wirkung ausführen' },
  runReal: { en: 'Run for real', de: 'Wirklich ausführen' },
  started: { en: 'Run started', de: 'Lauf gestartet' },
  openJob: { en: 'Open the job', de: 'Job öffnen' },
  running: {
    en: 'Running: {count, plural, one {# record} other {# records}} read',
    de: 'Läuft: {count, plural, one {# Satz} other {# Sätze}} gelesen',
  },
  stop: { en: 'Stop', de: 'Anhalten' },
})

export const testStepTexts = defineMessages({
  title: { en: 'Test “{step}”', de: '„{step}“ testen' },
  sample: { en: 'Records that come in (JSON)', de: 'Ankommende Datensätze (JSON)' },
  sampleHelp: {
    en: 'A list of up to 100 records, taken from the run shown where it kept some. What tells of people is masked there.',
    de: 'Eine Liste von bis zu 100 Datensätzen, aus dem gezeigten Lauf, wenn er welche aufbewahrt hat. Was von Personen erzählt, ist dort maskiert.',
  },
  runs: {
    en: 'Only this step runs. It changes nothing outside.',
    de: 'Nur dieser Schritt läuft. Er ändert außerhalb nichts.',
  },
  compared: {
    en: 'What it would write is compared with what is there. Nothing is written.',
    de: 'Was er schreiben würde, wird mit dem verglichen, was dort steht. Geschrieben wird nichts.',
  },
  held_back: {
    en: 'It would change something outside, so it is held back. You see what it would have said.',
    de: 'Er würde außerhalb etwas ändern und wird deshalb zurückgehalten. Sie sehen, was er gesagt hätte.',
  },
  run: { en: 'Test', de: 'Testen' },
})

export const pinTexts = defineMessages({
  title: { en: 'Pinned data of “{step}”', de: 'Angeheftete Daten von „{step}“' },
  help: {
    en: 'In your test runs this step hands out these records instead of doing what it does, and nothing before it runs for its sake. They are yours alone, no part of the workflow, and kept for 30 days.',
    de: 'In Ihren Testläufen gibt dieser Schritt diese Datensätze aus, statt zu tun, was er tut, und nichts vor ihm läuft seinetwegen. Sie gehören nur Ihnen, sind kein Teil des Workflows und werden 30 Tage aufbewahrt.',
  },
  exit: { en: 'Exit', de: 'Ausgang' },
  records: { en: 'Records (JSON)', de: 'Datensätze (JSON)' },
  masked: {
    en: 'Up to 100. Taken from the run shown, what tells of people is masked.',
    de: 'Bis zu 100. Was aus dem gezeigten Lauf stammt, ist maskiert, wo es von Personen erzählt.',
  },
  pin: { en: 'Pin', de: 'Anheften' },
  letGo: { en: 'Let go', de: 'Lösen' },
})

export const resultTexts = defineMessages({
  title: { en: 'What this run would write', de: 'Was dieser Lauf schreiben würde' },
  show: { en: 'What it would write', de: 'Was er schreiben würde' },
  without: { en: 'without effects', de: 'ohne Wirkung' },
  targets: { en: 'Targets', de: 'Ziele' },
  nothing: { en: 'Nothing has been written.', de: 'Es wurde nichts geschrieben.' },
  noTargets: {
    en: 'No step of this run changes anything outside. What went through each step is shown beside it.',
    de: 'Kein Schritt dieses Laufs ändert außerhalb etwas. Was durch jeden Schritt ging, steht neben ihm.',
  },
  reading: { en: 'Reading what came of it …', de: 'Ergebnis wird gelesen …' },
  gone: {
    en: 'Nothing is kept of this run any more: records of runs are deleted after 7 days.',
    de: 'Von diesem Lauf ist nichts mehr aufbewahrt: Datensätze von Läufen werden nach 7 Tagen gelöscht.',
  },
  close: { en: 'Close', de: 'Schließen' },
  forReal: { en: 'Run for real …', de: 'Wirklich ausführen …' },
  failed: { en: 'The run ended with an error: {problem}', de: 'Der Lauf endete mit einem Fehler: {problem}' },
  compared: {
    en: '{count, plural, one {# record compared} other {# records compared}}',
    de: '{count, plural, one {# Satz verglichen} other {# Sätze verglichen}}',
  },
  calls: {
    en: '{count, plural, one {# call held back} other {# calls held back}}',
    de: '{count, plural, one {# Aufruf zurückgehalten} other {# Aufrufe zurückgehalten}}',
  },
  read: { en: 'Read', de: 'Gelesen' },
  rejected: { en: 'Rejected', de: 'Abgelehnt' },
  added: { en: 'Added', de: 'Neu' },
  changed: { en: 'Changed', de: 'Geändert' },
  unchanged: { en: 'Unchanged', de: 'Unverändert' },
  removed: { en: 'Removed', de: 'Gelöscht' },
  refused: { en: 'Refused', de: 'Abgelehnt' },
  held_back: { en: 'Held back', de: 'Zurückgehalten' },
  struckOut: {
    en: 'Struck out: what is there now. Below it: what would be written.',
    de: 'Durchgestrichen: was jetzt dort steht. Darunter: was geschrieben würde.',
  },
  firsts: { en: 'The first {shown} of {count}', de: 'Die ersten {shown} von {count}' },
  none: { en: 'There are none of these.', de: 'Davon gibt es keine.' },
  field: { en: 'Field', de: 'Feld' },
  reason: { en: 'Why', de: 'Warum' },
  toStep: { en: 'To the step', de: 'Zum Schritt' },
  unknown: {
    en: 'What else the other system would refuse shows only when it is written.',
    de: 'Was das andere System sonst ablehnen würde, zeigt sich erst beim Schreiben.',
  },
})
