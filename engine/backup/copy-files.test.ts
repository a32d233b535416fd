import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { openFileCopy, putBack } from './copy-files.server.ts'
import type { FileEntry } from './manifest.ts'

const place = mkdtempSync(path.join(tmpdir(), 'weft-files-'))
after(() => rmSync(place, { recursive: true }))
const at = (...names: string[]) => path.join(place, ...names)
for (const folder of ['home/storage/letters', 'home/storage/empty', 'home/tmp', 'elsewhere', 'copy', 'back', 'other'])
  mkdirSync(at(folder), { recursive: true })

const content = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[])
    .sort()
    .map((name) => [
      name,
      statSync(path.join(folder, name)).isFile() ? readFileSync(path.join(folder, name), 'utf8') : null,
    ])

test('a second look takes over what is new, changed, gone or another kind meanwhile, and all of it comes back with its times and rights', async () => {
  writeFileSync(at('home/storage/letters/Grüße.txt'), 'Moin', { mode: 0o640 })
  writeFileSync(at('home/storage/old'), 'old')
  writeFileSync(at('home/storage/turns'), 'a file')
  writeFileSync(at('home/tmp/no'), 'no')
  writeFileSync(at('elsewhere/git'), 'linked')
  symlinkSync(at('elsewhere'), at('home/git'))
  symlinkSync('/etc/passwd', at('home/storage/link'))
  const copy = openFileCopy(at('home'), at('copy'), (name) => name === 'tmp')
  await copy.refresh()
  rmSync(at('home/storage/old'))
  rmSync(at('home/storage/turns'))
  mkdirSync(at('home/storage/turns'))
  writeFileSync(at('home/storage/turns/new'), 'new')
  writeFileSync(at('home/storage/letters/Grüße.txt'), 'Servus')
  utimesSync(
    at('home/storage/letters/Grüße.txt'),
    new Date('2020-02-02T02:02:02.222Z'),
    new Date('2020-02-02T02:02:02.222Z'),
  )
  utimesSync(at('home/storage/letters'), new Date('2019-01-01T00:00:00.001Z'), new Date('2019-01-01T00:00:00.001Z'))
  await copy.refresh()

  const wanted = [
    ['git', null],
    ['git/git', 'linked'],
    ['storage', null],
    ['storage/empty', null],
    ['storage/letters', null],
    ['storage/letters/Grüße.txt', 'Servus'],
    ['storage/turns', null],
    ['storage/turns/new', 'new'],
  ]
  assert.deepEqual(content(at('copy')), wanted)
  assert.deepEqual(copy.missing(), ['storage/link, which is neither a file nor a folder'])

  await putBack(at('copy'), at('back'), copy.entries())
  assert.deepEqual(content(at('back')), wanted)
  const letter = statSync(at('back/storage/letters/Grüße.txt'))
  assert.deepEqual([letter.mode & 0o777, letter.mtime.toISOString()], [0o640, '2020-02-02T02:02:02.222Z'])
  assert.equal(statSync(at('back/storage/letters')).mtime.toISOString(), '2019-01-01T00:00:00.001Z')
})

test('a list that leads out of the folder is refused before anything is written', async () => {
  const about = { mode: 0o600, changed_at: new Date().toISOString(), bytes: 1, sha256: 'x' }
  for (const name of ['../out', 'a/../../out', '..'])
    await assert.rejects(
      putBack(at('copy'), at('other'), [{ path: name, ...about } satisfies FileEntry]),
      /leads elsewhere/,
    )
  assert.deepEqual(readdirSync(at('other')), [])
})
