import path from 'node:path'
import { environment } from '../env/environment.server.ts'

/** The file of one of Weft's programs as it was built for this installation; apps/supervisor/build-programs.ts names them. */
export function program(name: 'server' | 'worker' | 'isolation'): string {
  const { WEFT_PROGRAMS: folder } = environment()
  if (!folder)
    throw new Error('Nobody has said where the programs lie: Weft is started by `npm start`, its tests by `npm test`.')
  return path.join(folder, `${name}.mjs`)
}
