import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import type { Storage } from '../storage.ts'

const from = (content: string) => Readable.from([Buffer.from(content)])

/** What holds of the installation's own storage, wherever it lies. `names`: everything that is there, by its whole name. */
export function storageConformance(
  ours: Storage,
  theirs: Storage,
  { skip, names }: { skip: string | false; names(): Promise<string[]> },
) {
  const folder = async (path: string) => (await ours.folder(path)).map(({ name, kind }) => `${kind} ${name}`)

  test('a file is written, read from any byte on, listed by pattern, moved and removed', { skip }, async () => {
    const saved = await ours.write('in/2026/orders.csv', from('id,name\n'))
    assert.deepEqual([saved.path, saved.size], ['in/2026/orders.csv', 8])
    await ours.write('in/notes.txt', from('x'))
    assert.equal(await text(await ours.read('/in/2026/orders.csv', 3)), 'name\n')
    const paths = async (pattern: string) => (await ours.list(pattern)).map(({ path }) => path).sort()
    assert.deepEqual(await paths('in/**/*.csv'), ['in/2026/orders.csv'])
    assert.deepEqual(await paths('in/*'), ['in/notes.txt'])
    assert.deepEqual(await paths('**/*.{csv,txt}'), ['in/2026/orders.csv', 'in/notes.txt'])
    assert.deepEqual(await paths('in/2026/orders.csv'), ['in/2026/orders.csv'])
    assert.deepEqual(await paths('nowhere/*'), [])
    await ours.move('in/notes.txt', 'done/notes.txt')
    await assert.rejects(ours.move('done/notes.txt', 'in/2026/orders.csv'), { code: 'FILE_EXISTS' })
    assert.deepEqual(await folder(''), ['folder done', 'folder in'])
    await ours.remove('done')
    await assert.rejects(ours.read('done/notes.txt'), { code: 'FILE_NOT_FOUND' })
    await ours.makeFolder('empty/deep')
    assert.deepEqual(await ours.folder('empty/deep'), [])
  })

  test('an upload that breaks off or is too large leaves nothing behind', { skip }, async () => {
    const before = await names()
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000)
        throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
      })(),
    )
    await assert.rejects(ours.write('new/one.bin', breaking), { code: 'UPLOAD_CANCELLED' })
    const gone = new Readable({ read() {} })
    gone.push(Buffer.alloc(10))
    const writing = ours.write('new/two.bin', gone)
    setTimeout(() => gone.destroy(), 20)
    await assert.rejects(writing, { code: 'UPLOAD_CANCELLED' })
    await assert.rejects(
      ours.write('new/three.bin', Readable.from([Buffer.alloc(2_000_000), Buffer.alloc(2_000_000)]), {
        limit: 3_000_000,
      }),
      (error: WeftError) => {
        assert.equal(say(error.say, 'de'), 'Die Datei ist größer als 3 MB. Es wurde nichts gespeichert.')
        return error.code === 'FILE_TOO_LARGE'
      },
    )
    assert.deepEqual(await names(), before)
  })

  test('a file that replaces another is never seen half', { skip }, async () => {
    await ours.write('stock.csv', from('old'))
    const slow = Readable.from(
      (async function* () {
        yield Buffer.from('ne')
        assert.equal(await text(await ours.read('stock.csv')), 'old')
        yield Buffer.from('w')
      })(),
    )
    await ours.write('stock.csv', slow)
    assert.equal(await text(await ours.read('stock.csv')), 'new')
  })

  test('no path leads out of the storage, by dots or a strange character', { skip }, async () => {
    await theirs.write('secret.txt', from('theirs'))
    for (const path of [
      '../tenant-b/secret.txt',
      '/../tenant-b/secret.txt',
      'in/../../tenant-b/secret.txt',
      'a\0b',
      '..\\x',
      'in/.weft-00.part',
    ]) {
      await assert.rejects(ours.read(path), { code: 'FILE_PATH' }, path)
      await assert.rejects(ours.write(path, from('x')), { code: 'FILE_PATH' }, path)
      await assert.rejects(ours.remove(path), { code: 'FILE_PATH' }, path)
      await assert.rejects(ours.move('in/2026/orders.csv', path), { code: 'FILE_PATH' }, path)
      await assert.rejects(ours.makeFolder(path), { code: 'FILE_PATH' }, path)
    }
    await assert.rejects(ours.list('../**'), { code: 'FILE_PATH' })
    await assert.rejects(ours.write('n'.repeat(201), from('x')), { code: 'FILE_NAME_TOO_LONG' })
    assert.deepEqual(await ours.list('**/secret.txt'), [])
    assert.equal(await text(await theirs.read('secret.txt')), 'theirs')
    await assert.rejects(ours.remove('/'), { code: 'FILE_PATH' })
  })

  test(
    'a folder is there with nothing in it, stays when its last file goes, and moves with all it holds',
    { skip },
    async () => {
      await ours.makeFolder('inbox')
      await assert.rejects(ours.makeFolder('inbox'), { code: 'FILE_EXISTS' })
      await ours.write('inbox/a.txt', from('a'))
      await ours.remove('inbox/a.txt')
      assert.deepEqual(await ours.folder('inbox'), [])
      assert.deepEqual([await ours.has('inbox'), (await ours.stat('inbox')).kind], [true, 'folder'])
      await ours.write('inbox/b.txt', from('bb'))
      await ours.write('inbox/deep/c.txt', from('ccc'))
      await ours.move('inbox', 'moved/here')
      assert.equal(await ours.has('inbox'), false)
      assert.deepEqual(await folder('moved/here'), ['folder deep', 'file b.txt'])
      await ours.move('moved/here/b.txt', 'b.txt')
      await ours.remove('moved/here/deep/c.txt')
      assert.deepEqual([await folder('moved/here'), await folder('moved/here/deep')], [['folder deep'], []])
      await assert.rejects(ours.folder('nowhere'), { code: 'FOLDER_NOT_FOUND' })
      await ours.remove('moved')
      await ours.remove('b.txt')
      assert.equal(await ours.has('moved/here/deep'), false)
    },
  )

  test('what is a file is no folder, and the other way round', { skip }, async () => {
    await ours.write('kinds/file', from('x'))
    await assert.rejects(ours.write('kinds', from('y')), { code: 'FILE_IS_FOLDER' })
    await assert.rejects(ours.read('kinds'), { code: 'FILE_IS_FOLDER' })
    await assert.rejects(ours.read('kinds/other'), { code: 'FILE_NOT_FOUND' })
    await assert.rejects(ours.stat('kinds/other'), { code: 'FILE_NOT_FOUND' })
    await assert.rejects(ours.remove('kinds/other'), { code: 'FILE_NOT_FOUND' })
    await assert.rejects(ours.move('kinds/other', 'kinds/another'), { code: 'FILE_NOT_FOUND' })
    assert.equal(await text(await ours.read('kinds/file')), 'x')
  })
}
