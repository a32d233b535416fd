import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import path from 'node:path'

/** The name under which a machine's part of the job engine is known in the database. */
export const machineName = (home: string): string =>
  `${hostname()} ${createHash('sha256').update(path.resolve(home)).digest('hex').slice(0, 8)}`
