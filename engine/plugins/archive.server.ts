import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pluginManifest, type PluginManifest } from '@weft/kit/define/plugin.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import { bothLanguages, defineMessages, type Text } from '@weft/kit/messages/messages.ts'
import * as yauzl from 'yauzl'
import { ZipFile } from 'yazl'
import { z } from 'zod'

const texts = defineMessages({
  zip: {
    en: 'This is no plugin: the file is no readable zip archive.',
    de: 'Das ist kein Plugin: Die Datei ist kein lesbares Zip-Archiv.',
  },
  large: {
    en: 'The plugin is too large: at most {files} files and {megabytes} MB unpacked are accepted.',
    de: 'Das Plugin ist zu groß: Höchstens {files} Dateien und {megabytes} MB entpackt werden angenommen.',
  },
  name: {
    en: 'The plugin holds a file whose name is not accepted: {name}',
    de: 'Das Plugin enthält eine Datei, deren Name nicht angenommen wird: {name}',
  },
  missing: { en: 'The plugin has no file {name}.', de: 'Dem Plugin fehlt die Datei {name}.' },
  unsigned: { en: 'The plugin is not signed.', de: 'Das Plugin ist nicht signiert.' },
  stranger: {
    en: 'The plugin is signed by somebody this installation does not trust (key {key}).',
    de: 'Das Plugin ist von jemandem signiert, dem diese Installation nicht vertraut (Schlüssel {key}).',
  },
  altered: {
    en: 'The plugin was altered after it was signed. It was not accepted.',
    de: 'Das Plugin wurde nach dem Signieren verändert. Es wurde nicht angenommen.',
  },
  manifest: {
    en: 'The manifest of the plugin is not valid: {place}: {en}',
    de: 'Das Manifest des Plugins ist ungültig: {place}: {de}',
  },
  twice: { en: 'more than one part is called {key}', de: 'mehr als ein Teil heißt {key}' },
})

/** More than any plugin needs, and less than would hurt. */
export const archiveLimits = { files: 200, packed: 5_000_000, unpacked: 10_000_000 }

const manifestFile = 'manifest.json'
const signatureFile = 'signature.json'
const signature = z.strictObject({
  algorithm: z.literal('ed25519'),
  key: z.string().max(200),
  signature: z.string().max(200),
})

/** Somebody whose plugins are accepted: their name, and their public key in base64 (SPKI). */
export type Publisher = { name: string; key: string }
type OpenedArchive = { manifest: PluginManifest; files: Record<string, string>; publisher: Publisher; sha256: string }

/** What is signed: every file by its name, size and hash, in the order of their names. */
function listed(files: ReadonlyMap<string, Buffer>): Buffer {
  const lines = [...files]
    .filter(([name]) => name !== signatureFile)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, content]) => `${createHash('sha256').update(content).digest('hex')} ${content.length} ${name}`)
  return Buffer.from(`weft plugin 1\n${lines.join('\n')}\n`)
}

/** A plugin as one signed file. */
export async function packPlugin(files: ReadonlyMap<string, Buffer>, key: KeyObject): Promise<Buffer> {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')
  const zip = new ZipFile()
  const at = { mtime: new Date(0), mode: 0o100644 }
  for (const [name, content] of files) zip.addBuffer(content, name, at)
  zip.addBuffer(
    Buffer.from(
      `${JSON.stringify({ algorithm: 'ed25519', key: publicKey, signature: sign(null, listed(files), key).toString('base64') }, null, 2)}\n`,
    ),
    signatureFile,
    at,
  )
  zip.end()
  return Buffer.concat((await (zip.outputStream as Readable).toArray()) as Buffer[])
}

