import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'

/** A real disk of a few megabytes with a PostgreSQL whose databases lie on it, and a folder beside them as this process sees it. */
export type SmallDisk = { url: string; home: string; fill(): void; free(): void }

/** Answers why where nothing can be mounted: tests that need it are skipped with that as their reason. */
export async function smallDisk(): Promise<SmallDisk | string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-small-'))
  const disk = mkdtempSync(path.join(folder, 'disk-'))
  const program = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    path.join(import.meta.dirname, 'full-disk.ts'),
    path.join(folder, 'server'),
    disk,
  ]
  // A mount of its own needs no rights where user namespaces are allowed.
  const child = spawn(
    'unshare',
    [
      '--user',
      '--map-root-user',
      '--mount',
      'sh',
      '-c',
      `mount -t tmpfs -o size=64m,nr_inodes=4000 none ${disk} && exec "$0" "$@"`,
      ...program,
    ],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  after(async () => {
    child.stdin.end()
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk))
  child.once('error', (error) => (complaint += error.message))
  child.stdin.on('error', () => {}) // it has ended, and says so
  const url = await Promise.race([
    new Promise<string>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk).trim()))),
    ended,
  ])
  if (!url) {
    if (!/unshare|mount|refuses to run as root/.test(complaint)) throw new Error(complaint)
    console.warn(`SKIPPED, no disk of its own: ${complaint}`)
    return `no file system of its own can be mounted here: ${complaint}`
  }
  const seen = path.join(`/proc/${child.pid}/root`, disk)
  return {
    url,
    home: path.join(seen, 'home'),
    fill: () => fill(seen),
    free: () => rmSync(path.join(seen, 'filled'), { recursive: true }),
  }
}

/** Until there is room neither for a byte nor for a name. */
function fill(disk: string) {
  const folder = path.join(disk, 'filled')
  mkdirSync(folder)
  const file = openSync(path.join(folder, 'bytes'), 'w')
  try {
    until(() => writeSync(file, Buffer.alloc(65_536)))
    until(() => writeSync(file, Buffer.alloc(1)))
  } finally {
    closeSync(file)
  }
  let names = 0
  until(() => writeFileSync(path.join(folder, String(names++)), ''))
}

function until(act: () => unknown) {
  try {
    for (;;) act()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
