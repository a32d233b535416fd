import { z } from 'zod'
import type { Labels } from './labels.ts'

export const storageTypes = ['local', 'ftp', 'sftp'] as const
export type StorageType = (typeof storageTypes)[number]
/** What each kind listens on where nothing else is said. */
export const storagePorts = { ftp: 21, sftp: 22 } as const

const hostname = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9_]([a-z0-9-]{0,61}[a-z0-9])?)*\.?$/i

/** Where files lie and how one gets there. A local storage needs nothing but its type. */
export const storageFields = {
  type: z.enum(storageTypes).default('local'),
  host: z.union([z.literal(''), z.ipv4(), z.ipv6(), z.string().trim().regex(hostname)]).default(''),
  port: z.int().min(1).max(65_535).nullable().default(null),
  username: z.string().trim().max(191).default(''),
  password: z.string().max(400).default(''),
  ssl: z.boolean().default(false),
  passive: z.boolean().default(true),
  timeout: z.int().min(1).max(600).default(30),
  root: z.string().trim().max(1_000).default(''),
  /** What the server showed at the test; a server that shows something else later is refused. */
  host_key: z.string().max(20_000).default(''),
}

/** What is asked for each type, in the order of the form. */
export const asked: Record<StorageType, (keyof typeof storageFields)[]> = {
  local: ['type'],
  ftp: ['type', 'host', 'port', 'username', 'password', 'ssl', 'passive', 'timeout', 'root'],
  sftp: ['type', 'host', 'port', 'username', 'password', 'timeout', 'root'],
}

/** A server elsewhere has a name and somebody to sign in as. */
export const saysWhere = ({ type, host, username }: { type?: string | undefined; host?: string | undefined; username?: string | undefined }, context: z.RefinementCtx) => {
  if (type === undefined || type === 'local') return
  for (const [key, value] of [['host', host], ['username', username]] as const) if (value === '') context.addIssue({ code: 'too_small', origin: 'string', minimum: 1, path: [key], input: value })
}

export const storageDraft = z.strictObject(storageFields).superRefine(saysWhere)
export type StorageDraft = z.output<typeof storageDraft>

export const storageLabels: Labels<keyof typeof storageFields> = {
  title: { en: 'Storage', de: 'Speicher' },
  fields: {
    type: {
      label: { en: 'Type', de: 'Art' },
      options: { local: { en: 'Folder of this installation', de: 'Ordner dieser Installation' }, ftp: { en: 'FTP or FTPS server', de: 'FTP- oder FTPS-Server' }, sftp: { en: 'SFTP server', de: 'SFTP-Server' } },
    },
    host: { label: { en: 'Host', de: 'Host' }, help: { en: 'Name or IP address.', de: 'Name oder IP-Adresse.' } },
    port: { label: { en: 'Port', de: 'Port' }, help: { en: 'Empty: 21 for FTP, 22 for SFTP. At 990, TLS begins at once.', de: 'Leer: 21 für FTP, 22 für SFTP. Bei 990 beginnt TLS sofort.' } },
    username: { en: 'User', de: 'Benutzer' },
    password: { en: 'Password', de: 'Passwort' },
    ssl: { label: { en: 'Encrypt with TLS (FTPS)', de: 'Mit TLS verschlüsseln (FTPS)' }, help: { en: 'Without it, password and files travel readable for everybody on the way.', de: 'Ohne TLS sind Passwort und Dateien unterwegs für alle lesbar.' } },
    passive: { label: { en: 'Passive transfers', de: 'Passive Übertragung' }, help: { en: 'Off: the server connects back to this machine, which its firewall must allow.', de: 'Aus: Der Server verbindet sich zu diesem Rechner zurück; dessen Firewall muss das zulassen.' } },
    timeout: { label: { en: 'Timeout in seconds', de: 'Zeitlimit in Sekunden' }, help: { en: '1 to 600.', de: '1 bis 600.' } },
    root: { label: { en: 'Root folder', de: 'Wurzelordner' }, help: { en: 'Nothing outside of it is ever touched. Empty: the folder one arrives in.', de: 'Außerhalb davon wird nie etwas berührt. Leer: der Ordner, in dem man ankommt.' } },
    host_key: { en: 'Key of the server', de: 'Schlüssel des Servers' },
  },
}
