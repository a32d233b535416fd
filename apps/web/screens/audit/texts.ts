import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'

export const entryActions = defineMessages({
  create: { en: 'Created', de: 'Angelegt' },
  update: { en: 'Changed', de: 'Geändert' },
  delete: { en: 'Deleted', de: 'Gelöscht' },
  run: { en: 'Run', de: 'Ausgeführt' },
  publish: { en: 'Published', de: 'Veröffentlicht' },
  export: { en: 'Exported', de: 'Exportiert' },
  refused: { en: 'Refused', de: 'Abgelehnt' },
  signed_in: { en: 'Signed in', de: 'Angemeldet' },
  signed_out: { en: 'Signed out', de: 'Abgemeldet' },
})
/** What entries are filtered by; a session that begins or ends is a sign-in or sign-out. */
export const filterActions = ['create', 'update', 'delete', 'run', 'publish', 'export', 'refused'] as const
export type EntryAction = keyof typeof entryActions
export const actionTones: Record<EntryAction, Tone> = { signed_in: 'green', signed_out: 'slate', create: 'green', update: 'blue', delete: 'red', run: 'violet', publish: 'teal', export: 'teal', refused: 'amber' }

/** What an entry is about, by the name of its table or the subject of its call. */
export const entityTexts = defineMessages({
  authenticators: { en: 'Authenticator app', de: 'Authenticator-App' },
  certificates: { en: 'Certificate', de: 'Zertifikat' },
  config_values: { en: 'Configuration value', de: 'Konfigurationswert' },
  contact_persons: { en: 'Contact person', de: 'Ansprechpartner' },
  countries: { en: 'Country', de: 'Land' },
  data_sets: { en: 'Data set', de: 'Datenset' },
  data_structures: { en: 'Data structure', de: 'Datenstruktur' },
  database_servers: { en: 'Database server', de: 'Datenbankserver' },
  dynamic_models: { en: 'Dynamic model', de: 'Dynamisches Modell' },
  granted_ips: { en: 'Granted IP', de: 'Freigegebene IP' },
  insights: { en: 'Insight', de: 'Auswertung' },
  leads: { en: 'Lead', de: 'Lead' },
  mappings: { en: 'Mapping', de: 'Mapping' },
  news: { en: 'News article', de: 'Neuigkeit' },
  notes: { en: 'Note', de: 'Notiz' },
  partner_references: { en: 'Reference', de: 'Referenz' },
  partner_services: { en: 'Service', de: 'Leistung' },
  partners: { en: 'Partner', de: 'Partner' },
  projects: { en: 'Project', de: 'Projekt' },
  queues: { en: 'Queue', de: 'Warteschlange' },
  roles: { en: 'Role', de: 'Rolle' },
  route_whitelists: { en: 'Route whitelist', de: 'Routen-Whitelist' },
  sessions: { en: 'Session', de: 'Sitzung' },
  settings: { en: 'Settings', de: 'Einstellungen' },
  sftp_users: { en: 'SFTP user', de: 'SFTP-Benutzer' },
  support_accesses: { en: 'Support access', de: 'Support-Zugang' },
  support_requests: { en: 'Support request', de: 'Support-Anfrage' },
  tenant_connections: { en: 'Tenant database', de: 'Mandantendatenbank' },
  tenant_storages: { en: 'Tenant storage', de: 'Mandantenspeicher' },
  tenants: { en: 'Tenant', de: 'Mandant' },
  text_templates: { en: 'Text template', de: 'Textvorlage' },
  trusted_devices: { en: 'Trusted device', de: 'Vertrautes Gerät' },
  users: { en: 'User', de: 'Benutzer' },
  workflow_tokens: { en: 'Workflow token', de: 'Workflow-Token' },
  workflows: { en: 'Workflow', de: 'Workflow' },
  auth: { en: 'Own account', de: 'Eigenes Konto' },
  clients: { en: 'Tenant', de: 'Mandant' },
  files: { en: 'Files', de: 'Dateien' },
  jobs: { en: 'Job', de: 'Job' },
  provisioning_runs: { en: 'Setup of a tenant', de: 'Einrichtung eines Mandanten' },
  records: { en: 'Records', de: 'Datensätze' },
})
/** What can be chosen to filter by: what there are entries of in any area. */
export const filterable = ['users', 'roles', 'sessions', 'support_accesses', 'route_whitelists', 'granted_ips', 'settings', 'tenants', 'partners', 'projects', 'queues', 'workflows', 'mappings', 'data_structures', 'dynamic_models', 'data_sets', 'insights', 'text_templates', 'config_values', 'workflow_tokens', 'notes', 'jobs', 'records', 'files'] as const
