// `npm run errors`: writes the catalogue of error codes in docs/errors.md from what the sources say. `npm run check documents` compares the two.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const document = 'docs/errors.md'
const marker = '<!-- from here on written by `npm run errors` -->'

type Said = { en: string; de: string }
type Entry = { code: string; kind: string; said: Said; file: string }

const kinds: Record<string, string> = {
  Invalid: '422',
  Unauthorised: '401',
  Forbidden: '403',
  NotFound: '404',
  Conflict: '409',
  Unavailable: '503',
}
const text = String.raw`'((?:[^'\\]|\\.)*)'`
const declared = new RegExp(String.raw`(\w+): \{\s*en: ${text},\s*de: ${text},?\s*\}`, 'g')
const code = String.raw`'((?:[A-Z][A-Z0-9]*)(?:_[A-Z0-9]+)*)'`
const thrown = new RegExp(
  String.raw`(?:new (\w+)\(\s*(?:(\d{3}),\s*)?|code: |problem\()${code},\s*(?:say: )?texts\.(\w+)`,
  'g',
)

/** Every code the sources throw with its own text, alphabetically. */
function entries(): Entry[] {
  const files = globSync('{apps,catalogue,designers,engine,kit}/**/*.{ts,tsx}', {
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.ts'],
  }).sort()
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  const found = files.flatMap((file) => {
    const source = sources.get(file)!
    const texts = textsOf(source, file, sources)
    const inFiles =
      file === 'catalogue/validators/file.ts'
        ? [...texts].map(([name, said]) => ({ code: name, kind: '422', said, file }))
        : []
    return [
      ...inFiles,
      ...[...source.matchAll(thrown)].flatMap(([, kind = '', status, code, name]) => {
        const said = texts.get(name!)
        return said ? [{ code: code!, kind: status ?? kinds[kind] ?? '', said, file }] : []
      }),
    ]
  })
  const one = new Map(found.map((entry) => [`${entry.code} ${entry.said.en}`, entry]))
  return [...one.values()].toSorted((a, b) => (a.code + a.said.en < b.code + b.said.en ? -1 : 1))
}

function textsOf(source: string, file: string, sources: Map<string, string>): Map<string, Said> {
  const imported = /import \{[^}]*\btexts\b[^}]*\} from '(\.[^']+)'/.exec(source)?.[1]
  const all = source + (imported ? (sources.get(path.posix.join(path.posix.dirname(file), imported)) ?? '') : '')
  return new Map([...all.matchAll(declared)].map(([, name, en, de]) => [name!, { en: plain(en!), de: plain(de!) }]))
}

const plain = (quoted: string) => quoted.replaceAll(/\\(.)/g, '$1')
const cell = (words: string) => words.replaceAll('|', String.raw`\|`).replaceAll('<', '&lt;')

export function written(): string {
  const head = existsSync(document) ? readFileSync(document, 'utf8').split(marker)[0]! : ''
  const rows = entries().map(
    ({ code, kind, said, file }) => `| \`${code}\` | ${kind} | ${cell(said.en)} | ${cell(said.de)} | \`${file}\` |`,
  )
  return `${head}${marker}\n\n## Every code\n\n| code | status | English | German | said in |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`
}

if (import.meta.main) writeFileSync(document, written())
