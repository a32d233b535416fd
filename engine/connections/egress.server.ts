import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Agent } from 'undici'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { Forbidden, Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  refused: {
    en: 'Connections to {host} are not allowed: its address {address} lies in an internal network. An administrator can allow it under Settings > System settings > Security.',
    de: 'Verbindungen zu {host} sind nicht erlaubt: Die Adresse {address} liegt in einem internen Netz. Ein Administrator kann sie unter Einstellungen > Systemeinstellungen > Sicherheit freigeben.',
  },
  unknown: { en: 'There is no host called {host}.', de: 'Es gibt keinen Host namens {host}.' },
})

/** A host, and where given a port, that may be reached although it lies inside. Setting `egress`. */
export type Allowed = { host: string; port?: number | undefined }

/** Everything but ordinary addresses of the public internet. */
export function isInternal(address: string): boolean {
  if (!ipaddr.isValid(address)) return true
  const parsed = ipaddr.process(address) // ::ffff:10.0.0.1 is 10.0.0.1
  if (parsed.range() !== 'unicast') return inner(parsed) ?? true
  return false
}

/** IPv4 inside of IPv6: 6to4, NAT64 and Teredo lead where the inner address does. */
function inner(address: ipaddr.IPv4 | ipaddr.IPv6): boolean | undefined {
  if (!(address instanceof ipaddr.IPv6)) return undefined
  const bytes = address.toByteArray()
  const v4 =
    address.range() === '6to4' ? bytes.slice(2, 6) : address.range() === 'rfc6052' ? bytes.slice(12, 16) : undefined
  return v4 && isInternal(v4.join('.'))
}

/** What to connect to instead of a host and port: one of these addresses, at a port that is another where an agent carries on from there. */
export type Way = { addresses: string[]; port: number }
export type WayOut = {
  /** Throws Forbidden, or answers where to connect to, so that no second look-up can say another. */
  way(host: string, port: number): Promise<Way>
  /** An HTTP client that goes no other way, whatever a name resolves to and wherever a redirect points. */
  agent(): Promise<Agent>
  close(): Promise<void>
}
export type Egress = WayOut & {
  /** The address to connect to at the port that was asked for. */
  resolve(host: string, port: number): Promise<string>
}

/** The guard every connection of a tenant to the outside goes through. `allowed` is asked on each connection. */
export function openEgress(
  allowed: () => Promise<readonly Allowed[]>,
  { resolver = resolve }: { resolver?: typeof resolve } = {},
): Egress {
  const addresses = (host: string) =>
    new Promise<string[]>((done, fail) => {
      if (isIP(host)) return done([host])
      resolver(host, { all: true, verbatim: true }, (error, found) =>
        error
          ? fail(new Unavailable('HOST_UNKNOWN', texts.unknown({ host }), { cause: error }))
          : done(found.map((one) => one.address)),
      )
    })

  async function checked(given: string, port: number): Promise<Way> {
    const host = given.replace(/^\[|\]$/g, '').toLowerCase()
    const found = await addresses(host)
    const bad = found.find(isInternal)
    if (bad !== undefined && !isAllowed(await allowed(), host, port))
      throw new Forbidden('EGRESS_REFUSED', texts.refused({ host, address: bad }))
    return { addresses: found, port }
  }

  return { ...egressBy(checked), resolve: async (host, port) => (await checked(host, port)).addresses[0]! }
}

/** A way out as it is used, where somebody else decides: `checked` answers where a host and port lead, or throws. */
export function egressBy(checked: WayOut['way']): WayOut {
  let opened: Promise<Agent> | undefined
  // Few workers ever speak HTTP, and the client is large.
  const agent = () => (opened ??= open())
  const open = async () => {
    const { Agent, buildConnector } = await import('undici')
    return new Agent({
      connections: 16,
      keepAliveTimeout: 10_000,
      bodyTimeout: 0,
      headersTimeout: 0,
      // The socket is opened to exactly the addresses that were checked: a name that says another one a moment later gains nothing.
      connect(options, callback) {
        const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
        checked(options.hostname, port).then(
          (way) =>
            buildConnector({ timeout: 10_000, lookup: fixed(way.addresses) })(
              // The name stays that of the host: it is what a certificate has to be for.
              { ...options, port: String(way.port), servername: options.servername ?? serverName(options.hostname) },
              callback,
            ),
          (error: Error) => callback(error, null),
        )
      },
    })
  }
  return {
    agent,
    way: checked,
    close: async () => (await opened)?.destroy(),
  }
}

const serverName = (host: string) => (isIP(host.replace(/^\[|\]$/g, '')) === 0 ? host : undefined)

/** A look-up that knows its answer. */
function fixed(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_, options, callback) => (options.all ? callback(null, all) : callback(null, all[0]!.address, all[0]!.family))
}

const isAllowed = (list: readonly Allowed[], host: string, port: number) =>
  list.some((one) => one.host.toLowerCase() === host && (one.port === undefined || one.port === port))

/** The allow list of the settings, read again after ten seconds. */
export function allowList(db: Database): () => Promise<readonly Allowed[]> {
  let known: Promise<readonly Allowed[]> | undefined
  let until = 0
  return () => {
    if (known && Date.now() < until) return known
    until = Date.now() + 10_000
    known = inScope(db, systemScope, (trx) =>
      trx.selectFrom('settings').select('value').where('key', '=', 'egress').executeTakeFirst(),
    ).then((row) => (row?.value as { allow?: Allowed[] } | undefined)?.allow ?? [])
    known.catch(() => (known = undefined))
    return known
  }
}
