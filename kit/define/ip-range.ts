import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { defineMessages, say } from '../messages/messages.ts'

const texts = defineMessages({
  range: {
    en: 'Write an IP address, a range such as 10.0.0.0/8, or a pattern such as 192.168.*.*.',
    de: 'Schreiben Sie eine IP-Adresse, einen Bereich wie 10.0.0.0/8 oder ein Muster wie 192.168.*.*.',
  },
})

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Where somebody may come from: an IPv4 or IPv6 address, a range (`10.0.0.0/8`), a pattern (`192.168.*`), or `*` for everywhere. */
export const ipRange = z
  .string()
  .trim()
  .max(100)
  .refine((entry) => rangeOf(entry) !== undefined, { error: say(texts.range(), 'en'), params: { say: texts.range() } })

/** Whether an address is on a list of such entries. An entry that says nothing lets nobody in. */
export function isListed(address: string, list: readonly string[]): boolean {
  const parsed = addressOf(address)
  return parsed !== undefined && list.some((entry) => rangeOf(entry)?.(parsed) ?? false)
}

/** The part of an address that one customer of a provider has to themselves: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const parsed = addressOf(address)
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')
    : (parsed?.toString() ?? address)
}

/** What an entry stands for, `undefined` when it stands for nothing. */
function rangeOf(entry: string): ((address: Address) => boolean) | undefined {
  const text = entry.trim()
  if (text === '*') return () => true
  if (text.includes('*')) return patternOf(text)
  if (text.includes('/')) return rangeWithin(text)
  const one = addressOf(text)
  return (
    one && ((address) => address.kind() === one.kind() && address.toNormalizedString() === one.toNormalizedString())
  )
}

/** An IPv4 address in an IPv6 one is the IPv4 address. Octal, hexadecimal and shortened spellings are read differently elsewhere and are no addresses here. */
function addressOf(text: string): Address | undefined {
  const bare = text.trim().replace(/%[\w.-]+$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare)
  return bare.includes(':') && ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : undefined
}

function rangeWithin(text: string): ((address: Address) => boolean) | undefined {
  const [, host = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? []
  const network = addressOf(host)
  if (!network) return undefined
  const bits = Number(length) - (network.kind() === 'ipv4' && host.includes(':') ? 96 : 0)
  if (bits < 0 || bits > (network.kind() === 'ipv4' ? 32 : 128)) return undefined
  return (address) => address.kind() === network.kind() && address.match(network as ipaddr.IPv4, bits)
}

/** A star stands for one part, at the end for all that follow. */
function patternOf(text: string): ((address: Address) => boolean) | undefined {
  const v6 = text.includes(':')
  const parts = text.split(v6 ? ':' : '.')
  const most = v6 ? 8 : 4
  const fits = v6 ? /^(\*|[0-9a-f]{1,4})$/i : /^(\*|0|[1-9]\d{0,2})$/
  if (
    parts.length > most ||
    (parts.length < most && parts.at(-1) !== '*') ||
    !parts.every((part) => fits.test(part) && (v6 || part === '*' || Number(part) < 256))
  )
    return undefined
  const wanted = parts.map((part) => (part === '*' ? undefined : Number.parseInt(part, v6 ? 16 : 10)))
  return (address) => {
    const found = address instanceof ipaddr.IPv6 ? address.parts : address.octets
    return (
      address.kind() === (v6 ? 'ipv6' : 'ipv4') && wanted.every((part, i) => part === undefined || part === found[i])
    )
  }
}
