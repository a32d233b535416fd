import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { ifMissing, unlessEmpty } from './if-missing.ts'

test('only what is not there is gone on from', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'weft-missing-'))
  assert.equal(await stat(path.join(folder, 'nothing')).catch(ifMissing('none')), 'none')
  assert.equal(await stat(path.join(folder, 'x'.repeat(1_000))).catch(ifMissing('none')), 'none')
  await assert.rejects(readdir('a\0b').catch(ifMissing([])), { code: 'ERR_INVALID_ARG_VALUE' })
  await assert.rejects(
    Promise.reject(Object.assign(new Error('the disk does not answer'), { code: 'EIO' })).catch(ifMissing([])),
    { code: 'EIO' },
  )
})

test('a folder that is not empty stays, and that is no error', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'weft-empty-'))
  await mkdir(path.join(folder, 'inside'))
  await rmdir(folder).catch(unlessEmpty)
  assert.deepEqual(await readdir(folder), ['inside'])
  await assert.rejects(rmdir('/proc/self').catch(unlessEmpty))
})
