import { z } from 'zod'
import type { Labels } from '@weft/kit/define/labels.ts'
import type { Text } from '@weft/kit/messages/messages.ts'

/** A server on which tenants' databases are created, with its administrator's login. The password is written, never read. */
export const databaseServerDraft = z.strictObject({
  name: z.string().trim().min(1).max(191),
  engine: z.enum(['postgres', 'mysql', 'mongodb']).default('postgres'),
  host: z.string().trim().min(1).max(253),
  port: z.int().min(1).max(65_535),
  username: z.string().trim().min(1).max(191),
  password: z.string().max(400).default(''),
  active: z.boolean().default(true),
})

export const engineNames = {
  postgres: { en: 'PostgreSQL', de: 'PostgreSQL' },
  mysql: { en: 'MySQL / MariaDB', de: 'MySQL / MariaDB' },
  mongodb: { en: 'MongoDB', de: 'MongoDB' },
} satisfies Record<string, Text>

export const databaseServerLabels: Labels<keyof typeof databaseServerDraft.shape> = {
  title: { en: 'Database server', de: 'Datenbankserver' },
  fields: {
    name: { en: 'Name', de: 'Name' },
    engine: {
      label: { en: 'Engine', de: 'System' },
      help: {
        en: 'PostgreSQL and MySQL keep records; PostgreSQL and MongoDB keep documents.',
        de: 'PostgreSQL und MySQL bewahren Datensätze auf, PostgreSQL und MongoDB Dokumente.',
      },
      options: engineNames,
    },
    host: { en: 'Host', de: 'Host' },
    port: { en: 'Port', de: 'Port' },
    username: { en: 'Administrator', de: 'Administrator' },
    password: { en: 'Password', de: 'Passwort' },
    active: {
      label: { en: 'Active', de: 'Aktiv' },
      help: {
        en: 'New tenants are created on active servers only.',
        de: 'Neue Mandanten werden nur auf aktiven Servern angelegt.',
      },
    },
  },
}
