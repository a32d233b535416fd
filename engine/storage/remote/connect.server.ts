import { withoutSecret } from '@weft/kit/secrets/mask.server.ts'
import { storagePorts, type StorageDraft } from '@weft/kit/define/storage.ts'
import type { Egress } from '../../connections/egress.server.ts'
import type { RemoteConnection } from '@weft/kit/files/remote/connection.ts'

/** A storage on another machine, its password in plain text. */
export type RemoteStorage = Omit<StorageDraft, 'type'> & { type: 'ftp' | 'sftp' }

/** Signs in to a storage's server, if the egress guard lets anybody go there. Few processes ever do, hence the late imports. */
export async function connectRemote(
  storage: RemoteStorage,
  egress: Pick<Egress, 'resolve'>,
  remember: (host_key: string) => void,
): Promise<RemoteConnection> {
  const port = storage.port ?? storagePorts[storage.type]
  const access = { ...storage, port, address: await egress.resolve(storage.host, port), remember }
  const open =
    storage.type === 'sftp'
      ? (await import('./sftp.server.ts')).connectSftp
      : (await import('./ftp.server.ts')).connectFtp
  return open(access).catch((error: unknown) => {
    throw withoutSecret(error, storage.password, 'password')
  })
}
