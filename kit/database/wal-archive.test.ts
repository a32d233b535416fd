import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { archivedIn, archiving, noteArchive } from './wal-archive.server.ts'

const place = mkdtempSync(path.join(tmpdir(), 'weft-wal-'))
after(() => rmSync(place, { recursive: true, force: true }))
const at = (name: string) => path.join(place, name, 'postgres')
for (const name of ['one', 'two']) mkdirSync(at(name), { recursive: true })

test('one folder holds the log of one server, as long as it is archived without a gap', () => {
  assert.equal(noteArchive(at('one'), null), false)
  assert.equal(noteArchive(at('one'), at('log')), true)
  assert.equal(noteArchive(at('one'), at('log')), false)
  assert.equal(archivedIn(at('one')), at('log'))
  assert.deepEqual(readdirSync(at('log')), ['weft-archive'])
  assert.throws(() => noteArchive(at('two'), at('log')), /is not empty\. Please give an empty folder/)
  assert.equal(noteArchive(at('one'), null), true)
  assert.deepEqual([archivedIn(at('one')), archiving(at('one'))], [undefined, {}])
  assert.throws(() => noteArchive(at('one'), at('log')), /is not empty\. Please give an empty folder/)
})

test('a folder that is not the one from before, such as of a disk that is not mounted, is refused', () => {
  noteArchive(at('two'), at('disk'))
  rmSync(at('disk'), { recursive: true })
  assert.throws(() => noteArchive(at('two'), at('disk')), /weft-archive is missing or of another one/)
  assert.ok(!existsSync(at('disk')))
  const inside = path.join(place, 'one', 'log')
  assert.throws(() => noteArchive(at('one'), inside), /lies in .*one itself, with which it would be lost/)
})
