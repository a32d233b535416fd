import { defineMessages } from '@weft/kit/messages/messages.ts'

/** What moving a tenant's records says. */
export const texts = defineMessages({
  under: {
    en: 'The records of this tenant are already on their way to another server.',
    de: 'Die Datensätze dieses Mandanten sind bereits auf dem Weg zu einem anderen Server.',
  },
  sameServer: { en: 'The records are on this server already.', de: 'Die Datensätze liegen bereits auf diesem Server.' },
  unknownServer: {
    en: 'This server does not exist or is not active.',
    de: 'Diesen Server gibt es nicht, oder er ist nicht aktiv.',
  },
  noConnection: { en: 'This tenant has no database yet.', de: 'Dieser Mandant hat noch keine Datenbank.' },
  failed: {
    en: 'The records could not be moved. They are where they were, and the tenant goes on working there.',
    de: 'Die Datensätze konnten nicht verschoben werden. Sie liegen unverändert am bisherigen Ort, und der Mandant arbeitet dort weiter.',
  },
  different: {
    en: 'After copying, {table} is not the same on both servers. Nothing was switched.',
    de: 'Nach dem Kopieren ist {table} auf beiden Servern nicht gleich. Es wurde nichts umgestellt.',
  },
  unfit: {
    en: 'The table {table} of the data structure {label} cannot be made on the other server: {detail}',
    de: 'Die Tabelle {table} der Datenstruktur {label} lässt sich auf dem anderen Server nicht anlegen: {detail}',
  },
  jobsRun: {
    en: 'A job of this tenant is still running after {minutes} minutes. Please try again when it has ended, or cancel it.',
    de: 'Ein Job dieses Mandanten läuft nach {minutes} Minuten noch immer. Bitte versuchen Sie es erneut, wenn er beendet ist, oder brechen Sie ihn ab.',
  },
  notOver: { en: 'This move is not over yet.', de: 'Dieser Umzug ist noch nicht abgeschlossen.' },
})
