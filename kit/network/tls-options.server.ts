import { isIP } from 'node:net'
import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import type { TlsSettings } from './tls-settings.ts'

/** TLS to `host`, whatever address its socket goes to: its certificate is compared with the name that was entered. */
export const tlsOptions = (host: string, { encryption, ca }: Pick<TlsSettings, 'ca'> & { encryption: string }) =>
  ({
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: encryption === 'verified',
    ...(encryption === 'verified' && ca !== '' && { ca }),
    checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
  }) satisfies ConnectionOptions
