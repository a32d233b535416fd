import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'

const kinds = ['machine_silent', 'machine_failed', 'claiming_fails', 'queue', 'job', 'database', 'archive'] as const
export type AlertKind = (typeof kinds)[number]

/** Something that stands still, as administrators are told of it. */
export type Alert = {
  kind: AlertKind
  /** The id of the machine, queue, job or database server, or `archive`: while it stands still it is one alert. */
  subject: string
  name: string
  since: Date
  /** What the system itself says of it. */
  detail: string
  /** Whose it is, where it is one tenant's alone. */
  tenant_id: string | null
}

const texts = defineMessages({
  machine_silent: { en: 'Machine {name} does not answer', de: 'Maschine {name} antwortet nicht' },
  machine_silent_text: {
    en: 'Its jobs go on elsewhere once its time is over. Please look at the machine and its network.',
    de: 'Ihre Jobs laufen nach Ablauf der Frist anderswo weiter. Bitte prüfen Sie die Maschine und ihr Netzwerk.',
  },
  machine_silent_over: { en: 'Machine {name} answers again', de: 'Maschine {name} antwortet wieder' },
  machine_failed: { en: 'Machine {name} cannot run jobs', de: 'Maschine {name} kann keine Jobs ausführen' },
  machine_failed_text: {
    en: 'Its dispatcher does not start. It tries again by itself.',
    de: 'Ihr Dispatcher startet nicht. Er versucht es von selbst erneut.',
  },
  machine_failed_over: { en: 'Machine {name} runs jobs again', de: 'Maschine {name} führt wieder Jobs aus' },
  claiming_fails: { en: 'Machine {name} cannot take up jobs', de: 'Maschine {name} kann keine Jobs übernehmen' },
  claiming_fails_text: {
    en: 'Due jobs stay pending. Please look at the control database.',
    de: 'Fällige Jobs bleiben liegen. Bitte prüfen Sie die Steuerungsdatenbank.',
  },
  claiming_fails_over: { en: 'Machine {name} takes up jobs again', de: 'Maschine {name} übernimmt wieder Jobs' },
  queue: { en: 'Queue {name} stands still', de: 'Warteschlange {name} steht still' },
  queue_text: {
    en: 'Jobs are due and nothing starts them. Please look at the machines and at the instances of the queue.',
    de: 'Jobs sind fällig und werden nicht gestartet. Bitte prüfen Sie die Maschinen und die Instanzen der Warteschlange.',
  },
  queue_over: { en: 'Queue {name} runs again', de: 'Warteschlange {name} läuft wieder' },
  job: { en: 'A job cannot go on: {name}', de: 'Ein Job kommt nicht voran: {name}' },
  job_text: {
    en: 'Its attempts fail because the installation is in trouble, not because of its data. It is tried again with growing pauses.',
    de: 'Die Versuche scheitern an der Installation, nicht an den Daten. Er wird mit wachsenden Pausen erneut versucht.',
  },
  job_over: { en: 'A job goes on again: {name}', de: 'Ein Job kommt wieder voran: {name}' },
  database: { en: 'Database server {name} cannot be reached', de: 'Datenbankserver {name} ist nicht erreichbar' },
  database_text: {
    en: 'Runs that need it wait or fail. Please look at the server and its credentials.',
    de: 'Läufe, die ihn brauchen, warten oder scheitern. Bitte prüfen Sie den Server und seine Zugangsdaten.',
  },
  archive: { en: 'PostgreSQL cannot archive its log', de: 'PostgreSQL kann sein Log nicht archivieren' },
  archive_text: {
    en: 'It keeps the log until it can, which fills its disk. Please look whether the folder of the archive is there and has room.',
    de: 'Es behält das Log, bis es gelingt, und füllt damit seine Platte. Bitte prüfen Sie, ob der Ordner des Archivs da ist und Platz hat.',
  },
  archive_over: { en: 'PostgreSQL archives its log again', de: 'PostgreSQL archiviert sein Log wieder' },
  database_over: {
    en: 'Database server {name} can be reached again',
    de: 'Datenbankserver {name} ist wieder erreichbar',
  },
})

/** What is said of an alert: that it began, what to do, that it is over. */
export const alertWords = (kind: AlertKind, name: string): Record<'title' | 'text' | 'over', Message> => ({
  title: texts[kind]({ name }),
  text: texts[`${kind}_text`](),
  over: texts[`${kind}_over`]({ name }),
})

/** The provider's page on which an alert can be looked into. */
export const alertPage = (kind: AlertKind) =>
  kind === 'database' || kind === 'archive' ? '/admin/settings/server' : '/admin/settings/system/queues'
