import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

const day = 86_400_000

/** Files of earlier builds go once no open page and no running process can still want them. */
export function sweep(folder: string, current: string[]) {
  const kept = new Set(current)
  for (const name of readdirSync(folder))
    if (!kept.has(name) && statSync(path.join(folder, name)).mtimeMs < Date.now() - day)
      rmSync(path.join(folder, name), { force: true })
}
