import { mediaContract, openMediaContract } from '@weft/contracts/media.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { Readable } from 'node:stream'
import { media } from '@weft/catalogue/resources/media/media.ts'
import { settingGroups } from '@weft/catalogue/resources/setting/all.ts'
import { uploadSettings } from '@weft/catalogue/resources/setting/uploads.ts'
import { fileProblem } from '@weft/catalogue/validators/file.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict, Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import { deleteRow, escapeLike, etagOf, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { kindOf, type MediaKind } from './media-type.ts'
import { draw } from './picture-routes.ts'
import { onlyFile } from '../../http/uploads.ts'

const texts = defineMessages({
  kind: {
    en: '{name} is no picture (PNG, JPEG, WebP, GIF), no PDF and no text.',
    de: '{name} ist weder ein Bild (PNG, JPEG, WebP, GIF) noch ein PDF noch ein Text.',
  },
  broken: { en: '{name} is not a picture that can be read.', de: '{name} ist kein lesbares Bild.' },
  used: {
    en: '{name} is still used in: {places}. Please remove it there first.',
    de: '{name} wird noch verwendet in: {places}. Bitte entfernen Sie es zuerst dort.',
  },
})

const { file_name } = media.fields
/** All files of the library are the provider's: one folder, apart from the tenants' storages. */
const library = ({ fileStore }: AppContext<'fileStore'>) => fileStore.storage('provider')
const placeOf = (id: string) => `media/${id}`

/** The provider's media library: pictures, PDFs and texts for news and mails. */
export const mediaRoutes =
  (context: AppContext<'db' | 'fileStore' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, mediaContract)
    const { db } = context

    on('POST /media', async (request, reply) => {
      const { megabytes, picture_quality } = await inScope(db, request.scope, (trx) =>
        readSettings(trx, uploadSettings),
      )
      const largest = megabytes * 1_000_000
      const { data: sent, ...part } = await onlyFile(request, largest)
      const wrong = fileProblem([{ name: part.filename, size: sent.length, type: part.mimetype }], {
        extensions: [],
        types: [],
        max_files: 1,
        max_size: largest,
      })
      if (wrong) throw new Invalid(wrong.code, wrong.message)
      const name = file_name.parse(part.filename.split(/[/\\]/).at(-1))
      const kind = kindOf(sent)
      if (!kind) throw invalidField('file', texts.kind({ name }))
      const { data, ...size } =
        kind.type === 'image'
          ? await picture(context, request, sent, kind, picture_quality).catch((error: unknown) => {
              throw error instanceof WeftError && error.code === 'INVALID'
                ? invalidField('file', texts.broken({ name }))
                : error
            })
          : { data: sent, width: null, height: null }
      const row = await inScope(db, request.scope, async (trx) => {
        const made = await trx
          .insertInto('media')
          .values({ file_name: name, folder: request.query.folder, ...kind, ...size, size: data.length })
          .returningAll()
          .executeTakeFirstOrThrow()
        await library(context).write(placeOf(made.id), Readable.from([data]))
        return made
      })
      void reply.header('etag', etagOf(row))
      return reply.code(201).send({ data: media.row.parse(row) })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /media/:id`, async ({ scope, params, body, headers }, reply) => {
        const data = await inScope(db, scope, (trx) => updateRow(trx, media, params.id, body, headers['if-match']))
        void reply.header('etag', etagOf(data))
        return reply.code(200).send({ data: media.row.parse(data) })
      })

    on('GET /media/:id/uses', async ({ scope, params, language }) => ({
      data: await usesOf(context, scope, params.id, language),
    }))

    on('DELETE /media/:id', async ({ scope, params, language }, reply) => {
      const uses = await usesOf(context, scope, params.id, language)
      await inScope(db, scope, async (trx) => {
        const { file_name: name } = await readRow(trx, media, params.id)
        if (uses.length > 0)
          throw new Conflict(
            'IN_USE',
            texts.used({ name: String(name), places: uses.map(({ title }) => title).join(', ') }),
          )
        await deleteRow(trx, media, params.id)
      })
      await library(context)
        .remove(placeOf(params.id))
        .catch(ignore('the file of a removed medium stays; nobody names it any more'))
      return reply.code(204).send(null)
    })
  }

/** Everything of the provider that shows the file, by its address in a text or setting. */
const usesOf = ({ db }: AppContext<'db'>, scope: Parameters<typeof inScope>[1], id: string, language: Language) =>
  inScope(db, scope, async (trx) => {
    const holding = `%${escapeLike(id)}%`
    const news = await trx
      .selectFrom('news')
      .select(['id', 'title'])
      .where('content', 'like', holding)
      .orderBy('title')
      .execute()
    const settings = await trx
      .selectFrom('settings')
      .select('key')
      .where(sql`value::text`, 'like', holding)
      .orderBy('key')
      .execute()
    const mails = await trx
      .selectFrom('mail_templates')
      .select(['id', 'class_name', 'subject'])
      .where((eb) => eb.or([eb('body', 'like', holding), eb('subject', 'like', holding)]))
      .orderBy('subject')
      .execute()
    const campaigns = await trx
      .selectFrom('newsletter_campaigns')
      .select(['id', 'label'])
      .where((eb) => eb.or([eb('body_en', 'like', holding), eb('body_de', 'like', holding)]))
      .orderBy('label')
      .execute()
    return [
      ...news.map((row) => ({ kind: 'news' as const, ...row })),
      ...settings.map(({ key }) => ({
        kind: 'setting' as const,
        id: key,
        title: settingGroups.find(({ path }) => path === key)?.labels.title[language] ?? key,
      })),
      ...mails.map((row) => ({ kind: 'mail_template' as const, id: row.id, title: row.subject || row.class_name })),
      ...campaigns.map((row) => ({ kind: 'newsletter' as const, id: row.id, title: row.label })),
    ]
  })

/** A picture with its size in pixels; JPEG and WebP compressed where that makes them smaller, turned upright and without what the camera noted. */
async function picture(
  context: AppContext<'isolation'>,
  request: FastifyRequest,
  sent: Buffer,
  { mime }: MediaKind,
  quality: number,
) {
  const format =
    quality < 100 && mime === 'image/jpeg' ? 'jpeg' : quality < 100 && mime === 'image/webp' ? 'webp' : undefined
  const [drawn] = await draw(context, request, sent, [format ? { format, quality: Math.max(1, quality) } : {}])
  const { data = sent, width, height } = drawn!
  return { data: data.length < sent.length ? data : sent, width, height }
}

/** A file as an `img` or a frame asks for it: without a token, by an address of 122 random bits; never as something that may run. */
export const openMediaRoutes =
  (context: AppContext<'db' | 'fileStore'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, openMediaContract)

    on('GET /media_files/:id', async ({ params }, reply) => {
      const found = await inScope(context.db, systemScope, (trx) =>
        trx.selectFrom('media').select(['file_name', 'mime', 'size']).where('id', '=', params.id).executeTakeFirst(),
      )
      if (!found) throw notFound()
      const name = encodeURIComponent(found.file_name).replaceAll("'", '%27')
      // Browsers show a PDF as an object inside a page of their own.
      const objects = found.mime === 'application/pdf' ? "; object-src 'self'" : ''
      return reply
        .header('content-type', found.mime)
        .header('content-length', found.size)
        .header('content-disposition', `inline; filename*=UTF-8''${name}`)
        .header('cache-control', 'private, max-age=86400')
        .header('content-security-policy', `default-src 'none'; style-src 'unsafe-inline'${objects}`)
        .code(200)
        .send(await library(context).read(placeOf(params.id)))
    })
  }
