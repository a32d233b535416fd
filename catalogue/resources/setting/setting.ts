import { z } from 'zod'
import type { Labels } from '@weft/kit/define/labels.ts'
import { named } from '@weft/kit/define/settings.ts'

// Settings of the whole installation. Each is one row under its key, one form and one path below /settings.

/** The mail server that sends what workflows write; without a host mails are kept. The password is written, never read. */
export const emailSettings = z.strictObject({
  host: z.string().trim().max(253).default(''),
  port: z.int().min(1).max(65_535).default(587),
  security: z.enum(['starttls', 'tls', 'none']).default('starttls'),
  user: z.string().trim().max(191).default(''),
  password: z.string().max(400).default(''),
  from: z.string().trim().max(300).regex(/^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+|)$/).default(''),
})

export const emailLabels: Labels<keyof typeof emailSettings.shape> = {
  title: { en: 'Mail server', de: 'Mailserver' },
  help: { en: 'Sends the mails of workflows. While no host is set, they are kept in the mail log.', de: 'Versendet die E-Mails der Workflows. Solange kein Host eingetragen ist, bleiben sie im Mailprotokoll.' },
  fields: {
    host: { label: { en: 'Host', de: 'Host' }, help: { en: 'Empty: mails are kept.', de: 'Leer: E-Mails werden aufbewahrt.' } },
    port: { en: 'Port', de: 'Port' },
    security: { label: { en: 'Encryption', de: 'Verschlüsselung' }, options: { starttls: { en: 'STARTTLS', de: 'STARTTLS' }, tls: { en: 'TLS', de: 'TLS' }, none: { en: 'None', de: 'Keine' } } },
    user: { en: 'User', de: 'Benutzer' },
    password: { en: 'Password', de: 'Passwort' },
    from: { label: { en: 'Sender', de: 'Absender' }, help: { en: 'Weft <weft@example.com>', de: 'Weft <weft@example.com>' } },
  },
}

const target = z.strictObject({
  host: named(z.string().trim().min(1).max(253), 'Host', 'Host'),
  port: named(z.int().min(1).max(65_535).optional(), 'Port', 'Port'),
})

/** What workflows may reach although it lies in an internal network. */
export const egressSettings = z.strictObject({ allow: z.array(target).max(200).default([]) })

export const egressLabels: Labels<keyof typeof egressSettings.shape> = {
  title: { en: 'Reachable addresses', de: 'Erreichbare Adressen' },
  help: {
    en: 'Workflows reach the public internet only. Addresses of internal networks are refused, unless they stand here. Changes count after ten seconds.',
    de: 'Workflows erreichen nur das öffentliche Internet. Adressen interner Netze werden abgelehnt, sofern sie nicht hier stehen. Änderungen gelten nach zehn Sekunden.',
  },
  fields: { allow: { label: { en: 'Allowed internal addresses', de: 'Erlaubte interne Adressen' }, help: { en: 'The host exactly as workflows write it. Without a port all ports are allowed.', de: 'Der Host genau so, wie Workflows ihn schreiben. Ohne Port sind alle Ports erlaubt.' } } },
}