/** Reads an archive that nobody has to trust yet: bounded, every name looked at, signed by somebody known and not altered since. */
export async function openArchive(
  bytes: Buffer,
  trusted: readonly Publisher[],
  unpack: typeof unpackedFiles = unpackedFiles,
): Promise<OpenedArchive> {
  if (bytes.length > archiveLimits.packed) throw tooLarge()
  const files = await unpack(bytes)
  const publisher = publisherOf(files, trusted)
  const manifest = manifestOf(files)
  return { manifest, files: textsOf(files), publisher, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function publisherOf(files: ReadonlyMap<string, Buffer>, trusted: readonly Publisher[]): Publisher {
  const signed = signature.safeParse(parsed(files.get(signatureFile)))
  if (!signed.success) throw new Invalid('PLUGIN_UNSIGNED', texts.unsigned())
  const publisher = trusted.find(({ key }) => key === signed.data.key)
  if (!publisher) throw new Invalid('PLUGIN_PUBLISHER_UNKNOWN', texts.stranger({ key: signed.data.key }))
  const key = createPublicKey({ key: Buffer.from(publisher.key, 'base64'), format: 'der', type: 'spki' })
  if (
    key.asymmetricKeyType !== 'ed25519' ||
    !verify(null, listed(files), key, Buffer.from(signed.data.signature, 'base64'))
  )
    throw new Invalid('PLUGIN_ALTERED', texts.altered())
  return publisher
}

function manifestOf(files: ReadonlyMap<string, Buffer>): PluginManifest {
  const content = files.get(manifestFile)
  if (!content) throw new Invalid('PLUGIN_INVALID', texts.missing({ name: manifestFile }))
  const result = pluginManifest.safeParse(parsed(content), { reportInput: true })
  if (!result.success) {
    const { place, message } = issuePaths(result.error.issues)[0]!
    throw wrongManifest(place, bothLanguages(message))
  }
  const manifest = result.data
  for (const part of ['settings', 'elements', 'transformers', 'connectors', 'subscribers'] as const) {
    const seen = new Set<string>()
    for (const { key } of manifest[part]) {
      if (seen.has(key)) throw wrongManifest(part, bothLanguages(texts.twice({ key })))
      seen.add(key)
    }
  }
  for (const { code } of [...manifest.elements, ...manifest.transformers, ...manifest.subscribers])
    if (!files.has(code)) throw new Invalid('PLUGIN_INVALID', texts.missing({ name: code }))
  return manifest
}

/** The problem is said in the reader's language, inside of a sentence that is. */
const wrongManifest = (place: string, problem: Text) =>
  new Invalid('PLUGIN_INVALID', texts.manifest({ place: place || '–', ...problem }))

const textsOf = (files: ReadonlyMap<string, Buffer>) =>
  Object.fromEntries(
    [...files].filter(([name]) => name !== signatureFile).map(([name, content]) => [name, content.toString('utf8')]),
  )

function parsed(content: Buffer | undefined): unknown {
  try {
    return JSON.parse(content?.toString('utf8') ?? '') as unknown
  } catch {
    return undefined
  }
}

const tooLarge = () =>
  new Invalid('PLUGIN_TOO_LARGE', texts.large({ files: archiveLimits.files, megabytes: archiveLimits.unpacked / 1e6 }))

/** The files by name. What a header says of its size is not believed: bytes are counted as they come. */
export async function unpackedFiles(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, opened) =>
      error ? reject(unreadable(error)) : resolve(opened),
    ),
  )
  const files = new Map<string, Buffer>()
  let total = 0
  for await (const entry of entriesOf(zip)) {
    const { fileName: name } = entry
    if (name.endsWith('/')) continue
    if (!isAccepted(name) || isLink(entry) || files.has(name))
      throw new Invalid('PLUGIN_FILE_NAME', texts.name({ name: name.slice(0, 200) }))
    if (files.size >= archiveLimits.files) throw tooLarge()
    const content = await contentOf(zip, entry, archiveLimits.unpacked - total)
    total += content.length
    files.set(name, content)
  }
  return files
}

async function* entriesOf(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  for (;;) {
    const next = await new Promise<yauzl.Entry | undefined>((resolve, reject) => {
      const forget = () => zip.removeAllListeners()
      zip.once('entry', (entry: yauzl.Entry) => (forget(), resolve(entry)))
      zip.once('end', () => (forget(), resolve(undefined)))
      zip.once('error', (error: Error) => (forget(), reject(unreadable(error))))
      zip.readEntry()
    })
    if (!next) return
    yield next
  }
}

async function contentOf(zip: yauzl.ZipFile, entry: yauzl.Entry, most: number): Promise<Buffer> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
    zip.openReadStream(entry, (error, opened) => (error ? reject(unreadable(error)) : resolve(opened))),
  )
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > most) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof Invalid ? error : unreadable(error as Error)
  }
  return Buffer.concat(chunks)
}

const isAccepted = (name: string) =>
  /^[A-Za-z0-9][A-Za-z0-9_./-]{0,190}$/.test(name) &&
  name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
/** Unix archives keep the kind of file in the upper half. */
const isLink = ({ externalFileAttributes }: yauzl.Entry) => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

const unreadable = (cause: Error) =>
  /invalid (characters|relative path)|absolute path/i.test(cause.message)
    ? new Invalid('PLUGIN_FILE_NAME', texts.name({ name: cause.message.split(': ').at(-1)!.slice(0, 200) }), { cause })
    : new Invalid('PLUGIN_INVALID', texts.zip(), { cause })
