import { z } from 'zod'
import { onlyWhen } from '../define/settings.ts'
import { tlsLabels, tlsSettings } from './tls-settings.ts'

/** For systems that speak plainly first and are asked to go on encrypted. Spread into a connector's settings, with `startTlsLabels`. */
export const startTlsSettings = {
  encryption: z.enum(['tls', 'starttls', 'none']).default('tls'),
  certificate: onlyWhen('encryption', ['tls', 'starttls'], z.enum(['verified', 'any']).default('verified')),
  ca: onlyWhen('certificate', ['verified'], tlsSettings.ca),
}

export const startTlsLabels = {
  encryption: {
    label: { en: 'Encryption', de: 'Verschlüsselung' },
    options: {
      tls: { en: 'TLS', de: 'TLS' },
      starttls: { en: 'STARTTLS', de: 'STARTTLS' },
      none: { en: 'None', de: 'Keine' },
    },
  },
  certificate: {
    label: { en: 'Certificate of the server', de: 'Zertifikat des Servers' },
    options: {
      verified: { en: 'Checked', de: 'Geprüft' },
      any: { en: 'Not checked', de: 'Nicht geprüft' },
    },
  },
  ca: tlsLabels.ca,
} as const

type StartTlsSettings = { encryption: 'tls' | 'starttls' | 'none'; certificate: 'verified' | 'any'; ca: string }

/** The same in the words of a line that is encrypted from its beginning. */
export const tlsSettingsOf = ({ encryption, certificate, ca }: StartTlsSettings) => ({
  encryption:
    encryption === 'none' ? ('none' as const) : certificate === 'any' ? ('required' as const) : ('verified' as const),
  ca,
})
