import type { Reach } from '@weft/kit/define/connector.ts'
import type { RemoteConnection } from '@weft/kit/files/remote/connection.ts'
import { lineError } from '@weft/kit/network/line-error.ts'
import { openSsh } from '@weft/kit/network/ssh-client.server.ts'
import type { z } from 'zod'
import type { sftp } from './sftp.ts'

type Settings = z.output<typeof sftp.settings>

/** How long an answer may take, in seconds. */
export const patience = 30

/** Signs in and opens the channel for files; tells of each step as it holds, and throws what is wrong with the one after. */
export async function openLine(
  settings: Settings,
  reach: Reach,
  passed?: Parameters<typeof openSsh>[2],
): Promise<RemoteConnection> {
  const client = await openSsh(settings, reach, passed)
  try {
    const { sftpLine } = await import('@weft/kit/files/remote/sftp-line.server.ts')
    return await sftpLine(client, patience)
  } catch (cause) {
    client.destroy()
    throw lineError(settings.host, cause)
  }
}
