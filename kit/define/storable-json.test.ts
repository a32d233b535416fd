import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storableJson } from './storable-json.ts'

test('a zero byte and half a character become the sign for what cannot be shown; everything else stays as it is', () => {
  assert.equal(
    storableJson({ 'a\0b': 'c\0d\ud800e', pair: '😀' }),
    String.raw`{"a\ufffdb":"c\ufffdd\ufffde","pair":"😀"}`,
  )
  assert.equal(storableJson(String.raw`\u0000 \ud800`), String.raw`"\\u0000 \\ud800"`)
  assert.equal(storableJson('\\\0'), String.raw`"\\\ufffd"`)
})
