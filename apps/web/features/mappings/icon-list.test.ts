import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { transformers } from '@weft/catalogue/transformers/all.ts'

test('every icon a transformer names is brought along', () => {
  const list = readFileSync(new URL('./icon-list.ts', import.meta.url), 'utf8')
  assert.deepEqual(
    transformers.filter(({ icon }) => !new RegExp(`\\b${icon}\\b`).test(list)).map(({ key }) => key),
    [],
  )
})
