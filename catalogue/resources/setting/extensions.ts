import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { z } from 'zod'

/** Parts of the installation that can be done without. Switched off, they are closed for everybody, whatever a project says. */
export const extensionSettings = defineSettingGroup({
  path: 'extensions',
  schema: z.strictObject({
    webhooks: z.boolean().default(true),
    plugins: z.boolean().default(true),
    sftp: z.boolean().default(true),
    api_docs: z.boolean().default(true),
  }),
  labels: {
    title: { en: 'Extensions', de: 'Erweiterungen' },
    help: {
      en: 'What is switched off here is closed for all tenants and projects. Changes count after five seconds.',
      de: 'Was hier abgeschaltet ist, bleibt allen Mandanten und Projekten verschlossen. Änderungen gelten nach fünf Sekunden.',
    },
    fields: {
      webhooks: {
        label: { en: 'Webhooks', de: 'Webhooks' },
        help: {
          en: 'Workflows are started by calls of their address. Off: every call is refused and starts nothing.',
          de: 'Workflows starten durch Aufrufe ihrer Adresse. Aus: Jeder Aufruf wird abgelehnt und startet nichts.',
        },
      },
      plugins: {
        label: { en: 'Plugins', de: 'Plugins' },
        help: {
          en: 'Code of installed plugins runs. Off: workflows with their elements do not start, and events wait.',
          de: 'Code installierter Plugins wird ausgeführt. Aus: Workflows mit ihren Elementen starten nicht, und Ereignisse warten.',
        },
      },
      sftp: {
        label: { en: 'SFTP gateway', de: 'SFTP-Zugang' },
        help: {
          en: 'Tenants bring files by SFTP. Off: nobody can sign in there, and open sessions end.',
          de: 'Mandanten bringen Dateien per SFTP. Aus: Niemand kann sich dort anmelden, und offene Sitzungen enden.',
        },
      },
      api_docs: {
        label: { en: 'API reference', de: 'API-Referenz' },
        help: {
          en: 'The reference of all calls at /api/docs is open to everybody. Off: it is not found.',
          de: 'Die Referenz aller Aufrufe unter /api/docs ist für alle offen. Aus: Sie wird nicht gefunden.',
        },
      },
    },
  },
})

/** Those a project may do without on its own. */
export const projectExtensions = ['webhooks', 'plugins'] as const
