import { createHash } from 'node:crypto'

/** What a known certificate authority has vouched for needs no remembering. */
export const vouched = 'ca'

/** The key of a server as `ssh-keygen -l` shows it; of a certificate the same over its bytes. */
export const hostKeyFingerprint = (host_key: string) =>
  host_key === '' || host_key === vouched
    ? ''
    : `SHA256:${createHash('sha256').update(Buffer.from(host_key, 'base64')).digest('base64').replace(/=+$/, '')}`
