import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = process.env['WEFT_ROOT'] ?? path.resolve(import.meta.dirname, '../..')

/** A name in the forms an item needs: `wait-for-file`, `wait_for_file`, `waitForFile`, `Wait for file`. */
export type Named = { path: string; file: string; key: string; variable: string; title: string }

/** Writes an item of a kind and answers the files it has written or added a line to. */
export type Generator = (item: Named) => string[]

/** A new file of the house; one that exists is left alone. */
export function write(file: string, text: string): string {
  const full = path.join(root, file)
  if (existsSync(full)) {
    console.error(`${file} exists already.`)
    process.exit(1)
  }
  mkdirSync(path.dirname(full), { recursive: true })
  writeFileSync(full, text)
  return file
}

/** Adds the import and the entry beside its alphabetical neighbour; lists with groups keep them together. */
export function addToList(file: string, variable: string, from: string): string {
  const full = path.join(root, file)
  const text = readFileSync(full, 'utf8')
  const imports = [...text.matchAll(/^import \{ (\w+) \} from '(\.\/[^']+)'$/gm)].map(([line, name, place]) => ({
    line,
    name: name!,
    place: place!,
  }))
  const isGrouped = file.includes('transformers')
  const inGroup = imports.filter(({ place }) => !isGrouped || path.posix.dirname(place) === path.posix.dirname(from))
  const neighbours = inGroup.length > 0 ? inGroup : imports.slice(-1)
  const before = neighbours.filter(({ place }) => inGroup.length === 0 || bare(place) < bare(from)).at(-1)
  const beside = before ?? neighbours[0]!
  const line = `import { ${variable} } from '${from}'`
  const withImport = text.replace(beside.line, before ? `${beside.line}\n${line}` : `${line}\n${beside.line}`)
  writeFileSync(
    full,
    withImport.replace(listOf(withImport), (list) => withEntry(list, beside.name, variable, Boolean(before))),
  )
  return file
}

function bare(place: string) {
  return path.posix.basename(place, '.ts')
}

function listOf(text: string) {
  return /= \[[^\]]*\]/.exec(text)?.[0] ?? ''
}

function withEntry(list: string, beside: string, variable: string, isBehind: boolean): string {
  const isTall = list.includes('\n')
  return list.replace(new RegExp(`\\b${beside}\\b,?`), (entry) => {
    const word = entry.replace(',', '')
    const comma = entry.endsWith(',') ? ',' : ''
    const gap = isTall ? ',\n  ' : ', '
    return isBehind ? `${word}${gap}${variable}${comma}` : `${variable}${gap}${word}${comma}`
  })
}

/** Adds the import and the entry of a list by key, such as `sftp: sftpBody`, behind the last one before it in the alphabet. */
export function addByKey(file: string, key: string, variable: string, from: string): string {
  const full = path.join(root, file)
  const lines = readFileSync(full, 'utf8').split('\n')
  const insert = (line: string, kin: RegExp) => {
    const at = lines.flatMap((one, i) => (kin.test(one) ? [i] : []))
    const before = at.filter((i) => kin.exec(lines[i]!)![1]! < kin.exec(line)![1]!).at(-1)
    lines.splice(before === undefined ? at[0]! : before + 1, 0, line)
  }
  insert(`import { ${variable} } from '${from}'`, /from '(\.\/[^']*\.server\.ts)'/)
  insert(`  ${key}: ${variable},`, /^ {2}(\w+): \w+,$/)
  writeFileSync(full, lines.join('\n'))
  return file
}

/** Adds lines before the end of the list that a file exports last. */
export function addToEnd(file: string, text: string): string {
  const full = path.join(root, file)
  writeFileSync(full, readFileSync(full, 'utf8').replace(/\n\]\n*$/, `\n${text}\n]\n`))
  return file
}

/** The next migration, with this in its name. */
export function nextMigration(name: string): string {
  const last = readdirSync(path.join(root, 'migrations'))
    .map((file) => Number(file.slice(0, 4)))
    .reduce((a, b) => Math.max(a, b), 0)
  return `migrations/${String(last + 1).padStart(4, '0')}-${name}.sql`
}
