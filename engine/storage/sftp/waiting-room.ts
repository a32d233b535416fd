import { networkOf } from '@weft/kit/define/ip-range.ts'

/** So many connections may be open before they have signed in: of one address, and of all together. */
const most = { address: 8, all: 40 }

/**
 * Counts the connections nobody has signed in on yet. `enter` answers how to leave, or nothing where it is full: each of them costs a
 * key exchange, and a flood of them must leave the server answering.
 */
export function openWaitingRoom() {
  const byAddress = new Map<string, number>()
  let all = 0
  return {
    enter(address: string): (() => void) | undefined {
      const network = networkOf(address)
      const here = byAddress.get(network) ?? 0
      if (all >= most.all || here >= most.address) return undefined
      all++
      byAddress.set(network, here + 1)
      let left = false
      return () => {
        if (left) return
        left = true
        all--
        const rest = byAddress.get(network)! - 1
        if (rest > 0) byAddress.set(network, rest)
        else byAddress.delete(network)
      }
    },
  }
}
