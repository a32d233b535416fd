// `npm run new element|transformer|resource NAME`: writes a small item that works and adds its line to the list of its kind.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { element, migration, resource, transformer, type Named } from './new-item-texts.ts'

const kinds = ['element', 'transformer', 'resource'] as const
const root = process.env['WEFT_ROOT'] ?? path.resolve(import.meta.dirname, '..')

const [kind, name = ''] = process.argv.slice(2)
if (!kinds.some((one) => one === kind) || !isName(kind, name)) {
  console.error(
    'npm run new element wait-for-file\nnpm run new transformer text/shout\nnpm run new resource delivery-note',
  )
  process.exit(1)
}
const made = { element: newElement, transformer: newTransformer, resource: newResource }[
  kind as (typeof kinds)[number]
](named(name))
for (const file of made) console.log(file)

function isName(kind: string | undefined, name: string) {
  const word = '[a-z][a-z0-9]*(-[a-z0-9]+)*'
  return new RegExp(kind === 'transformer' ? `^${word}/${word}$` : `^${word}$`).test(name)
}

function named(name: string): Named {
  const file = name.split('/').at(-1)!
  const words = file.split('-')
  const title = words.join(' ').replace(/^./, (letter) => letter.toUpperCase())
  return {
    path: name,
    file,
    title,
    key: words.join('_'),
    variable: words.map((word, i) => (i === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join(''),
  }
}

function newElement(item: Named): string[] {
  const file = write(`catalogue/elements/${item.file}/${item.file}.ts`, element(item))
  return [file, addToList('catalogue/elements/all.ts', item.variable, `./${item.file}/${item.file}.ts`)]
}

function newTransformer(item: Named): string[] {
  const file = write(`catalogue/transformers/${item.path}.ts`, transformer(item))
  return [file, addToList('catalogue/transformers/all.ts', item.variable, `./${item.path}.ts`)]
}

function newResource(item: Named): string[] {
  const file = write(`catalogue/resources/${item.file}/${item.file}.ts`, resource(item))
  const last = readdirSync(path.join(root, 'migrations'))
    .map((name) => Number(name.slice(0, 4)))
    .reduce((a, b) => Math.max(a, b), 0)
  const sql = write(`migrations/${String(last + 1).padStart(4, '0')}-${item.file}.sql`, migration(item))
  return [
    file,
    sql,
    addToList('catalogue/resources/all.ts', item.variable, `./${item.file}/${item.file}.ts`),
    'Now run: npm run tables',
  ]
}

function write(file: string, text: string): string {
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
function addToList(file: string, variable: string, from: string): string {
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
