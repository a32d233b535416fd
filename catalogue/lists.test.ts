import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const here = import.meta.dirname
const read = (file: string) => readFileSync(path.join(here, file), 'utf8')
const importsOf = (list: string) => [...read(list).matchAll(/from '\.\/([^']+)'/g)].map(([, file]) => file!)
const declared = (kind: string, pattern: string, call: string) =>
  globSync(pattern, { cwd: path.join(here, kind) })
    .filter(
      (file) =>
        !/\.test\.ts$|(^|\/)all(\.server|\.web)?\.ts$/.test(file) && read(`${kind}/${file}`).includes(`= ${call}(`),
    )
    .sort()

/** What is declared must stand in the list: nothing else would find it. */
const lists: [list: string, kind: string, pattern: string, call: string][] = [
  ['elements/all.ts', 'elements', '*/*.ts', 'defineElement'],
  ['elements/all.server.ts', 'elements', '*/*.server.ts', 'defineBody'],
  ['connectors/all.ts', 'connectors', '*/*.ts', 'defineConnector'],
  ['connectors/all.server.ts', 'connectors', '*/*.server.ts', 'defineConnectorBody'],
  ['formats/all.ts', 'formats', '*/*.ts', 'defineFormat'],
  ['formats/all.server.ts', 'formats', '*/*.server.ts', 'defineFormatBody'],
  ['resources/all.ts', 'resources', '*/*.ts', 'defineResource'],
  ['transformers/all.ts', 'transformers', '*/*.ts', 'defineTransformer'],
  ['validators/all.ts', 'validators', '*.ts', 'defineValidator'],
]
for (const [list, kind, pattern, call] of lists)
  test(`${list} names everything that is declared, once`, () => {
    const files = importsOf(list).filter((file) => file !== 'all.ts')
    assert.deepEqual(files.toSorted(), declared(kind, pattern, call))
  })

test('lists are alphabetical where nothing else gives an order', () => {
  for (const list of ['elements/all.ts', 'formats/all.ts', 'resources/all.ts', 'validators/all.ts']) {
    const names = importsOf(list).map((file) => path.basename(file, '.ts'))
    assert.deepEqual(names, names.toSorted(), list)
  }
})
