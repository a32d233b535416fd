import { z } from 'zod'
import { onlyWhen } from '../define/settings.ts'
import type { FieldLabel } from '../define/resource.ts'
import { startTlsLabels, startTlsSettings } from './start-tls-settings.ts'

/** How to sign in to a mailbox, which stands at this port unless said. Spread into a connector's settings, with `mailboxLabels`. */
export const mailboxSettings = (port: number) => ({
  host: z.string().trim().min(1).max(253),
  port: z.int().min(1).max(65_535).default(port),
  ...startTlsSettings,
  user: z.string().trim().min(1).max(320),
  auth: z.enum(['password', 'token']).default('password'),
  password: onlyWhen('auth', ['password'], z.string().max(4_000).default('')),
  token: onlyWhen('auth', ['token'], z.string().max(20_000).default('')),
})

export const mailboxSecrets = ['password', 'token'] as const

export const mailboxLabels = {
  host: { en: 'Host', de: 'Host' },
  port: { en: 'Port', de: 'Port' },
  ...startTlsLabels,
  user: { en: 'User', de: 'Benutzer' },
  auth: {
    label: { en: 'Sign-in', de: 'Anmeldung' },
    options: {
      password: { en: 'Password', de: 'Passwort' },
      token: { en: 'Access token (XOAUTH2)', de: 'Zugriffstoken (XOAUTH2)' },
    },
  },
  password: { en: 'Password', de: 'Passwort' },
  token: { en: 'Access token', de: 'Zugriffstoken' },
} satisfies Record<keyof ReturnType<typeof mailboxSettings>, FieldLabel>
