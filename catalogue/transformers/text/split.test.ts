import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { bind, type Transformer } from '@weft/kit/define/transformer.ts'
import { splitAddress } from './split-address.ts'
import { splitName } from './split-name.ts'

const moment = { now: new Date(0), configuration: new Map<string, string>(), unique: () => '', number: () => '' }
const linesOf = (file: string) =>
  readFileSync(path.join(import.meta.dirname, 'testing', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|'))

/** What comes out for lines whose parts are known: `sure` are those with a confidence of at least 0.8. */
function measured(transformer: Transformer, file: string, names: string[]) {
  const split = bind(transformer, {}, moment)
  const lines = linesOf(file)
  const found = lines.map(([line, ...parts]) => {
    const given = split([line]) as Record<string, string | null>
    const wrong = names.filter((name, i) => (given[name] ?? '') !== parts[i])
    return { line, wrong, given, sure: Number(given['confidence']) >= 0.8 }
  })
  const sure = found.filter((one) => one.sure)
  const precision = sure.filter(({ wrong }) => wrong.length === 0).length / sure.length
  console.log(
    `${file}: ${sure.length} of ${lines.length} lines surely, ${(100 * precision).toFixed(1)} % of them right`,
    sure.filter(({ wrong }) => wrong.length > 0).map(({ line }) => line),
  )
  return { lines: lines.length, share: sure.length / lines.length, precision }
}

test('of names it is sure of, at least 95 in 100 are split rightly', () => {
  const { lines, share, precision } = measured(splitName, 'names.txt', [
    'salutation',
    'title',
    'first_name',
    'last_name',
    'suffix',
  ])
  assert.ok(lines >= 75 && share >= 0.8 && precision >= 0.95, `${share} ${precision}`)
})

test('of addresses it is sure of, at least 95 in 100 are split rightly', () => {
  const { lines, share, precision } = measured(splitAddress, 'addresses.txt', [
    'street',
    'house_number',
    'addition',
    'postcode',
    'city',
    'country',
  ])
  assert.ok(lines >= 75 && share >= 0.8 && precision >= 0.95, `${share} ${precision}`)
})

test('whatever is written, something is answered in no time', () => {
  for (const transformer of [splitName, splitAddress]) {
    const split = bind(transformer, {}, moment)
    for (const text of [
      'a1'.repeat(5_000),
      ' , '.repeat(3_000),
      '1 2 3 '.repeat(2_000),
      `${'von '.repeat(900)}x`,
      '|',
      ',',
    ])
      assert.ok(split([text]))
  }
})
