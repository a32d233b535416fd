import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { archiveBody } from '@weft/catalogue/elements/archive/archive.server.ts'
import { archive } from '@weft/catalogue/elements/archive/archive.ts'
import { fileTransferBody } from '@weft/catalogue/elements/file-transfer/file-transfer.server.ts'
import { fileTransfer } from '@weft/catalogue/elements/file-transfer/file-transfer.ts'
import { openEgress } from '@weft/engine/connections/egress.server.ts'
import { localStorage } from '@weft/engine/storage/local.server.ts'
import { openConnectionPool } from '@weft/engine/storage/remote/connection-pool.server.ts'
import { connectRemote, type RemoteStorage } from '@weft/engine/storage/remote/connect.server.ts'
import { remoteStorage } from '@weft/engine/storage/remote/storage.server.ts'
import type { Storage } from '@weft/engine/storage/storage.ts'
import { anFtpServer } from '@weft/engine/storage/testing/ftp-server.ts'
import { anSftpServer } from '@weft/engine/storage/testing/sftp-server.ts'
import { storageDraft } from '@weft/kit/define/storage.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { quotedTexts, say } from '@weft/kit/messages/messages.ts'
import { aStep } from '@weft/kit/testing/step.ts'
import yazl from 'yazl'

const folder = mkdtempSync(path.join(tmpdir(), 'weft-elements-'))
after(() => rmSync(folder, { recursive: true, force: true }))
for (const name of ['ftp', 'sftp']) mkdirSync(path.join(folder, name))
const ftp = await anFtpServer({ root: path.join(folder, 'ftp') })
const sftp = await anSftpServer({ root: path.join(folder, 'sftp') })
const egress = openEgress(async () => [{ host: '127.0.0.1' }])

function elsewhere(type: 'ftp' | 'sftp', port: number): Storage {
  const settings = storageDraft.parse({
    type,
    port,
    host: '127.0.0.1',
    username: 'shop',
    password: 'secret',
    root: '/',
    timeout: 10,
  }) as RemoteStorage
  const lines = openConnectionPool(settings, () => connectRemote(settings, egress, () => {}))
  after(() => lines.close())
  return remoteStorage(lines, settings)
}
const storages = {
  local: localStorage(folder, 'tenant'),
  ftp: elsewhere('ftp', ftp.port),
  sftp: elsewhere('sftp', sftp.port),
}

const byText = (a: unknown, b: unknown) => String(a).localeCompare(String(b))

/** A ZIP archive as a careless or evil program might make it. */
async function zipped(
  entries: { name: string; content: string | Buffer; mode?: number }[],
  { rename }: { rename?: [from: string, to: string] } = {},
) {
  const zip = new yazl.ZipFile()
  for (const { name, content, mode } of entries)
    zip.addBuffer(Buffer.from(content), name, mode === undefined ? {} : { mode })
  zip.end()
  const bytes = Buffer.concat((await (zip.outputStream as Readable).toArray()) as Buffer[])
  return rename ? Buffer.from(bytes.toString('latin1').replaceAll(...rename), 'latin1') : bytes
}

