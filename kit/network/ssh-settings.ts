import { z } from 'zod'
import type { FieldLabel } from '../define/resource.ts'
import { inWords } from '../messages/patterns.ts'

/** How to sign in over SSH. Spread into a connector's settings, with `sshLabels` and `sshSecrets`. */
export const sshSettings = {
  host: z.string().trim().min(1).max(253),
  port: z.int().min(1).max(65_535).default(22),
  user: z.string().trim().min(1).max(191),
  password: z.string().max(400).default(''),
  private_key: z.string().max(20_000).default('').meta({ input: 'longText' }),
  passphrase: z.string().max(400).default(''),
  fingerprint: z
    .string()
    .trim()
    .regex(
      inWords(/^(SHA256:[A-Za-z0-9+/]{43}=?|)$/, {
        en: 'Please enter a fingerprint that begins with SHA256: and has 43 characters after it, or leave the field empty.',
        de: 'Bitte einen Fingerabdruck eingeben, der mit SHA256: beginnt und dann 43 Zeichen hat, oder das Feld leer lassen.',
      }),
    )
    .default(''),
}

export type SshSettings = z.output<z.ZodObject<typeof sshSettings>>

export const sshSecrets = ['password', 'private_key', 'passphrase'] as const

export const sshLabels = {
  host: { en: 'Host', de: 'Host' },
  port: { en: 'Port', de: 'Port' },
  user: { en: 'User', de: 'Benutzer' },
  password: { en: 'Password', de: 'Passwort' },
  private_key: {
    label: { en: 'Private key', de: 'Privater Schlüssel' },
    help: {
      en: 'Instead of a password, or beside it where the server asks for both.',
      de: 'Anstelle eines Passworts oder zusätzlich, wenn der Server beides verlangt.',
    },
  },
  passphrase: {
    label: { en: 'Passphrase of the key', de: 'Passphrase des Schlüssels' },
    help: { en: 'Where the key is encrypted.', de: 'Wenn der Schlüssel verschlüsselt ist.' },
  },
  fingerprint: {
    label: { en: 'Fingerprint of the server', de: 'Fingerabdruck des Servers' },
    help: {
      en: 'SHA256:… as ssh-keygen -l shows it; empty: any server is trusted.',
      de: 'SHA256:… wie ssh-keygen -l ihn zeigt; leer: Jedem Server wird vertraut.',
    },
  },
} satisfies Record<keyof SshSettings, FieldLabel>
