import { z } from 'zod'
import { defineMessages, say } from '../messages/messages.ts'
import { changesOf } from './changes.ts'
import type { Labels } from './labels.ts'
import { onlyWhen } from './settings.ts'

const storageTypes = ['local', 'ftp', 'sftp'] as const
/** What each kind listens on where nothing else is said. */
export const storagePorts = { ftp: 21, sftp: 22 } as const

const texts = defineMessages({
  host: {
    en: 'This is neither a host name nor an IP address.',
    de: 'Das ist weder ein Hostname noch eine IP-Adresse.',
  },
})

const hostname = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9_]([a-z0-9-]{0,61}[a-z0-9])?)*\.?$/i

/** A name by the rules of the internet, or an address of either kind. */
const isHost = (value: string) => hostname.test(value) || z.union([z.ipv4(), z.ipv6()]).safeParse(value).success

const elsewhere = <S extends z.ZodType>(schema: S): S => onlyWhen('type', ['ftp', 'sftp'], schema)
const byFtp = <S extends z.ZodType>(schema: S): S => onlyWhen('type', ['ftp'], schema)

/** Where files lie and how one gets there. A local storage needs nothing but its type. */
export const storageFields = {
  type: z.enum(storageTypes).default('local'),
  host: elsewhere(
    z
      .string()
      .trim()
      .max(253)
      .refine((value) => value === '' || isHost(value), {
        error: say(texts.host(), 'en'),
        params: { say: texts.host() },
      })
      .default(''),
  ),
  port: elsewhere(z.int().min(1).max(65_535).nullable().default(null)),
  username: elsewhere(z.string().trim().max(191).default('')),
  password: elsewhere(z.string().max(400).default('')),
  ssl: byFtp(z.boolean().default(false)),
  passive: byFtp(z.boolean().default(true)),
  timeout: elsewhere(z.int().min(1).max(600).default(30)),
  root: elsewhere(z.string().trim().max(250).default('')),
  /** What the server showed at the test; a server that shows something else later is refused. */
  host_key: z.string().max(20_000).default(''),
}

/** A server elsewhere has a name and somebody to sign in as. */
const saysWhere = (
  { type, host, username }: { type?: string | undefined; host?: string | undefined; username?: string | undefined },
  context: z.RefinementCtx,
) => {
  if (type === undefined || type === 'local') return
  for (const [key, value] of [
    ['host', host],
    ['username', username],
  ] as const)
    if (value === '') context.addIssue({ code: 'too_small', origin: 'string', minimum: 1, path: [key], input: value })
}

export const storageDraft = z.strictObject(storageFields).superRefine(saysWhere)
export type StorageDraft = z.output<typeof storageDraft>

/** Where an account's files shall lie: on a registered server, or as the other fields say. */
const unlessRegistered = (
  choice: { server_id?: string | null | undefined } & Parameters<typeof saysWhere>[0],
  context: z.RefinementCtx,
) => {
  if (!choice.server_id) saysWhere(choice, context)
}
const choiceFields = { server_id: z.uuid().nullish(), ...storageFields }
export const storageChoice = z.strictObject(choiceFields).superRefine(unlessRegistered)
export const storageChange = changesOf(choiceFields).superRefine(unlessRegistered)
export type StorageChoice = z.output<typeof storageChoice>

/** A server on which the files of tenants and partners may lie, with the login of the provider. */
export const storageServerFields = {
  name: z.string().trim().min(1).max(191),
  ...storageFields,
  type: z.enum(['ftp', 'sftp']).default('sftp'),
  active: z.boolean().default(true),
}
export const storageServerDraft = z.strictObject(storageServerFields).superRefine(saysWhere)

export const storageLabels: Labels<keyof typeof storageFields> = {
  title: { en: 'Storage', de: 'Speicher' },
  fields: {
    type: {
      label: { en: 'Type', de: 'Art' },
      options: {
        local: { en: 'Folder of this installation', de: 'Ordner dieser Installation' },
        ftp: { en: 'FTP or FTPS server', de: 'FTP- oder FTPS-Server' },
        sftp: { en: 'SFTP server', de: 'SFTP-Server' },
      },
    },
    host: { label: { en: 'Host', de: 'Host' }, help: { en: 'Name or IP address.', de: 'Name oder IP-Adresse.' } },
    port: {
      label: { en: 'Port', de: 'Port' },
      help: {
        en: 'Empty: 21 for FTP, 22 for SFTP. At 990, TLS begins at once.',
        de: 'Leer: 21 für FTP, 22 für SFTP. Bei 990 beginnt TLS sofort.',
      },
    },
    username: { en: 'User', de: 'Benutzer' },
    password: { en: 'Password', de: 'Passwort' },
    ssl: {
      label: { en: 'Encrypt with TLS (FTPS)', de: 'Mit TLS verschlüsseln (FTPS)' },
      help: {
        en: 'Without it, password and files travel readable for everybody on the way.',
        de: 'Ohne TLS sind Passwort und Dateien unterwegs für alle lesbar.',
      },
    },
    passive: {
      label: { en: 'Passive transfers', de: 'Passive Übertragung' },
      help: {
        en: 'Off: the server connects back to this machine, which its firewall must allow.',
        de: 'Aus: Der Server verbindet sich zu diesem Rechner zurück; dessen Firewall muss das zulassen.',
      },
    },
    timeout: {
      label: { en: 'Timeout in seconds', de: 'Zeitlimit in Sekunden' },
      help: { en: '1 to 600.', de: '1 bis 600.' },
    },
    root: {
      label: { en: 'Root folder', de: 'Wurzelordner' },
      help: {
        en: 'Nothing outside of it is ever touched. Empty: the folder one arrives in.',
        de: 'Außerhalb davon wird nie etwas berührt. Leer: der Ordner, in dem man ankommt.',
      },
    },
    host_key: { en: 'Key of the server', de: 'Schlüssel des Servers' },
  },
}

export const storageServerLabels: Labels<keyof typeof storageServerFields> = {
  title: { en: 'Storage server', de: 'Speicherserver' },
  fields: {
    name: { en: 'Name', de: 'Name' },
    ...storageLabels.fields,
    root: {
      label: { en: 'Root folder', de: 'Wurzelordner' },
      help: {
        en: 'Each account gets a folder of its own below it.',
        de: 'Jedes Konto erhält darunter einen eigenen Ordner.',
      },
    },
    active: {
      label: { en: 'Active', de: 'Aktiv' },
      help: {
        en: 'New accounts are offered active servers only.',
        de: 'Neuen Konten werden nur aktive Server angeboten.',
      },
    },
  },
}
