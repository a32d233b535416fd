import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Fills `home` with a copy of what the product leaves behind after its first start, made by `make` for the first of a run of tests that
 * asks for `name`. Does nothing outside of `npm test`, whose folder for them is WEFT_TEST_HOMES.
 */
export async function copyPreparedHome(name: string, home: string, make: (home: string) => Promise<void>) {
  const folder = process.env['WEFT_TEST_HOMES']
  if (!folder) return
  const prepared = path.join(folder, name)
  const begun = `${prepared}.begun`
  while (!existsSync(prepared)) {
    if (!took(begun)) {
      await sleep(100)
      continue
    }
    try {
      await make(`${prepared}.partial`)
      renameSync(`${prepared}.partial`, prepared)
    } finally {
      rmSync(begun, { recursive: true })
    }
  }
  const { status, stderr } = spawnSync('cp', ['-a', `${prepared}/.`, home], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The prepared home ${prepared} could not be copied: ${stderr}`)
}

/** Test files begin at the same time: one makes the home, the others wait for it. */
function took(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
