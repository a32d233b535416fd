import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { cachedFolder } from './cached-folder.ts'

const run = promisify(execFile)

/**
 * A folder that holds Debian packages with all they depend on, down to the C library, as a root of its own: nothing is installed and
 * no script of a package runs. `name` is the folder's; other packages need another one. `accounts` are users that packages would make.
 * Throws why where they cannot be had.
 */
export const debianRoot = (
  name: string,
  packages: readonly string[],
  accounts: readonly string[] = [],
): Promise<string> => cachedFolder(`debian-${name}`, (root) => unpack(root, packages, accounts))

/** What every Debian has and no package names. */
const essential = ['dash', 'coreutils']

async function unpack(root: string, packages: readonly string[], made: readonly string[]) {
  if (process.platform !== 'linux') throw new Error('only Debian and what descends from it has packages to unpack')
  const debs = path.join(root, 'debs')
  mkdirSync(debs)
  await run('apt-get', ['download', ...(await closureOf([...essential, ...packages]))], { cwd: debs, timeout: 300_000 })
  // As Debian merges them: a package that still says /bin follows the link.
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    mkdirSync(path.join(root, 'usr', name), { recursive: true })
    symlinkSync(`usr/${name}`, path.join(root, name))
  }
  for (const deb of readdirSync(debs))
    await run('sh', ['-c', extract, 'sh', path.join(debs, deb), root], { timeout: 120_000 })
  rmSync(debs, { recursive: true })
  for (const name of ['dev', 'proc', 'run', 'tmp', 'srv', 'etc', 'var/lib'])
    mkdirSync(path.join(root, name), { recursive: true })
  const accounts = [...common, ...made.map((account, i) => [account, 101 + i] as const)]
  const etc = (name: string, lines: string[]) => writeFileSync(path.join(root, 'etc', name), `${lines.join('\n')}\n`)
  etc(
    'passwd',
    accounts.map(([name, id]) => `${name}:x:${id}:${id}:${name}:/srv:/bin/sh`),
  )
  etc(
    'group',
    accounts.map(([name, id]) => `${name}:x:${id}:`),
  )
  etc('hosts', ['127.0.0.1 localhost'])
  etc('nsswitch.conf', ['passwd: files', 'group: files', 'hosts: files'])
}

const extract = 'dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --keep-directory-symlink --no-same-owner'
const common = [
  ['root', 0],
  ['daemon', 1],
  ['nobody', 65_534],
] as const

/** All that packages depend on, by name, but what only exists as another's alternative. */
async function closureOf(packages: readonly string[]): Promise<string[]> {
  const without = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map((one) => `--no-${one}`)
  const { stdout } = await run('apt-cache', ['depends', '--recurse', ...without, ...packages], {
    maxBuffer: 64_000_000,
  })
  const names = new Set(stdout.split('\n').filter((line) => /^[a-z0-9][a-z0-9.+-]*$/.test(line)))
  const known = await run('apt-cache', ['show', '--no-all-versions', ...names], { maxBuffer: 256_000_000 }).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  )
  return [...known.stdout.matchAll(/^Package: (\S+)$/gm)].map(([, name]) => name!).filter((name) => names.has(name))
}
