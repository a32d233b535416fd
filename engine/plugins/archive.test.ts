import assert from 'node:assert/strict'
import { sign } from 'node:crypto'
import { test } from 'node:test'
import { ZipFile } from 'yazl'
import { aPlugin, aPublisher, anElement, packed, shippedPlugin } from '../testing/plugin.ts'
import { archiveLimits, openArchive } from './archive.server.ts'

const agency = aPublisher()
const stranger = aPublisher('Somebody')
const simple = () => aPlugin('simple', { elements: [anElement('twice')] }, { 'twice.ts': 'export default (r) => r' })
const refusedWith =
  (code: string, said = /./) =>
  (error: Error & { code?: string }) =>
    error.code === code && said.test(error.message)

async function zipped(entries: [name: string, content: Buffer | string, mode?: number][]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content, mode = 0o100644] of entries) zip.addBuffer(Buffer.from(content), name, { mode })
  zip.end()
  return Buffer.concat((await (zip.outputStream as import('node:stream').Readable).toArray()) as Buffer[])
}
const unsigned = (files: Map<string, Buffer>) => zipped([...files])
/** The name stands twice in an archive, before the file and in the list at its end. */
const renamed = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

test('a plugin that somebody trusted has signed is opened with what it says and brings', async () => {
  const { manifest, files, publisher, sha256 } = await openArchive(
    await packed(shippedPlugin('chat-notifier'), agency),
    [stranger, agency],
  )
  assert.deepEqual(
    [manifest.key, manifest.version, manifest.elements.map(({ key }) => key), publisher.name, sha256.length],
    ['chat_notifier', '1.0.0', ['write_message', 'compose_text'], 'Agency', 64],
  )
  assert.match(files['elements/compose-text.ts']!, /export default function composeText/)
  assert.equal(files['signature.json'], undefined)
})

test('what nobody has signed, or somebody unknown, is refused', async () => {
  await assert.rejects(openArchive(await unsigned(simple()), [agency]), refusedWith('PLUGIN_UNSIGNED'))
  await assert.rejects(
    openArchive(await packed(simple(), stranger), [agency]),
    refusedWith('PLUGIN_PUBLISHER_UNKNOWN', new RegExp(stranger.key.slice(0, 20).replaceAll('+', '[+]'))),
  )
  await assert.rejects(openArchive(await packed(simple(), agency), []), refusedWith('PLUGIN_PUBLISHER_UNKNOWN'))
})

test('a file that was changed, added, taken away or renamed after signing is found out', async () => {
  const files = simple()
  const bytes = await packed(files, agency)
  const opened = await readAll(bytes)
  const with_ = (change: (all: Map<string, Buffer>) => void) => {
    const all = new Map(opened)
    change(all)
    return unsigned(all)
  }
  await assert.rejects(
    openArchive(await with_((all) => all.set('twice.ts', Buffer.from('export default () => [{ evil: true }]'))), [
      agency,
    ]),
    refusedWith('PLUGIN_ALTERED'),
  )
  await assert.rejects(
    openArchive(await with_((all) => all.set('more.ts', Buffer.from('x'))), [agency]),
    refusedWith('PLUGIN_ALTERED'),
  )
  await assert.rejects(
    openArchive(await with_((all) => all.delete('twice.ts')), [agency]),
    refusedWith('PLUGIN_ALTERED'),
  )
  await assert.rejects(openArchive(renamed(bytes, 'twice.ts', 'trice.ts'), [agency]), refusedWith('PLUGIN_ALTERED'))
  // The signature of another content, and the name of somebody trusted over a stranger's signature.
  const forged = JSON.stringify({
    algorithm: 'ed25519',
    key: agency.key,
    signature: sign(null, Buffer.from('x'), stranger.sign).toString('base64'),
  })
  await assert.rejects(
    openArchive(await with_((all) => all.set('signature.json', Buffer.from(forged))), [agency]),
    refusedWith('PLUGIN_ALTERED'),
  )
})

