import { randomUUID } from 'node:crypto'
import { promises } from 'node:fs'

/** Writes beside the target and moves it into place, so a killed process leaves no half object that git would later trust. */
async function writeFile(path: string, data: string | Uint8Array) {
  const beside = `${path}.${randomUUID()}`
  const handle = await promises.open(beside, 'w')
  try {
    await handle.writeFile(data)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await promises.rename(beside, path)
}

const { readFile, unlink, readdir, mkdir, rmdir, stat, lstat, readlink, symlink, chmod } = promises

/** The file system the git library works on. */
export const gitFiles = { promises: { readFile, writeFile, unlink, readdir, mkdir, rmdir, stat, lstat, readlink, symlink, chmod } }
