import type { Connector } from '../define/connector.ts'
import { provenWith } from './as-declared.ts'
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { after, test } from 'node:test'
import v8 from 'node:v8'
import vm from 'node:vm'
import type { FileSession, FoundFile } from '../define/file-session.ts'
import { Conflict, Invalid, NotFound, Unavailable } from '../errors/errors.ts'
import type { FileCounterpart } from './file-counterpart.ts'

const unusual = [
  'with a space.txt',
  ' leading and trailing ',
  'Grüße aus Köln – ß.csv',
  'emoji 😀.txt',
  `it's "quoted".txt`,
  '100 % sure #1? yes+no & more;x=1.txt',
  '%2e%2e%2fnot-escaped',
  'a+b',
  '[brackets]{braces}~$!@^`,',
  '-dash',
  '.hidden',
  'semi;colon:and=equals',
  'UPPER and lower',
  'x'.repeat(180),
  'nested/über/a b/c%20d.txt',
]

/** What every connector to files does the same way, on its real server. */
export async function fileConformance(connector: Connector, start: () => Promise<FileCounterpart | string>) {
  const { key } = connector
  const counterpart = await start()
  if (typeof counterpart === 'string') {
    test(key, { skip: counterpart }, () => undefined)
    return
  }
  const { open, kill, refuses } = counterpart
  const session = await open()
  after(() => session.close())
  const named = (name: string) => `${key} (${counterpart.product}): ${name}`
  const names = async (folder: string) => (await session.list(folder)).map(({ name }) => name).toSorted()
  const write = (path: string, content: string | Uint8Array) =>
    session.write(path, Readable.from([Buffer.from(content)]))
  const read = async (path: string, start?: number) => text(await session.read(path, start))

  test(named('it provides files, on the server that it says'), () => {
    assert.deepEqual(connector.provides, ['files'])
    provenWith(connector, counterpart.product)
  })

  test(named('an empty folder lists nothing, and what is not there is nothing'), async () => {
    assert.deepEqual(await session.list(''), [])
    assert.equal((await session.stat(''))?.kind, 'folder')
    assert.equal(await session.stat('missing.txt'), undefined)
    assert.equal(await session.stat('missing/deep.txt'), undefined)
    await assert.rejects(session.list('missing'), NotFound)
    await assert.rejects(session.read('missing.txt'), NotFound)
    await assert.rejects(session.remove('missing.txt'), NotFound)
    await assert.rejects(session.move('missing.txt', 'there.txt'), NotFound)
  })

  test(named('a file is written, seen, read from any byte on, replaced and removed'), async () => {
    await write('a.txt', 'first ä')
    const [found] = await session.list('')
    const { modified_at, version, ...rest } = found!
    assert.deepEqual(rest, { name: 'a.txt', path: 'a.txt', kind: 'file', size: 8 })
    assert.ok(modified_at !== null && Math.abs(Date.parse(modified_at) - Date.now()) < 86_400_000, String(modified_at))
    const same = await session.stat('a.txt')
    assert.deepEqual({ ...same, modified_at: null }, { ...found, modified_at: null })
    assert.equal(await read('a.txt'), 'first ä')
    assert.equal(await read('a.txt', 6), 'ä')
    assert.equal(await read('a.txt', 8), '')
    assert.equal(await read('a.txt', 100), '')
    await write('a.txt', 'second')
    assert.equal(await read('a.txt'), 'second')
    if (version !== undefined) assert.notEqual((await session.stat('a.txt'))?.version, version)
    assert.deepEqual(await names(''), ['a.txt'])
    await session.remove('a.txt')
    assert.deepEqual(await names(''), [])
  })

  test(named('an empty file is a file'), async () => {
    await session.write('empty', Readable.from([]))
    assert.equal((await session.stat('empty'))?.size, 0)
    assert.equal(await read('empty'), '')
    await session.remove('empty')
  })

  for (const name of unusual.filter((one) => !refuses?.test(one)))
    test(named(`the name ${JSON.stringify(name.slice(0, 40))} is kept exactly`), async () => {
      await write(name, `content of ${name}`)
      const parent = name.split('/').slice(0, -1).join('/')
      const found = (await session.list(parent)).find(({ path }) => path === name)
      assert.equal(found?.kind, 'file')
      assert.equal((await session.stat(name))?.path, name)
      assert.equal(await read(name), `content of ${name}`)
      await session.move(name, `moved ${name}`)
      assert.equal(await session.stat(name), undefined)
      assert.equal(await read(`moved ${name}`), `content of ${name}`)
      await session.remove(`moved ${name}`.split('/')[0]!)
      if (name.includes('/') && counterpart.emptyFolders) await session.remove(name.split('/')[0]!)
      assert.deepEqual(await names(''), [])
    })
  if (refuses)
    test(named('a name that cannot be kept there is refused and not bent'), async () => {
      for (const name of unusual.filter((one) => refuses.test(one))) await assert.rejects(write(name, 'x'), Invalid)
      assert.deepEqual(await names(''), [])
    })

  test(named('nothing leads out of the folder'), async () => {
    for (const path of ['../secret', 'a/../../secret', 'a\\..\\secret', 'line\r\nbreak', 'nul\0', '.weft-0a.part']) {
      await assert.rejects(session.stat(path), { code: 'FILE_PATH' }, path)
      await assert.rejects(session.read(path), { code: 'FILE_PATH' }, path)
      await assert.rejects(write(path, 'x'), { code: 'FILE_PATH' }, path)
      await assert.rejects(session.remove(path), { code: 'FILE_PATH' }, path)
      await assert.rejects(session.move('a', path), { code: 'FILE_PATH' }, path)
      await assert.rejects(session.list(path), { code: 'FILE_PATH' }, path)
    }
    await assert.rejects(session.remove(''), { code: 'FILE_PATH' })
    await assert.rejects(write('', 'x'), { code: 'FILE_PATH' })
  })

  test(named('folders are made on the way, listed by themselves and removed with what is in them'), async () => {
    await write('one/two/three.txt', '3')
    await write('one/four.txt', '4')
    const kinds = (found: FoundFile[]) => found.map(({ path, kind }) => `${kind} ${path}`).toSorted()
    assert.deepEqual(kinds(await session.list('')), ['folder one'])
    assert.deepEqual(kinds(await session.list('one')), ['file one/four.txt', 'folder one/two'])
    assert.deepEqual(kinds(await session.list('/one/two/')), ['file one/two/three.txt'])
    assert.equal((await session.stat('one'))?.kind, 'folder')
    await assert.rejects(session.read('one'), Invalid)
    await assert.rejects(write('one', 'x'), Conflict)
    await session.move('one/two/three.txt', 'five/six/seven.txt')
    assert.equal(await read('five/six/seven.txt'), '3')
    await session.remove('one')
    assert.deepEqual(await names(''), ['five'])
    await session.remove('five')
    assert.deepEqual(await names(''), [])
  })

  test(named('a move never replaces'), async () => {
    await write('from.txt', 'from')
    await write('to.txt', 'to')
    await assert.rejects(session.move('from.txt', 'to.txt'), Conflict)
    await write('folder/in.txt', 'in')
    await assert.rejects(session.move('from.txt', 'folder'), Conflict)
    assert.deepEqual([await read('from.txt'), await read('to.txt')], ['from', 'to'])
    for (const path of ['from.txt', 'to.txt', 'folder']) await session.remove(path)
  })

  const large = 50 * 1024 * 1024
  test(named('50 MB travel both ways as streams, byte for byte'), async () => {
    const source = pieces(large)
    await session.write('large.bin', Readable.from(source.bytes(), { objectMode: false, highWaterMark: 65_536 }))
    assert.equal((await session.stat('large.bin'))?.size, large)
    const hash = createHash('sha256')
    let longest = 0
    await pipeline(
      await session.read('large.bin'),
      new Writable({
        write(chunk: Buffer, _, done) {
          longest = Math.max(longest, chunk.length)
          hash.update(chunk)
          done()
        },
      }),
    )
    assert.equal(hash.digest('hex'), source.digest())
    // Never a whole file at once, in neither direction.
    assert.ok(longest < 4_000_000, String(longest))
    assert.ok(source.peak() < 35_000_000, String(source.peak()))
  })

  test(named('a reading that is given up leaves the session usable'), async () => {
    const stream = await session.read('large.bin')
    for await (const _ of stream) break
    assert.equal(stream.destroyed, true)
    assert.equal((await session.stat('large.bin'))?.size, large)
    await session.remove('large.bin')
  })

  test(named('a source that breaks off leaves what was there, and nothing beside it'), async () => {
    await write('kept.txt', 'kept')
    const broken = () =>
      Readable.from(
        (async function* () {
          yield randomBytes(3_000_000)
          throw new Error('the source broke')
        })(),
        { objectMode: false },
      )
    await assert.rejects(session.write('kept.txt', broken()), /the source broke/)
    await assert.rejects(session.write('new/folder/file.txt', broken()), /the source broke/)
    const cut = broken()
    const writing = session.write('cut.txt', cut)
    setImmediate(() => cut.destroy())
    await assert.rejects(writing)
    assert.equal(await read('kept.txt'), 'kept')
    assert.deepEqual(await names(''), ['kept.txt'])
    await session.remove('kept.txt')
  })

  test(named('whoever looks while a file is replaced sees the old one or the new one'), async () => {
    const [old, fresh] = ['o'.repeat(300_000), 'n'.repeat(300_000)]
    await write('swap.txt', old)
    const other = await open()
    let writing = true
    const seen = new Set<string>()
    const looking = (async () => {
      while (writing) seen.add(await text(await other.read('swap.txt')))
    })()
    for (let i = 0; i < 4; i++) await write('swap.txt', i % 2 === 0 ? fresh : old)
    writing = false
    await looking.finally(() => other.close())
    for (const one of seen) assert.ok(one === old || one === fresh, `${one.length} bytes beginning ${one.slice(0, 9)}`)
    await session.remove('swap.txt')
  })

  test(named('two sessions and many reads and writes at once do not meet'), async () => {
    const other = await open()
    const both: FileSession[] = [session, other]
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => both[i % 2]!.write(`many/${i}.txt`, Readable.from([`number ${i}`]))),
    )
    const contents = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => text(await both[(i + 1) % 2]!.read(`many/${i}.txt`))),
    )
    assert.deepEqual(
      contents,
      Array.from({ length: 12 }, (_, i) => `number ${i}`),
    )
    await other.close()
    await session.remove('many')
  })

  const crowd = counterpart.crowd ?? 1_500
  test(named(`${crowd} entries are listed whole`), async () => {
    const all = Array.from({ length: crowd }, (_, i) => `entry ${String(i).padStart(4, '0')}.txt`)
    const { folder } = counterpart
    if (folder) {
      mkdirSync(path.join(folder, 'crowd'))
      chmodSync(path.join(folder, 'crowd'), 0o777)
      for (const name of all) writeFileSync(path.join(folder, 'crowd', name), name)
    } else await Promise.all(all.map((name) => write(`crowd/${name}`, name)))
    assert.deepEqual(await names('crowd'), all)
    await session.remove('crowd')
    assert.deepEqual(await names(''), [])
  })

  test(named('a server that dies while it is read from is unavailable, not the end of the file'), async () => {
    const length = 40_000_000
    await session.write('long.bin', Readable.from(pieces(length).bytes(), { objectMode: false }))
    const stream = await session.read('long.bin')
    let came = 0
    await assert.rejects(
      (async () => {
        for await (const chunk of stream) {
          if (came === 0) await kill()
          came += (chunk as Buffer).length
        }
      })(),
      Unavailable,
    )
    assert.ok(came < length)
    await assert.rejects(session.stat('long.bin'), Unavailable)
    await counterpart.start()
    assert.equal((await session.stat('long.bin'))?.size, length)
  })

  test(named('a server that dies while it is written to leaves nothing half'), async () => {
    const source = Readable.from(
      (async function* () {
        for (let i = 0; i < 60; i++) {
          if (i === 20) await kill()
          yield randomBytes(1_000_000)
        }
      })(),
      { objectMode: false },
    )
    await assert.rejects(session.write('long.bin', source), Unavailable)
    await counterpart.start()
    assert.deepEqual(await names(''), ['long.bin'])
    assert.equal((await session.stat('long.bin'))?.size, 40_000_000)
    await write('after.txt', 'again')
    assert.equal(await read('after.txt'), 'again')
    for (const path of ['after.txt', 'long.bin']) await session.remove(path)
  })
}

v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void

/** Random bytes with their hash, and how many bytes the process held at most while they were asked for, garbage apart. */
function pieces(length: number) {
  const hash = createHash('sha256')
  let [asked, peak] = [0, 0]
  const before = process.memoryUsage().arrayBuffers
  return {
    *bytes() {
      for (let count = 0; asked < length; count++) {
        const piece = randomBytes(Math.min(262_144, length - asked))
        hash.update(piece)
        asked += piece.length
        if (count % 25 === 24) {
          collectGarbage()
          // What the first finds is given back beside it, on a busy machine late; the second waits for that.
          collectGarbage()
          peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)
        }
        yield piece
      }
    },
    digest: () => hash.copy().digest('hex'),
    peak: () => peak,
  }
}
