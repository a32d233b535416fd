import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { openAgentSessions, type AgentSessions } from '@weft/engine/agents/sessions.server.ts'
import { linePath } from '@weft/engine/agents/line.server.ts'
import { isListed } from '@weft/kit/define/ip-range.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import { callerAddress } from '@weft/kit/http/caller-address.server.ts'
import type { AppContext } from '../context.ts'
import { routeUpgrades } from './upgrades.ts'

/** Takes in agents, and the lines that other processes of this installation lay through them. */
export function startAgents(http: Server, { db, key }: AppContext<'db' | 'key'>, app_url: string): AgentSessions {
  const sessions = openAgentSessions({ db, key, app_url, url: () => ownUrl(http), addressOf: callerAddress })
  routeUpgrades(http, { '/agent/connect': sessions.connect, [linePath]: sessions.line })
  return sessions
}

/** Where the other processes of this installation reach this one: on this machine, unless it listens for others. */
function ownUrl(http: Server): string {
  const { address, port } = http.address() as AddressInfo
  const host = isListed(address, ['0.0.0.0', '::']) ? ownAddress() : address
  return environment().WEFT_INTERNAL_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const ownAddress = () =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.family === 'IPv4')?.address ?? '127.0.0.1'
