import { posix } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { accountLimits } from '@weft/catalogue/resources/account-setting/limits.ts'
import { uploadSettings } from '@weft/catalogue/resources/setting/uploads.ts'
import { readAccountSettings } from '@weft/kit/database/account-settings.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import type { FileReference } from '@weft/kit/define/record.ts'
import { Conflict, Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Storage } from '@weft/engine/storage/storage.ts'
import type { AppContext } from '../context.ts'

const texts = defineMessages({
  none: { en: 'No file was sent.', de: 'Es wurde keine Datei gesendet.' },
  tooMany: {
    en: 'At most {count, plural, one {# file} other {# files}} may be uploaded at once. Nothing was saved.',
    de: 'Es {count, plural, one {kann höchstens # Datei} other {können höchstens # Dateien}} auf einmal hochgeladen werden. Es wurde nichts gespeichert.',
  },
  onlyOne: {
    en: 'One file at a time, please: {names} came along as well. Nothing was saved.',
    de: 'Bitte nur eine Datei auf einmal. Außerdem wurde gesendet: {names}. Es wurde nichts gespeichert.',
  },
  exists: {
    en: '"{name}" already exists. Choose another name, or replace it.',
    de: '„{name}“ gibt es bereits. Wählen Sie einen anderen Namen oder ersetzen Sie die Datei.',
  },
})

export type UploadLimits = { megabytes: number; files: number }

/** How much data may be brought at once, as the provider has set it for the installation and for the tenant. */
export async function uploadLimits({ db }: AppContext<'db'>, scope: FastifyRequest['scope']): Promise<UploadLimits> {
  const { tenant_id } = scope
  const { files, data_megabytes, own } = await inScope(db, scope, async (trx) => ({
    ...(await readSettings(trx, uploadSettings)),
    own: tenant_id && (await readAccountSettings(trx, accountLimits)),
  }))
  return { files, megabytes: own ? Math.min(data_megabytes, own.data_megabytes) : data_megabytes }
}

/** How much may come along with something else: pictures, attachments. */
export const attachmentLimits = ({ db }: AppContext<'db'>, scope: FastifyRequest['scope']): Promise<UploadLimits> =>
  inScope(db, scope, (trx) => readSettings(trx, uploadSettings))

/** The one file of a request that takes one, up to a byte more than allowed, so that the caller can refuse it; others along with it are named and refused. */
export async function onlyFile(
  request: FastifyRequest,
  largest: number,
): Promise<{ filename: string; mimetype: string; data: Buffer }> {
  const files: { filename: string; mimetype: string; data: Buffer }[] = []
  const options = { limits: { fileSize: largest + 1, files: mostNamed, fields: 5 }, throwFileSizeLimit: false }
  for await (const part of request.parts(options)) {
    if (part.type !== 'file') continue
    const data = files.length === 0 ? await buffer(part.file) : part.file.resume() && Buffer.alloc(0)
    files.push({ filename: part.filename, mimetype: part.mimetype, data })
  }
  const [first, ...others] = files
  if (!first) throw new Invalid('INVALID_MIN_FILES', texts.none())
  if (others.length > 0)
    throw new Invalid('INVALID_MAX_FILES', texts.onlyOne({ names: others.map(({ filename }) => filename).join(', ') }))
  return first
}

/** Beyond these a request is refused without naming each file. */
const mostNamed = 200

type Options = { folder: string; limits: UploadLimits; exists: 'refuse' | 'replace' | 'number' }

/** Streams the files of a multipart request into the storage. If one fails, those saved before it are taken back. */
export async function receiveFiles(
  request: FastifyRequest,
  storage: Storage,
  { folder, limits, exists }: Options,
): Promise<FileReference[]> {
  const saved: { file: FileReference; fresh: boolean }[] = []
  const freshFolder = folder !== '' && !(await storage.has(folder))
  try {
    for await (const part of request.parts({ limits: { fileSize: Infinity, files: limits.files + 1, fields: 20 } })) {
      if (part.type !== 'file') continue
      if (saved.length >= limits.files) throw new Invalid('INVALID_MAX_FILES', texts.tooMany({ count: limits.files }))
      const wanted = posix.join(folder, posix.basename(part.filename.replaceAll('\\', '/')))
      const there = await storage.has(wanted)
      if (there && exists === 'refuse')
        throw new Conflict('FILE_EXISTS', texts.exists({ name: posix.basename(wanted) }))
      const path = there && exists === 'number' ? await freePath(storage, wanted) : wanted
      // A browser that goes away ends the request without ending the part.
      const gone = () =>
        request.raw.complete ||
        part.file.destroy(Object.assign(new Error('the client went away'), { code: 'ECONNRESET' }))
      request.raw.once('close', gone)
      try {
        saved.push({
          file: await storage.write(path, part.file, { limit: limits.megabytes * 1_000_000 }),
          fresh: !there || path !== wanted,
        })
      } finally {
        request.raw.off('close', gone)
      }
    }
    if (saved.length === 0) throw new Invalid('INVALID_MIN_FILES', texts.none())
  } catch (error) {
    for (const { file, fresh } of saved) if (fresh) await storage.remove(file.path)
    if (freshFolder && (await storage.has(folder)) && (await storage.folder(folder)).length === 0)
      await storage.remove(folder)
    throw error
  }
  return saved.map(({ file }) => file)
}

async function freePath(storage: Storage, wanted: string): Promise<string> {
  const { dir, name, ext } = posix.parse(wanted)
  for (let n = 2; ; n++) {
    const path = posix.join(dir, `${name}-${n}${ext}`)
    if (!(await storage.has(path))) return path
  }
}
