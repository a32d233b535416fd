import type { Reach } from '../define/connector.ts'

/** The first step of a check of a system that is asked over HTTP: its host may be reached. */
export async function resolvedHost(
  url: string,
  reach: Pick<Reach, 'resolve'>,
  passed: (step: 'host', detail: string) => void,
): Promise<{ protocol: 'HTTP' | 'HTTPS' }> {
  const { protocol, hostname, port } = new URL(url)
  const isEncrypted = protocol === 'https:'
  const address = await reach.resolve(hostname.replace(/^\[|\]$/g, ''), Number(port) || (isEncrypted ? 443 : 80))
  passed('host', `${address.host}:${address.port}`)
  return { protocol: isEncrypted ? 'HTTPS' : 'HTTP' }
}