for (const [name, files] of Object.entries(storages)) {
  const context = { files } as never
  const put = (file: string, content: string | Buffer) => files.write(file, Readable.from([Buffer.from(content)]))
  const text = async (file: string) => Buffer.concat((await (await files.read(file)).toArray()) as Buffer[]).toString()
  const transfer = async (settings: object, records: DataRecord[]) =>
    (await fileTransferBody.open(aStep(fileTransfer.settings.parse(settings), context))).write(records, 0)
  const again = async (settings: object, records: DataRecord[]) => {
    const step = aStep(fileTransfer.settings.parse(settings), context)
    return (await fileTransferBody.open({ ...step, job: { ...step.job, attempt: 2 } })).write(records, 0)
  }
  const pack = async (settings: object, records: DataRecord[] = [{}]) =>
    (await archiveBody.open(aStep(archive.settings.parse(settings), context))).write(records, 0)
  const reasons = (outcome: Awaited<ReturnType<typeof pack>>) =>
    outcome.rejected!.map(({ reason }) => say(reason, 'en'))

  test(`${name}: files are written from fields, listed, read, moved once and deleted`, async () => {
    const written = await transfer({ operation: 'put', path: 'in/{{ id }}.txt', field: 'body' }, [
      { id: 1, body: 'one' },
      { id: 2, body: { nested: true } },
    ])
    assert.deepEqual(
      written.exits['out']!.map(({ id, path: where, size }) => [id, where, size]),
      [
        [1, 'in/1.txt', 3],
        [2, 'in/2.txt', 15],
      ],
    )
    const listed = await transfer({ operation: 'list', path: 'in/*.txt' }, [{ run: 7 }])
    assert.deepEqual(listed.exits['out']!.map(({ run, path: where }) => [run, where]).toSorted(byText), [
      [7, 'in/1.txt'],
      [7, 'in/2.txt'],
    ])
    const read = await transfer({ operation: 'get', path: 'in/{{ id }}.txt', encoding: 'base64' }, [
      { id: 1 },
      { id: 3 },
    ])
    assert.deepEqual(
      read.exits['out']!.map(({ content }) => content),
      [Buffer.from('one').toString('base64')],
    )
    assert.deepEqual(reasons(read), ['There is no file "in/3.txt".'])
    const move = { operation: 'move', path: 'in/{{ id }}.txt', to: 'done/{{ id }}.txt' }
    // The second of two that name the same file finds it gone; who tries again after an interruption finds it done.
    const moved = await transfer(move, [{ id: 1 }, { id: 1 }])
    assert.deepEqual(
      [moved.exits['out'], reasons(moved)],
      [[{ id: 1, path: 'done/1.txt' }], ['There is no file "in/1.txt".']],
    )
    assert.deepEqual(reasons(await transfer(move, [{ id: 1 }])), ['There is no file "in/1.txt".'])
    assert.deepEqual((await again(move, [{ id: 1 }])).exits['out'], [{ id: 1, path: 'done/1.txt' }])
    const twice = await fileTransferBody.open(
      aStep(fileTransfer.settings.parse({ ...move, to: 'kept/{{ id }}.txt' }), context),
    )
    await put('in/5.txt', 'five')
    for (let tries = 0; tries < 2; tries++)
      assert.deepEqual((await twice.write([{ id: 5 }], 3)).exits['out'], [{ id: 5, path: 'kept/5.txt' }])
    assert.equal(await text('done/1.txt'), 'one')
    assert.deepEqual(reasons(await transfer({ operation: 'get', path: '../{{ id }}' }, [{ id: 1 }])), [
      'The path "../1" leads out of the storage or is not allowed.',
    ])
    assert.deepEqual(
      (await transfer({ operation: 'delete', path: 'in/{{ id }}.txt', missing: 'ignore' }, [{ id: 2 }, { id: 9 }]))
        .exits['out'],
      [{ id: 2 }, { id: 9 }],
    )
    assert.equal(await files.has('in/2.txt'), false)
  })

  test(`${name}: files are packed and come out as they were`, async () => {
    await put('data/2026/a.csv', 'id\n1\n')
    await put('data/2026/deep/b.csv', Buffer.alloc(300_000, 'ä'))
    const packed = await pack({ path: 'data/2026/**/*.csv', to: 'out/all.zip' })
    assert.deepEqual(
      packed.exits['out']!.map(({ path: where }) => where),
      ['out/all.zip'],
    )
    const unpacked = await pack({ operation: 'unzip', path: 'out/all.zip', to: 'back', afterwards: 'delete' })
    assert.deepEqual(unpacked.exits['out']!.map(({ path: where, size }) => [where, size]).toSorted(byText), [
      ['back/a.csv', 5],
      ['back/deep/b.csv', 300_000],
    ])
    assert.equal(await text('back/deep/b.csv'), await text('data/2026/deep/b.csv'))
    assert.equal(await files.has('out/all.zip'), false)
    await pack({ operation: 'gzip', path: 'data/2026/deep/b.csv', to: 'out/b.csv.gz' })
    await pack({ operation: 'gunzip', path: 'out/b.csv.gz', to: 'out/b.csv' })
    assert.equal(await text('out/b.csv'), await text('data/2026/deep/b.csv'))
    assert.deepEqual(reasons(await pack({ path: 'nowhere/*', to: 'out/none.zip' })), ['There is no file at nowhere/*.'])
  })

  test(`${name}: bombs, links, ways out and broken archives are rejected and leave nothing`, async () => {
    await put(
      'evil/bomb.zip',
      await zipped([
        { name: 'small.txt', content: 'x' },
        { name: 'large.txt', content: Buffer.alloc(3_000_000) },
      ]),
    )
    await put('evil/many.zip', await zipped(Array.from({ length: 12 }, (_, i) => ({ name: `${i}.txt`, content: '' }))))
    await put(
      'evil/out.zip',
      await zipped([{ name: 'aa/aa/x.txt', content: 'x' }], { rename: ['aa/aa/x.txt', '../../x.txt'] }),
    )
    await put('evil/link.zip', await zipped([{ name: 'link', content: '/etc/passwd', mode: 0o120777 }]))
    await put('evil/text.zip', 'no archive')
    const damaged = await zipped([
      { name: 'good.txt', content: 'good' },
      { name: 'damaged.txt', content: Array.from({ length: 5_000 }, (_, i) => i).join(' ') },
    ])
    await put(
      'evil/damaged.zip',
      damaged.fill(0xff, damaged.indexOf('damaged.txt') + 100, damaged.indexOf('damaged.txt') + 200),
    )
    await put('evil/bomb.gz', gzipSync(Buffer.alloc(3_000_000)))
    await put('evil/half.gz', gzipSync(Buffer.from('whole')).subarray(0, 15))
    const unzip = (file: string, more: object = {}) =>
      pack({
        operation: 'unzip',
        path: `evil/${file}`,
        to: 'unpacked',
        most_megabytes: 2,
        most_files: 10,
        ...more,
      }).then(reasons)
    assert.deepEqual(await unzip('bomb.zip'), ['evil/bomb.zip would unpack to more than 2 MB. Nothing of it was kept.'])
    assert.deepEqual(await unzip('many.zip'), ['evil/many.zip holds more than 10 files. Nothing of it was kept.'])
    assert.deepEqual(await unzip('out.zip'), [
      'evil/out.zip holds "../../x.txt", which leads elsewhere. Nothing of it was kept.',
    ])
    assert.deepEqual(await unzip('link.zip'), [
      'evil/link.zip holds "link", which leads elsewhere. Nothing of it was kept.',
    ])
    for (const file of ['text.zip', 'damaged.zip'])
      assert.match((await unzip(file))[0]!, new RegExp(`^evil/${file} is no archive that can be unpacked: `))
    assert.deepEqual(
      reasons(await pack({ operation: 'gunzip', path: 'evil/bomb.gz', to: 'unpacked/x', most_megabytes: 2 })),
      ['evil/bomb.gz would unpack to more than 2 MB. Nothing of it was kept.'],
    )
    assert.match(
      reasons(await pack({ operation: 'gunzip', path: 'evil/half.gz', to: 'unpacked/x' }))[0]!,
      /^evil\/half\.gz is no archive/,
    )
    assert.deepEqual(await files.list('unpacked/**'), [])
  })
}

test('a storage that is full while an archive is written is told as that', async () => {
  const full = {
    ...storages.local,
    write: async (_: string, source: Readable) => {
      source.destroy()
      throw new Unavailable('STORAGE_FULL', quotedTexts('full'))
    },
  }
  await storages.local.write(
    'full/a.zip',
    Readable.from([await zipped([{ name: 'a.txt', content: Buffer.alloc(300_000) }])]),
  )
  await storages.local.write('full/a.gz', Readable.from([gzipSync(Buffer.alloc(3_000_000))]))
  for (const [operation, from] of [
    ['unzip', 'full/a.zip'],
    ['gunzip', 'full/a.gz'],
    ['gzip', 'full/a.zip'],
  ] as const) {
    const sink = await archiveBody.open(
      aStep(archive.settings.parse({ operation, path: from, to: 'full/to' }), { files: full } as never),
    )
    await assert.rejects(sink.write([{}], 0), { code: 'STORAGE_FULL' }, operation)
  }
})
