import { readFileSync } from 'node:fs'
import path from 'node:path'
import { appPassword, appUrl } from '../database/migrate.server.ts'
import { secretKey } from '../secrets/secrets.server.ts'

/** The control database of a product that runs, with the application's login, and the process id of its PostgreSQL. */
export function databaseOf({ home }: { home: string }): { url: string; pid: number } {
  const [pid, , , port] = readFileSync(path.join(home, 'postgres/data/postmaster.pid'), 'utf8').split('\n')
  return { url: appUrl(`postgres://postgres@127.0.0.1:${port}/weft`, appPassword(secretKey(home))), pid: Number(pid) }
}
