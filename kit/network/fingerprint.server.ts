import { createHash } from 'node:crypto'

/** A key as `ssh-keygen -l` shows it; of a certificate the same over its bytes. */
export const fingerprintOf = (key: Uint8Array) =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
