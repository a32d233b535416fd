import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { StartRefused } from '@weft/kit/errors/start-refused.ts'
import { markName, type FileStore } from './file-store.ts'
import { folderAddress } from './folder-file-store.server.ts'

/**
 * Lets a machine start only where it keeps files where its installation does, and only if that place is the installation's: each place
 * bears a mark with its id. The first machine on a new place puts the mark there. `marked` is false where there can be no doubt, as a
 * database that lies in the same folder is the folder's. Nothing is changed before it is certain.
 */
export async function agreeOnPlace(db: Database, store: FileStore, { marked }: { marked: boolean }): Promise<void> {
  await inScope(db, systemScope, async (trx) => {
    // One machine after the other, as several may start at once.
    const { id, files, is_marked } = await trx
      .selectFrom('installation')
      .select(['id', 'files', 'is_marked'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (files !== null && files !== store.address) throw new StartRefused(refusal.elsewhere(files, store.address))
    if (marked) {
      const found = await store.mark.read()
      if (found === undefined && is_marked) throw new StartRefused(refusal.unmarked(store.address, id))
      if (found === undefined) await store.mark.write(id)
      const now = found ?? (await store.mark.read())
      if (now !== id) throw new StartRefused(refusal.anothers(store.address, id, now))
    }
    if (files === null || (marked && !is_marked))
      await trx
        .updateTable('installation')
        .set({ files: store.address, ...(marked && { is_marked: true }) })
        .execute()
  })
}

const nameOf = (address: string) => (address === folderAddress ? 'the folder WEFT_HOME' : address)
const settingFor = (address: string) =>
  address === folderAddress
    ? 'start it without WEFT_FILES, with the WEFT_HOME that all machines share'
    : `start it with WEFT_FILES=${address}`

const refusal = {
  elsewhere: (there: string, here: string) =>
    `This installation keeps its files in ${nameOf(there)}, but this machine would keep them in ${nameOf(here)}, so it does not start: it would not find what the others have. ` +
    `Please ${settingFor(there)}. How all files are moved elsewhere is said in docs/operations/scale-out.md. Nothing was changed.`,
  unmarked: (address: string, id: string) =>
    `There is no mark of this installation in ${nameOf(address)}, so this machine does not start: ` +
    (address === folderAddress
      ? 'the folder that the machines share may not be mounted here, or WEFT_HOME names another one.'
      : 'it may have been emptied, or WEFT_FILES_ENDPOINT_URL leads to another server.') +
    ` If it is the right place, put a file called ${markName} there that says ${id}. Nothing was changed.`,
  anothers: (address: string, id: string, found: string | undefined) =>
    `In ${nameOf(address)} another installation keeps its files (its mark says ${found}, this installation is ${id}), so this machine does not start. ` +
    `Please give ${address === folderAddress ? 'another folder in WEFT_HOME' : 'another bucket or prefix in WEFT_FILES'}. Nothing was changed.`,
}
