import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { ifMissing } from '@weft/kit/errors/if-missing.ts'
import { newSshKey } from '@weft/kit/network/ssh-key.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { seal, unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'

/** The host key of the SFTP gateway, which all machines of an installation show: made once, or taken over from the file it once lay in. */
export async function sftpHostKey(db: Database, keys: Keyring, home: string): Promise<string> {
  const file = path.join(home, 'sftp_host_key')
  const key = await inScope(db, systemScope, async (trx) => {
    const { id, sftp_host_key } = await trx
      .selectFrom('installation')
      .select(['id', 'sftp_host_key'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    const place = placeIn(sealedColumns.sftp_host_key, { id })
    if (sftp_host_key) return unseal(keys, place, sftp_host_key)
    const first = (await readFile(file, 'utf8').catch(ifMissing(undefined))) ?? newSshKey().private
    await trx
      .updateTable('installation')
      .set({ sftp_host_key: seal(keys, place, first) })
      .execute()
    return first
  })
  await rm(file, { force: true })
  return key
}
