import { readdirSync, readFileSync } from 'node:fs'

/** Process ids of a process's children of a kind. */
export function processes(kind: string, parent: number): number[] {
  const isOfKind = new RegExp(`/dist/${kind}\\.mjs|/apps/${kind}/main\\.ts`) // the sandbox is no bundle
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) === parent &&
          isOfKind.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
        )
      } catch {
        return false
      }
    })
}
