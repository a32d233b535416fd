import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { codeOf } from '@weft/kit/errors/caught.ts'
import { environment } from '@weft/kit/env/environment.server.ts'

/**
 * The name under which a machine's part of the job engine is known in the database. Of machines that share a home each host has one; those
 * that share none may be called the same and have their homes at the same path, so each draws a name and keeps it there.
 */
export const machineName = (home: string): string =>
  `${hostname()} ${environment().WEFT_FILES ? drawnName(home) : createHash('sha256').update(path.resolve(home)).digest('hex').slice(0, 8)}`

function drawnName(home: string): string {
  const file = path.join(home, 'machine')
  try {
    writeFileSync(file, randomBytes(4).toString('hex'), { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}
