import { defineMessages } from '@weft/kit/messages/messages.ts'

/** What the workflow designer says in several of its parts. */
export const texts = defineMessages({
  palette: { en: 'Steps', de: 'Schritte' },
  findStep: { en: 'Find a step', de: 'Schritt suchen' },
  nothingFound: { en: 'No step has this name.', de: 'Kein Schritt heißt so.' },
  canvas: { en: 'Canvas', de: 'Zeichenfläche' },
  showRecords: {
    en: '{count} by “{exit}”: show records',
    de: '{count} über „{exit}“: Datensätze zeigen',
  },
  minimap: { en: 'Overview map', de: 'Übersichtskarte' },
  undo: { en: 'Undo', de: 'Rückgängig' },
  redo: { en: 'Redo', de: 'Wiederholen' },
  zoomIn: { en: 'Zoom in', de: 'Vergrößern' },
  zoomOut: { en: 'Zoom out', de: 'Verkleinern' },
  fit: { en: 'Fit to view', de: 'Einpassen' },
  tidy: { en: 'Tidy up', de: 'Aufräumen' },
  stepHelp: {
    en: 'Enter opens a step, arrow keys move it, Delete removes it.',
    de: 'Enter öffnet einen Schritt, Pfeiltasten bewegen ihn, Entf löscht ihn.',
  },
  edgeHelp: {
    en: 'Enter selects a connection, Delete removes it.',
    de: 'Enter wählt eine Verbindung, Entf löscht sie.',
  },
  empty: { en: 'Nothing here yet', de: 'Noch nichts hier' },
  emptyHelp: {
    en: 'Begin with a trigger from the list of steps.',
    de: 'Beginnen Sie mit einem Auslöser aus der Liste der Schritte.',
  },
  brokenText: {
    en: 'The text of this workflow cannot be read. Line {line}: {message}',
    de: 'Der Text dieses Workflows ist nicht lesbar. Zeile {line}: {message}',
  },
  openCode: { en: 'Open the code', de: 'Code öffnen' },

  panel: { en: 'Settings of the step', de: 'Einstellungen des Schritts' },
  workflowPanel: { en: 'Settings of the workflow', de: 'Einstellungen des Workflows' },
  closeSettings: { en: 'Close the settings', de: 'Einstellungen schließen' },
  setup: { en: 'Setup', de: 'Aufbau' },
  errors: { en: 'Errors', de: 'Fehler' },
  lastRun: { en: 'Last run', de: 'Letzter Lauf' },
  more: { en: 'More actions', de: 'Weitere Aktionen' },
  duplicate: { en: 'Duplicate', de: 'Duplizieren' },
  copy: { en: 'Copy', de: 'Kopieren' },
  paste: { en: 'Paste', de: 'Einfügen' },
  remove: { en: 'Delete', de: 'Löschen' },
  disable: { en: 'Disable', de: 'Deaktivieren' },
  enable: { en: 'Enable', de: 'Aktivieren' },
  disabled: { en: 'Disabled', de: 'Deaktiviert' },
  label: { en: 'Name', de: 'Name' },
  stepId: { en: 'Key', de: 'Schlüssel' },
  stepIdHelp: { en: 'How code and connections name this step.', de: 'So nennen Code und Verbindungen diesen Schritt.' },
  stepIdWrong: {
    en: 'Only lower-case letters, digits and _, and not the key of another step.',
    de: 'Nur Kleinbuchstaben, Ziffern und _, und nicht der Schlüssel eines anderen Schritts.',
  },
  note: { en: 'Note', de: 'Notiz' },
  unknownElement: {
    en: 'The element “{element}” does not exist. Remove the step or choose another element in the code.',
    de: 'Das Element „{element}“ gibt es nicht. Entfernen Sie den Schritt oder wählen Sie im Code ein anderes Element.',
  },
  several: {
    en: '{count, plural, one {# step} other {# steps}} selected',
    de: '{count, plural, one {# Schritt} other {# Schritte}} ausgewählt',
  },
  exactlyOnce: { en: 'Exactly once', de: 'Genau einmal' },
  exactlyOnceHelp: {
    en: 'After a crash nothing is written twice.',
    de: 'Nach einem Absturz wird nichts doppelt geschrieben.',
  },
  atLeastOnce: { en: 'At least once', de: 'Mindestens einmal' },
  atLeastOnceHelp: {
    en: 'After a crash the last batch may be sent again, with the same idempotency key.',
    de: 'Nach einem Absturz kann der letzte Stapel erneut gesendet werden, mit demselben Idempotenzschlüssel.',
  },

  onError: { en: 'When a batch fails', de: 'Wenn ein Stapel scheitert' },
  onErrorStop: { en: 'Stop the run', de: 'Lauf anhalten' },
  onErrorContinue: { en: 'Go on without it', de: 'Ohne ihn weitermachen' },
  onErrorPort: { en: 'Send it to the exit “error”', de: 'An den Ausgang „error“ geben' },
  onErrorHelp: {
    en: 'Single records that are rejected never stop the others.',
    de: 'Einzelne abgewiesene Datensätze halten die übrigen nie auf.',
  },
  retries: { en: 'Retries', de: 'Wiederholungen' },
  retriesHelp: { en: 'The wait doubles with each one.', de: 'Die Wartezeit verdoppelt sich jedes Mal.' },
  wait: { en: 'Wait before the first', de: 'Wartezeit vor der ersten' },
  timeout: { en: 'Time limit for a batch', de: 'Zeitlimit je Stapel' },
  planned: { en: 'Planned time', de: 'Geplante Zeit' },
  durationHint: { en: 'e.g. 2d 5h 30m', de: 'z. B. 2d 5h 30m' },

  noRun: { en: 'This step has not run yet.', de: 'Dieser Schritt ist noch nicht gelaufen.' },
  state: { en: 'State', de: 'Zustand' },
  recordsIn: { en: 'Records in', de: 'Datensätze hinein' },
  recordsOut: { en: 'Records out, “{exit}”', de: 'Datensätze hinaus, „{exit}“' },
  busy: { en: 'Working time', de: 'Arbeitszeit' },
  began: { en: 'Began', de: 'Begonnen' },
  ended: { en: 'Ended', de: 'Beendet' },
  openJob: { en: 'Open the job', de: 'Job öffnen' },

  hints: {
    en: '{count, plural, =0 {No hints} one {# hint} other {# hints}}',
    de: '{count, plural, =0 {Keine Hinweise} one {# Hinweis} other {# Hinweise}}',
  },
  hintsTitle: { en: 'What to look at', de: 'Was zu prüfen ist' },
  noHints: {
    en: 'Everything fits. The workflow can be published.',
    de: 'Alles passt. Der Workflow kann veröffentlicht werden.',
  },
  ofWorkflow: { en: 'Workflow', de: 'Workflow' },
  line: { en: 'Line {line}', de: 'Zeile {line}' },

  parameters: { en: 'Parameters of a manual run', de: 'Parameter eines manuellen Laufs' },
  addParameter: { en: 'Add', de: 'Hinzufügen' },
  parameterName: { en: 'Key', de: 'Schlüssel' },
  parameterType: { en: 'Type', de: 'Typ' },
  parameterRequired: { en: 'Required', de: 'Pflichtfeld' },
  parameterDefault: { en: 'Default', de: 'Vorgabe' },
  parameterValues: { en: 'Choices', de: 'Auswahlwerte' },
  clipboard: { en: 'Copied steps', de: 'Kopierte Schritte' },
  pasteThese: { en: 'Paste {names}', de: '{names} einfügen' },
  removeParameter: { en: 'Remove parameter {name}', de: 'Parameter {name} entfernen' },
  description: { en: 'Description', de: 'Beschreibung' },
  onlyLook: {
    en: 'You may look at this workflow but not change it. Select a step to see its settings.',
    de: 'Sie dürfen diesen Workflow ansehen, aber nicht ändern. Wählen Sie einen Schritt, um seine Einstellungen zu sehen.',
  },
  pick: { en: 'Select a step to see its settings.', de: 'Wählen Sie einen Schritt, um seine Einstellungen zu sehen.' },
  copied: {
    en: '{count, plural, one {# step copied} other {# steps copied}}',
    de: '{count, plural, one {# Schritt kopiert} other {# Schritte kopiert}}',
  },
})

