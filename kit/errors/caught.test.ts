import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { codeOf, messageOf } from './caught.ts'

test('what was caught says its sentence and its code, whatever was thrown', async () => {
  const [missing] = await Promise.allSettled([readFile('/no/such/file')])
  assert.ok(missing.status === 'rejected')
  assert.equal(codeOf(missing.reason), 'ENOENT')
  assert.equal(messageOf(missing.reason), "ENOENT: no such file or directory, open '/no/such/file'")
  assert.equal(messageOf(runInNewContext('new RangeError("of another realm")')), 'of another realm')
  assert.equal(messageOf('just a text'), 'just a text')
  assert.equal(messageOf(undefined), 'undefined')
  for (const thrown of [
    'just a text',
    undefined,
    null,
    new Error('no code'),
    Object.assign(new Error(), { code: 530 }),
  ])
    assert.equal(codeOf(thrown), '')
})
