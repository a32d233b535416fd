import { randomUUID } from 'node:crypto'
import { promises } from 'node:fs'
import { ignore } from '@weft/kit/log/ignore.server.ts'

/** Writes beside the target and moves it into place, so a killed process leaves no half object that git would later trust. */
async function writeFile(path: string, data: string | Uint8Array) {
  const beside = `${path}.${randomUUID()}`
  const handle = await promises.open(beside, 'w')
  try {
    try {
      await handle.writeFile(data)
      await handle.datasync()
    } finally {
      await handle.close()
    }
    await promises.rename(beside, path)
  } catch (error) {
    await promises.unlink(beside).catch(ignore('half a file of the history stays beside its place, where nobody looks'))
    throw error
  }
}

const { readFile, unlink, readdir, mkdir, rmdir, stat, lstat, readlink, symlink, chmod } = promises

/** The file system the git library works on. */
export const gitFiles = {
  promises: { readFile, writeFile, unlink, readdir, mkdir, rmdir, stat, lstat, readlink, symlink, chmod },
}
