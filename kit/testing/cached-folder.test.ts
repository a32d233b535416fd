// In a process of its own: it moves the folder in which other tests look for what they have kept.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { cachedFolder } from './cached-folder.ts'

process.env['XDG_CACHE_HOME'] = mkdtempSync(path.join(tmpdir(), 'weft-cache-'))
const cache = path.join(process.env['XDG_CACHE_HOME'], 'weft')
mkdirSync(cache)
const fill = async (folder: string) => writeFileSync(path.join(folder, 'filled'), 'whole')

test('the lock of a process that is gone holds nobody up, even where its number was given to another', async () => {
  for (const [name, holder] of Object.entries({ gone: '4194300 1', another: `${process.ppid} 1`, old: '4194301' })) {
    writeFileSync(path.join(cache, `${name}.lock`), holder)
    assert.equal(readFileSync(path.join(await cachedFolder(name, fill), 'filled'), 'utf8'), 'whole')
  }
})

test('two that ask at the same time share one filling', async () => {
  let filled = 0
  const ask = () =>
    cachedFolder('shared', async (folder) => {
      filled++
      await fill(folder)
    })
  assert.deepEqual(await Promise.all([ask(), ask()]), [path.join(cache, 'shared'), path.join(cache, 'shared')])
  assert.equal(filled, 1)
})
