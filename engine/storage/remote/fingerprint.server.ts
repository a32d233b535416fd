import { fingerprintOf } from '@weft/kit/network/fingerprint.server.ts'

/** What a known certificate authority has vouched for needs no remembering. */
export const vouched = 'ca'

/** The key of a server, or its certificate, as people compare it. */
export const hostKeyFingerprint = (host_key: string) =>
  host_key === '' || host_key === vouched ? '' : fingerprintOf(Buffer.from(host_key, 'base64'))
