import { agreeOnPlace } from '@weft/engine/file-store/agree-on-place.server.ts'
import type { FileStore } from '@weft/engine/file-store/file-store.ts'
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import type { Environment } from '@weft/kit/env/environment.server.ts'

/** Before anything of this machine works with files: whether it keeps them where its installation does. */
export async function settleFiles(
  app_url: string,
  fileStore: FileStore,
  { WEFT_FILES, DATABASE_URL }: Pick<Environment, 'WEFT_FILES' | 'DATABASE_URL'>,
): Promise<void> {
  const pool = openPool(app_url, { max: 1, application: 'weft files' })
  try {
    await agreeOnPlace(openDatabase(pool), fileStore, { marked: Boolean(WEFT_FILES ?? DATABASE_URL) })
  } finally {
    await pool.end()
    await fileStore.close()
  }
}
