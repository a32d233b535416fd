// `npm run notice`: writes NOTICE, the software of others that Weft runs with, and under which licence, out of package-lock.json.
// `npm run check documents` compares the two, so that nobody adds a package whose licence forbids what we do with it.
import { readFileSync, writeFileSync } from 'node:fs'

export const document = 'NOTICE'

type Package = { version?: string; license?: string; dev?: boolean; link?: boolean; optional?: boolean }

/** Licences under which a package may be given on in a product whose own source stays ours. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
].concat(['OFL-1.1', 'Unlicense', 'Zlib'])
/** Used as they come, as files of their own that anybody may replace. */
const separate = ['LGPL-3.0-or-later', 'MPL-2.0']
/** The lock knows no licence of them; this is what stands in their package.json in the old way of writing it, or in their LICENSE. */
const said: Record<string, string> = {
  'png-js': 'MIT',
  ssh2: 'MIT',
  'xmlhttprequest-ssl': 'MIT',
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
}

/** The packages the product is run with, each with its licence; those only tests and builds need are left out. */
function packages(): { name: string; version: string; license: string | undefined }[] {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> }
  return Object.entries(lock.packages).flatMap(([place, { version, license, dev, link }]) => {
    const name = place.split('node_modules/').at(-1)!
    return !place.includes('node_modules/') || dev || link || name.startsWith('@weft/')
      ? []
      : [{ name, version: version!, license: license ?? said[name] }]
  })
}

/** What must not be added, one sentence a package. */
export const refused = (): string[] =>
  packages()
    .filter(({ license = 'none' }) => !isAllowed(license))
    .map(({ name, version, license }) => `package-lock.json: ${name} ${version} has the licence ${license ?? 'none'}`)

/** Of `A OR B` one has to be allowed, of `A AND B` both. */
const isAllowed = (license: string): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => permissive.includes(one) || separate.includes(one)))

export function written(): string {
  const byLicense = Map.groupBy(packages(), ({ license }) => license ?? 'none')
  const lists = [...byLicense]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([license, list]) => {
      const names = [...new Set(list.map(({ name, version }) => `${name} ${version}`))].toSorted()
      return `${license}\n${'-'.repeat(license.length)}\n${names.join('\n')}\n`
    })
  return [
    'Weft runs with software of others. Each package keeps its own licence, whose text lies in its folder below node_modules.',
    'Written by `npm run notice` from package-lock.json.\n',
    ...lists,
  ].join('\n')
}

if (import.meta.main) writeFileSync(document, written())
