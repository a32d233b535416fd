import { isIPv6 } from 'node:net'
import type { Reach } from '@weft/kit/define/connector.ts'
import { codeOf, messageOf } from '@weft/kit/errors/caught.ts'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { answerError, openingError } from '@weft/kit/network/database-error.ts'
import type { Connection } from 'oracledb'
import type { z } from 'zod'
import type { oracle } from './oracle.ts'

export type Settings = z.output<typeof oracle.settings>
type Passed = (step: 'host' | 'connection' | 'sign_in', detail?: string) => void

/** A wrong name or password, a locked or expired one, and one that may not open a session. */
const refused = new Set(['ORA-01017', 'ORA-01005', 'ORA-01045', 'ORA-28000', 'ORA-28001'])

/** Connects and signs in; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openLine(
  settings: Settings,
  reach: Reach,
  passed: Passed = () => undefined,
): Promise<Connection> {
  const { host, port, user, password } = settings
  const address = await reach.resolve(host, port)
  passed('host', `${address.host}:${address.port}`)
  const { default: driver } = await import('oracledb')
  try {
    const line = await driver.getConnection({ user, password, connectString: placeOf(settings, address) })
    passed('connection')
    passed('sign_in', user)
    // Whatever the server's country: a point in numbers, and texts for points in time only as they are asked for.
    await line.execute(`alter session set nls_numeric_characters = '.,' time_zone = '+00:00'`)
    return line
  } catch (cause) {
    const isDenied = refused.has(codeOf(cause))
    if (isDenied) passed('connection')
    throw lineError(settings, cause, isDenied)
  }
}

/** An address, and not a name, so that the driver looks nothing up; https://docs.oracle.com/en/database/oracle/oracle-database/23/netrf/ */
export function placeOf({ service, encryption }: Settings, { host, port }: { host: string; port: number }): string {
  const at = isIPv6(host) ? `[${host}]` : host
  const protocol = encryption === 'none' ? 'tcp' : 'tcps'
  const security = encryption === 'none' ? '' : '(SECURITY=(SSL_SERVER_DN_MATCH=off))'
  const address = `(ADDRESS=(PROTOCOL=${protocol})(HOST=${at})(PORT=${port}))`
  return `(DESCRIPTION=(RETRY_COUNT=0)(TRANSPORT_CONNECT_TIMEOUT=10)(CONNECT_TIMEOUT=10)${address}(CONNECT_DATA=(SERVICE_NAME=${service}))${security})`
}

export const closeLine = (line: Connection) =>
  line.close().catch(ignore('a connection that is given up could not be closed'))

/** The driver writes into its sentence what the network calls it. */
function reasonOf(cause: unknown): unknown {
  const code = /\b(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\b/.exec(messageOf(cause))?.[1]
  return code === undefined ? cause : { code }
}

/** What somebody can act on who has entered these settings. */
export const lineError = ({ host, service }: Settings, cause: unknown, denied = false): WeftError =>
  openingError({ host, database: service }, cause, { said: reasonOf(cause), denied })

/** Lines that are lost, servers that start or stop, what waits for another transaction or is short: may be gone at another try. */
const passing =
  /^ORA-(00018|00020|00028|00051|00054|00060|00069|0060[0-9]|00255|0103[3-6]|01089|01090|01092|01555|02396|0308[0-9]|0311[34]|03135|03150|04020|04021|04031|08177|12[1-5]\d\d|12609|12637|14452|30006)$/

/** What the server said of a statement; Unavailable where it may be gone at another try. */
export const statementError = ({ host, service }: Settings, cause: unknown): WeftError =>
  answerError({ host, database: service }, cause, {
    said: reasonOf(cause),
    refused: codeOf(cause).startsWith('ORA-') && !passing.test(codeOf(cause)),
  })
