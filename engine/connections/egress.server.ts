import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { createHash } from 'node:crypto'
import { createSecureContext, rootCertificates } from 'node:tls'
import ipaddr from 'ipaddr.js'
import type { Agent } from 'undici'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import type { TlsIdentity } from '@weft/kit/define/step-context.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { Forbidden, Invalid, Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  refused: {
    en: 'Connections to {host} are not allowed: its address {address} lies in an internal network. An administrator can allow it under Settings > System settings > Security.',
    de: 'Verbindungen zu {host} sind nicht erlaubt: Die Adresse {address} liegt in einem internen Netz. Ein Administrator kann sie unter Einstellungen > Systemeinstellungen > Sicherheit freigeben.',
  },
  certificate: {
    en: 'The certificate or its key cannot be used: {reason}',
    de: 'Das Zertifikat oder sein Schlüssel ist nicht verwendbar: {reason}',
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

/** What to connect to instead of a host and port: one of these addresses, at a port that is another where somebody carries on from there. */
export type Way = { addresses: string[]; port: number }
export type WayOut = {
  /** Throws Forbidden, or answers where to connect to, so that no second look-up can say another. */
  way(host: string, port: number): Promise<Way>
  /** An HTTP client that goes no other way, whatever a name resolves to and wherever a redirect points. */
  agent(identity?: TlsIdentity): Promise<Agent>
  close(): Promise<void>
}
export type Egress = WayOut & {
  /** The address to connect to at the port that was asked for. */
  resolve(host: string, port: number): Promise<string>
}

/** The guard of this process. A tenant's way out knows what the provider has allowed that tenant, and shares no line with others. */
export type TenantEgress = Egress & { of(tenant_id: string): Egress }

type AllowList = (tenant_id?: string, now?: boolean) => Promise<readonly Allowed[]>

/** The guard every connection of a tenant to the outside goes through. `allowed` is asked on each connection. */
export function openEgress(
  allowed: AllowList,
  { resolver = resolve }: { resolver?: typeof resolve } = {},
): TenantEgress {
  const addresses = (host: string) =>
    new Promise<string[]>((done, fail) => {
      if (isIP(host)) return done([host])
      resolver(host, { all: true, verbatim: true }, (error, found) =>
        error
          ? fail(new Unavailable('HOST_UNKNOWN', texts.unknown({ host }), { cause: error }))
          : done(found.map((one) => one.address)),
      )
    })

  const checkedFor =
    (tenant_id?: string) =>
    async (given: string, port: number): Promise<Way> => {
      const host = given.replace(/^\[|\]$/g, '').toLowerCase()
      const found = await addresses(host)
      const bad = found.find(isInternal)
      const isOpen = async (now: boolean) => isAllowed(await allowed(tenant_id, now), host, port)
      // What was allowed a moment ago is no longer refused.
      if (bad !== undefined && !(await isOpen(false)) && !(await isOpen(true)))
        throw new Forbidden('EGRESS_REFUSED', texts.refused({ host, address: bad }))
      return { addresses: found, port }
    }

  const tenants = new Map<string, Egress>()
  const everybody = guardedBy(checkedFor())
  return {
    ...everybody,
    of(tenant_id) {
      const known = tenants.get(tenant_id)
      if (known) return known
      if (tenants.size >= mostTenants) forgetOldest(tenants)
      const own = guardedBy(checkedFor(tenant_id))
      tenants.set(tenant_id, own)
      return own
    },
    close: async () => void (await Promise.all([everybody, ...tenants.values()].map((one) => one.close()))),
  }
}

const guardedBy = (checked: WayOut['way']): Egress => ({
  ...egressBy(checked),
  resolve: async (host, port) => (await checked(host, port)).addresses[0]!,
})

const mostTenants = 500

/** Its lines end when what is under way on them has ended. */
function forgetOldest(tenants: Map<string, Egress>) {
  const [id, oldest] = tenants.entries().next().value!
  tenants.delete(id)
  void oldest.agent().then((agent) => agent.close())
}

/** A way out as it is used, where somebody else decides: `checked` answers where a host and port lead, or throws. */
export function egressBy(checked: WayOut['way']): WayOut {
  const opened = new Map<string, Promise<Agent>>()
  const agent = (identity?: TlsIdentity) => {
    const name = identity ? createHash('sha256').update(JSON.stringify(identity)).digest('hex') : ''
    const known = opened.get(name)
    if (known) return known
    const fresh = open(identity)
    opened.set(name, fresh)
    fresh.catch(() => opened.delete(name))
    return fresh
  }
  // Few workers ever speak HTTP, and the client is large.
  const open = async (identity: TlsIdentity | undefined) => {
    const secureContext = identity && contextOf(identity)
    const { Agent, buildConnector } = await import('undici')
    return new Agent({
      connections: 128,
      keepAliveTimeout: 10_000,
      bodyTimeout: 0,
      headersTimeout: 0,
      // The socket is opened to exactly the addresses that were checked: a name that says another one a moment later gains nothing.
      connect(options, callback) {
        const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
        const shown = secureContext ? { secureContext } : {}
        checked(options.hostname, port).then(
          (way) =>
            buildConnector({ timeout: 10_000, lookup: fixed(way.addresses), ...shown })(
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
    close: async () => {
      await Promise.allSettled([...opened.values()].map(async (one) => (await one).destroy()))
    },
  }
}

function contextOf({ ca, cert, key }: TlsIdentity) {
  try {
    return createSecureContext({
      ...(ca && { ca: [...rootCertificates, ca] }),
      ...(cert && { cert }),
      ...(key && { key }),
    })
  } catch (cause) {
    throw new Invalid('CERTIFICATE_INVALID', texts.certificate({ reason: messageOf(cause) }), { cause })
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

/** What the settings allow everybody, and what is allowed one tenant; read again after ten seconds, or `now`. */
export function allowList(db: Database): AllowList {
  const known = new Map<string, { allowed: Promise<readonly Allowed[]>; until: number }>()
  return (tenant_id, now = false) => {
    const found = known.get(tenant_id ?? '')
    if (!now && found && Date.now() < found.until) return found.allowed
    if (known.size > 1_000) known.clear()
    const allowed = readAllowed(db, tenant_id)
    known.set(tenant_id ?? '', { allowed, until: Date.now() + 10_000 })
    allowed.catch(() => known.delete(tenant_id ?? ''))
    return allowed
  }
}

const readAllowed = (db: Database, tenant_id: string | undefined) =>
  inScope(db, systemScope, async (trx): Promise<Allowed[]> => {
    const row = await trx.selectFrom('settings').select('value').where('key', '=', 'egress').executeTakeFirst()
    const everybody = (row?.value as { allow?: Allowed[] } | undefined)?.allow ?? []
    if (tenant_id === undefined) return everybody
    const own = await trx
      .selectFrom('allowed_hosts')
      .select(['host', 'port'])
      .where('tenant_id', '=', tenant_id)
      .execute()
    // Of a tenant that is gone only readers of logs are left, which are still to be ended.
    const left = await trx
      .selectFrom('left_captures')
      .select('allowed')
      .where('tenant_id', '=', tenant_id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('tenants').select('id').where('id', '=', tenant_id))),
      )
      .execute()
    return [
      ...everybody,
      ...own.map(({ host, port }) => ({ host, ...(port !== null && { port }) })),
      ...left.flatMap(({ allowed }) => allowed as Allowed[]),
    ]
  })
