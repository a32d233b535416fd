import ipaddr from 'ipaddr.js'

/** Whether an address is on a list of addresses, ranges and patterns with stars. */
export function isListed(address: string, list: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return list.some((entry) => matches(parsed, entry.trim()))
}

function matches(address: ipaddr.IPv4 | ipaddr.IPv6, entry: string): boolean {
  if (entry === '*') return true
  if (entry.includes('*')) return address.kind() === 'ipv4' && pattern(entry).test(address.toString())
  if (entry.includes('/')) {
    try {
      const [network, bits] = ipaddr.parseCIDR(entry)
      return network.kind() === address.kind() && address.match(network as ipaddr.IPv4, bits)
    } catch {
      return false
    }
  }
  return ipaddr.isValid(entry) && ipaddr.process(entry).toString() === address.toString()
}

const pattern = (entry: string) => new RegExp(`^${entry.split('*').map((part) => part.replace(/[.]/g, '\\.')).join('\\d{1,3}')}$`)
