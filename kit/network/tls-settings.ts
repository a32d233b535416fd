import { z } from 'zod'
import { onlyWhen } from '../define/settings.ts'
import { inWords } from '../messages/patterns.ts'

/** Certificates that vouch for a server, for systems whose address says whether TLS is spoken. */
export const authorities = z
  .string()
  .trim()
  .max(100_000)
  .regex(
    inWords(/^(-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----|)$/, {
      en: 'Please enter certificates as text that begins with -----BEGIN CERTIFICATE-----, or leave the field empty.',
      de: 'Bitte Zertifikate als Text eingeben, der mit -----BEGIN CERTIFICATE----- beginnt, oder das Feld leer lassen.',
    }),
  )
  .default('')
  .meta({ input: 'longText' })

/** How a connection over TLS is configured. Spread into a connector's settings, with `tlsLabels`. */
export const tlsSettings = {
  encryption: z.enum(['verified', 'required', 'none']).default('verified'),
  ca: onlyWhen('encryption', ['verified'], authorities),
}

export const tlsLabels = {
  encryption: {
    label: { en: 'Encryption', de: 'Verschlüsselung' },
    options: {
      verified: { en: 'Encrypted, certificate checked', de: 'Verschlüsselt, Zertifikat geprüft' },
      required: { en: 'Encrypted', de: 'Verschlüsselt' },
      none: { en: 'None', de: 'Keine' },
    },
  },
  ca: {
    label: { en: 'Own certificate authority', de: 'Eigene Zertifizierungsstelle' },
    help: {
      en: 'Certificates in PEM form that vouch for the server, where no public authority does.',
      de: 'Zertifikate im PEM-Format, die für den Server bürgen, wenn es keine öffentliche Stelle tut.',
    },
  },
} as const

export type TlsSettings = { encryption: 'verified' | 'required' | 'none'; ca: string }
