import { defineMessages } from '@weft/kit/messages/messages.ts'

/** What permissions are about and what they allow, as the grids of rights write it. */
export const actionTexts = defineMessages({
  view: { en: 'See', de: 'Ansehen' },
  create: { en: 'Create', de: 'Anlegen' },
  update: { en: 'Change', de: 'Ändern' },
  delete: { en: 'Delete', de: 'Löschen' },
  run: { en: 'Run', de: 'Ausführen' },
  publish: { en: 'Publish', de: 'Veröffentlichen' },
  export: { en: 'Export', de: 'Exportieren' },
})
export const subjectTexts = defineMessages({
  system: { en: 'System settings', de: 'Systemeinstellungen' },
  partners: { en: 'Partners', de: 'Partner' },
  tenants: { en: 'Tenants', de: 'Mandanten' },
  company: { en: 'Own company', de: 'Eigenes Unternehmen' },
  users: { en: 'Users and roles', de: 'Benutzer und Rollen' },
  billing: { en: 'Billing', de: 'Abrechnung' },
  projects: { en: 'Projects, queues and notes', de: 'Projekte, Warteschlangen und Notizen' },
  workflows: { en: 'Workflows, mappings, templates', de: 'Workflows, Mappings, Vorlagen' },
  structures: { en: 'Data structures', de: 'Datenstrukturen' },
  records: { en: 'Records', de: 'Datensätze' },
  insights: { en: 'Data sets and insights', de: 'Datensets und Auswertungen' },
  queries: { en: 'Queries', de: 'Abfragen' },
  connections: { en: 'Connections', de: 'Verbindungen' },
  agents: { en: 'Agents at customers’ sites', de: 'Agenten bei Kunden' },
  references: { en: 'Cross-references', de: 'Zuordnungen' },
  jobs: { en: 'Jobs and errors', de: 'Jobs und Fehler' },
  tokens: { en: 'Tokens and configuration values', de: 'Token und Konfigurationswerte' },
  audit: { en: 'Audit log', de: 'Prüfprotokoll' },
})

export type SubjectName = keyof typeof subjectTexts
export type ActionName = keyof typeof actionTexts
export const actionNames = Object.keys(actionTexts) as ActionName[]
export const subjectNames = Object.keys(subjectTexts) as SubjectName[]
