import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** What is made of sources: by which program beside this one, of which files, and where stands what it was made of. */
export type BuiltFiles = { builder: string; sources(): string[]; stamp: string }

/** Builds files unless they are as new as their sources, in a process of its own: the bundler keeps a gigabyte in the one that starts it. */
export async function buildUnlessFresh({ builder, sources, stamp }: BuiltFiles): Promise<void> {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(sources())) return
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, builder)],
    { cwd: root, stdio: 'inherit' },
  )
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error('Weft could not be built; what is wrong stands above.')
}

/** Names and contents of files, all packages, and where they lie: programs name the places of their sources. */
export function fingerprint(files: string[]): string {
  const hash = createHash('sha256')
    .update(root)
    .update(readFileSync(path.join(root, 'package-lock.json')))
  for (const file of files) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

const generated = /(^|\/)(node_modules|dist|dist-[^/]*)\/|\.test\.ts$/

/** The files of folders whose names end so, tests and what is generated left out. */
export const sourcesIn = (folders: string[], endings: RegExp): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && endings.test(entry.name))
        .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name))),
    )
    .filter((file) => !generated.test(file))
    .sort()
