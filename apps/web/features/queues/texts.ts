import { defineMessages } from '@weft/kit/messages/messages.ts'

export type Action = 'generate_config' | 'start' | 'restart' | 'drain' | 'stop'
export const actions: readonly Action[] = ['generate_config', 'start', 'restart', 'drain', 'stop']

export const actionTexts = defineMessages({
  generate_config: { en: 'Generate configuration', de: 'Konfiguration erzeugen' },
  start: { en: 'Start', de: 'Starten' },
  restart: { en: 'Restart', de: 'Neu starten' },
  drain: { en: 'Let run out and stop', de: 'Auslaufen lassen und stoppen' },
  stop: { en: 'Stop', de: 'Stoppen' },
})

/** What a machine says when it has done it. */
export const doneTexts = defineMessages({
  generate_config: { en: 'Configuration generated', de: 'Konfiguration erzeugt' },
  start: { en: 'Started', de: 'Gestartet' },
  restart: { en: 'Restarted', de: 'Neu gestartet' },
  drain: { en: 'Run out and stopped', de: 'Ausgelaufen und gestoppt' },
  stop: { en: 'Stopped', de: 'Gestoppt' },
})

export const stateTexts = defineMessages({
  unconfigured: { en: 'Not configured', de: 'Nicht konfiguriert' },
  generated: { en: 'Configuration generated', de: 'Konfiguration erzeugt' },
  starting: { en: 'Starting', de: 'Startet' },
  running: { en: 'Running', de: 'Läuft' },
  draining: { en: 'Running out', de: 'Läuft aus' },
  stopped: { en: 'Stopped', de: 'Gestoppt' },
  failed: { en: 'Failed', de: 'Fehlgeschlagen' },
})
