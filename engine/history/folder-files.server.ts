import { randomUUID } from 'node:crypto'
import { promises } from 'node:fs'
import path from 'node:path'
import { ignore } from '@weft/kit/log/ignore.server.ts'

/** Writes beside the target and moves it into place, so a killed process leaves no half object that git would later trust. */
export async function writeFile(file: string, data: string | Uint8Array) {
  const beside = `${file}.${randomUUID()}`
  await promises.mkdir(path.dirname(file), { recursive: true })
  try {
    await promises.writeFile(beside, data, { flush: true })
    await promises.rename(beside, file)
  } catch (error) {
    await promises.unlink(beside).catch(ignore('half a file of the history stays beside its place, where nobody looks'))
    throw error
  }
}

const { readFile, unlink, readdir, mkdir, rmdir, stat, lstat, readlink, symlink, chmod } = promises

/** The file system the git library works on in a folder. */
export const folderFiles = {
  promises: { readFile, writeFile, unlink, readdir, mkdir, rmdir, stat, lstat, readlink, symlink, chmod },
}
