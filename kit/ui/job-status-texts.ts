import { defineMessages } from '../messages/messages.ts'

export const jobStatusTexts = defineMessages({
  pending: { en: 'Waiting for execution', de: 'Wartet auf Ausführung' },
  started: { en: 'Started', de: 'Gestartet' },
  working: { en: 'Being executed', de: 'Wird ausgeführt' },
  waiting: { en: 'Waiting', de: 'Wartet' },
  stopped: { en: 'Completed successfully', de: 'Erfolgreich abgeschlossen' },
  warning: { en: 'Partially successful', de: 'Teilweise erfolgreich' },
  error: { en: 'Error', de: 'Fehler' },
  aborted: { en: 'Aborted', de: 'Abgebrochen' },
  info: { en: 'Info: nothing to do', de: 'Info: nichts zu tun' },
})
