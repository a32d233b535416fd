import { defineMessages } from '@weft/kit/messages/messages.ts'

/** Words about jobs that several screens share. */
export const jobTexts = defineMessages({
  workflow: { en: 'Workflow', de: 'Workflow' },
  status: { en: 'Status', de: 'Status' },
  cancelling: { en: 'cancelling', de: 'wird abgebrochen' },
  by: { en: 'Started by', de: 'Gestartet durch' },
  begun: { en: 'Started', de: 'Gestartet' },
  duration: { en: 'Duration', de: 'Dauer' },
  read: { en: 'Read', de: 'Gelesen' },
  written: { en: 'Written', de: 'Geschrieben' },
  rejected: { en: 'Rejected', de: 'Abgelehnt' },
  queue: { en: 'Queue', de: 'Warteschlange' },
  project: { en: 'Project', de: 'Projekt' },
  id: { en: 'Id', de: 'Id' },
  identifier: { en: 'Content identifier', de: 'Inhaltskennung' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  requeue: { en: 'Run again', de: 'Erneut ausführen' },
  from_start: { en: 'From the start', de: 'Von Anfang an' },
  from_failed: { en: 'From the failed step', de: 'Ab dem fehlgeschlagenen Schritt' },
  failed_records: { en: 'Rejected records only', de: 'Nur abgelehnte Datensätze' },
  currentVersion: {
    en: 'From the start, with the workflow as it is now',
    de: 'Von Anfang an, mit dem heutigen Stand des Workflows',
  },
  sureCancel: {
    en: '{count, plural, one {Cancel this job?} other {Cancel # jobs?}}',
    de: '{count, plural, one {Diesen Job abbrechen?} other {# Jobs abbrechen?}}',
  },
  sureCancelText: {
    en: 'What is committed stays. Child jobs are cancelled as well.',
    de: 'Was bereits geschrieben ist, bleibt. Unterjobs werden ebenfalls abgebrochen.',
  },
  cancelNow: {
    en: '{count, plural, one {Cancel job} other {Cancel jobs}}',
    de: '{count, plural, one {Job abbrechen} other {Jobs abbrechen}}',
  },
  keep: { en: 'Let run', de: 'Weiterlaufen lassen' },
  cancelled: {
    en: '{count, plural, one {One job is being cancelled} other {# jobs are being cancelled}}',
    de: '{count, plural, one {Ein Job wird abgebrochen} other {# Jobs werden abgebrochen}}',
  },
  requeued: {
    en: '{count, plural, one {One job was queued again} other {# jobs were queued again}}',
    de: '{count, plural, one {Ein Job wurde erneut eingereiht} other {# Jobs wurden erneut eingereiht}}',
  },
  refused: {
    en: '{count, plural, one {One was refused} other {# were refused}}: {reason}',
    de: '{count, plural, one {Einer wurde abgelehnt} other {# wurden abgelehnt}}: {reason}',
  },
  refusedStatus: { en: 'the status is {status}', de: 'der Status ist {status}' },
})

export const startedByTexts = defineMessages({
  hand: { en: 'By hand', de: 'Von Hand' },
  schedule: { en: 'Schedule', de: 'Zeitplan' },
  poll: { en: 'Something new', de: 'Etwas Neues' },
  webhook: { en: 'Webhook', de: 'Webhook' },
  workflow: { en: 'Another workflow', de: 'Anderer Workflow' },
  predecessor: { en: 'End of another workflow', de: 'Ende eines anderen Workflows' },
  workflow_failed: { en: 'Failure of another workflow', de: 'Scheitern eines anderen Workflows' },
  retry: { en: 'Run again', de: 'Erneut ausgeführt' },
  test: { en: 'Test', de: 'Test' },
})