test('names that lead elsewhere, links and doubles are refused before anything is believed', async () => {
  const long = await packed(
    aPlugin('simple', { elements: [anElement('twice')] }, { 'twice.ts': 'x', 'aaaaaaaaaaaa.ts': 'x' }),
    agency,
  )
  for (const name of [
    '../../../etc/p',
    '/etc/passwd.ts',
    'a/../../bb.ts.',
    String.raw`..\..\windows`,
    'a//aaaaaaaa.ts',
  ])
    await assert.rejects(
      openArchive(renamed(long, 'aaaaaaaaaaaa.ts', name.padEnd(15, 'x').slice(0, 15)), [agency]),
      refusedWith('PLUGIN_FILE_NAME'),
      name,
    )
  await assert.rejects(
    openArchive(
      await zipped([
        ['manifest.json', '{}'],
        ['link.ts', '/etc/passwd', 0o120777],
      ]),
      [agency],
    ),
    refusedWith('PLUGIN_FILE_NAME'),
  )
  await assert.rejects(
    openArchive(
      await zipped([
        ['a.ts', '1'],
        ['a.ts', '2'],
      ]),
      [agency],
    ),
    refusedWith('PLUGIN_FILE_NAME'),
  )
})

test('an archive that unpacks to more than its size is stopped while it unpacks, whatever its headers say', async () => {
  const bomb = await zipped([
    ['manifest.json', '{}'],
    ['zeros.ts', Buffer.alloc(archiveLimits.unpacked + 1)],
  ])
  assert.ok(bomb.length < 20_000)
  await assert.rejects(openArchive(bomb, [agency]), refusedWith('PLUGIN_TOO_LARGE'))
  const header = bomb.lastIndexOf(Buffer.from('504b0102', 'hex'))
  bomb.writeUInt32LE(10, header + 24)
  await assert.rejects(openArchive(bomb, [agency]), (error: Error & { code?: string }) =>
    ['PLUGIN_TOO_LARGE', 'PLUGIN_INVALID'].includes(error.code!),
  )
  await assert.rejects(
    openArchive(await zipped(Array.from({ length: archiveLimits.files + 1 }, (_, i) => [`f${i}.ts`, 'x'])), [agency]),
    refusedWith('PLUGIN_TOO_LARGE'),
  )
  await assert.rejects(openArchive(Buffer.alloc(archiveLimits.packed + 1), [agency]), refusedWith('PLUGIN_TOO_LARGE'))
})

test('what is no archive, or has no proper manifest, is told so with the place', async () => {
  await assert.rejects(openArchive(Buffer.from('no zip'), [agency]), refusedWith('PLUGIN_INVALID', /no readable zip/))
  const wrong = async (parts: object, files: Record<string, string> = { 'twice.ts': 'x' }) =>
    openArchive(await packed(aPlugin('simple', parts as never, files), agency), [agency])
  await assert.rejects(wrong({ version: '1' }), refusedWith('PLUGIN_INVALID', /version/))
  await assert.rejects(
    wrong({ elements: [anElement('twice', { kind: 'control' })] }),
    refusedWith('PLUGIN_INVALID', /elements[.]0[.]kind/),
  )
  await assert.rejects(
    wrong({ elements: [anElement('twice'), anElement('twice')] }),
    refusedWith('PLUGIN_INVALID', /more than one part is called twice/),
  )
  await assert.rejects(wrong({ elements: [anElement('once')] }), refusedWith('PLUGIN_INVALID', /no file once[.]ts/))
  await assert.rejects(
    wrong({ permissions: { http: ['https://all'] } }),
    refusedWith('PLUGIN_INVALID', /permissions[.]http[.]0/),
  )
  await assert.rejects(wrong({ extra: true }), refusedWith('PLUGIN_INVALID'))
})

/** Every file of an archive this test has made itself. */
async function readAll(bytes: Buffer): Promise<Map<string, Buffer>> {
  const { files } = await openArchive(bytes, [agency])
  const signature = JSON.stringify({
    algorithm: 'ed25519',
    key: agency.key,
    signature: bytes.toString('latin1').match(/"signature": "([^"]+)"/)?.[1] ?? '',
  })
  return new Map([
    ...Object.entries(files).map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]),
    ['signature.json', Buffer.from(signature)],
  ])
}
