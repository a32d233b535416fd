import { Unavailable } from '@weft/kit/errors/errors.ts'
import type { RemoteConnection } from '@weft/kit/files/remote/connection.ts'
import { openLinePool } from '@weft/kit/files/remote/line-pool.server.ts'
import { storageTexts } from '../texts.ts'

/** The lines to a storage's server. */
export const openConnectionPool = (
  { host, timeout }: { host: string; timeout: number },
  open: () => Promise<RemoteConnection>,
) => openLinePool({ timeout, busy: () => new Unavailable('STORAGE_BUSY', storageTexts.busy({ host })) }, open)

export type ConnectionPool = ReturnType<typeof openConnectionPool>