export const groupTexts = defineMessages({
  trigger: { en: 'Triggers', de: 'Auslöser' },
  flow: { en: 'Flow', de: 'Ablauf' },
  data: { en: 'Data', de: 'Daten' },
  transform: { en: 'Transform', de: 'Umwandeln' },
  connector: { en: 'Systems', de: 'Systeme' },
  communicate: { en: 'Communicate', de: 'Melden' },
})

export const stateTexts = defineMessages({
  pending: { en: 'Pending', de: 'Ausstehend' },
  working: { en: 'Working', de: 'Arbeitet' },
  waiting: { en: 'Waiting', de: 'Wartet' },
  done: { en: 'Done', de: 'Fertig' },
  failed: { en: 'Failed', de: 'Fehlgeschlagen' },
  skipped: { en: 'Skipped', de: 'Übersprungen' },
  interrupted: { en: 'Interrupted', de: 'Unterbrochen' },
})

/** Exits many elements share; others bring a name of their own. */
export const exitTexts = defineMessages({
  out: { en: 'Out', de: 'Weiter' },
  error: { en: 'Error', de: 'Fehler' },
  rejected: { en: 'Rejected', de: 'Abgewiesen' },
  true: { en: 'Yes', de: 'Ja' },
  false: { en: 'No', de: 'Nein' },
  done: { en: 'Done', de: 'Fertig' },
  default: { en: 'Otherwise', de: 'Sonst' },
})
