import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { unpackTar } from './unpack-tar.server.ts'

const place = mkdtempSync(path.join(tmpdir(), 'weft-tar-'))
after(() => rmSync(place, { recursive: true }))
const folder = () => mkdtempSync(path.join(place, 'to-'))

const member = (name: string, content = '', type = '0') => {
  const head = Buffer.alloc(512)
  head.write(name)
  head.write(content.length.toString(8).padStart(11, '0'), 124)
  head.write(type, 156)
  return Buffer.concat([head, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)])
}
/** An archive in pieces of so many bytes. */
async function* inPieces(members: Buffer[], size: number) {
  const all = Buffer.concat([...members, Buffer.alloc(1024)])
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size)
}

test('files and folders come out as they were, in whatever pieces the archive arrives', async () => {
  const long = 'x'.repeat(1_300)
  for (const size of [7, 512, 100_000]) {
    const to = folder()
    const members = [member('base/', '', '5'), member('base/1', long), member('empty'), member('pg_wal/2', 'wal')]
    await unpackTar(inPieces(members, size), to)
    assert.deepEqual((readdirSync(to, { recursive: true }) as string[]).sort(), [
      'base',
      'base/1',
      'empty',
      'pg_wal',
      'pg_wal/2',
    ])
    assert.deepEqual(
      ['base/1', 'empty', 'pg_wal/2'].map((name) => readFileSync(path.join(to, name), 'utf8')),
      [long, '', 'wal'],
    )
  }
})

test('names that lead elsewhere, links and archives that end in the middle are refused', async () => {
  for (const [members, said] of [
    [[member('../out', 'x')], /leads elsewhere/],
    [[member('/etc/out', 'x'), member('a/../../out', 'x')], /leads elsewhere/],
    [[member('link', '', '2')], /neither a file nor a folder/],
  ] as const)
    await assert.rejects(unpackTar(inPieces([...members], 512), folder()), said)
  const whole = Buffer.concat([member('a', 'x'.repeat(600))])
  await assert.rejects(
    unpackTar(
      (async function* () {
        yield whole.subarray(0, 700)
      })(),
      folder(),
    ),
    /ends in the middle/,
  )
  assert.deepEqual(
    readdirSync(place).filter((name) => !name.startsWith('to-')),
    [],
  )
})
