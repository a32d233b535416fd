import { fileProblem } from '@weft/catalogue/validators/file.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ownScope } from '../auth/guard.ts'
import type { House } from '../house.ts'

const texts = defineMessages({
  none: { en: 'No file was sent.', de: 'Es wurde keine Datei gesendet.' },
  noPicture: { en: '{name} is not a PNG, JPEG or WebP picture.', de: '{name} ist kein Bild im Format PNG, JPEG oder WebP.' },
})

const largest = 4_000_000
const rules = { extensions: ['png', 'jpg', 'jpeg', 'webp'], types: [], max_files: 1, max_size: largest }

/** The kind of picture these bytes are, whatever the file is called. */
export function pictureType(data: Buffer): 'image/png' | 'image/jpeg' | 'image/webp' | undefined {
  if (data.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png'
  if (data.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (data.subarray(0, 4).toString('latin1') === 'RIFF' && data.subarray(8, 12).toString('latin1') === 'WEBP') return 'image/webp'
  return undefined
}

/** The picture of a user: brought by himself, one at a time, at an address nobody can guess. */
export const pictureRoutes = ({ db }: House): FastifyPluginAsyncZod => async (app) => {
  const about = (summary: string) => ({ tags: ['auth'], summary })

  app.post('/auth/me/picture', { schema: { ...about('Bring the own picture'), consumes: ['multipart/form-data'] }, config: { scope: 'user' } }, async (request, reply) => {
    const { user } = request
    const part = await request.file({ limits: { fileSize: largest + 1, files: 1, fields: 5 }, throwFileSizeLimit: false })
    if (!part) throw new Invalid('INVALID_MIN_FILES', texts.none())
    const data = await part.toBuffer()
    const wrong = fileProblem([{ name: part.filename, size: data.length, type: part.mimetype }], rules)
    if (wrong) throw new Invalid(wrong.code, wrong.message)
    const type = pictureType(data)
    if (!type) throw invalidField('file', texts.noPicture({ name: part.filename }))
    const address = await inScope(db, ownScope(user), async (trx) => {
      await trx.deleteFrom('pictures').where('user_id', '=', user.id).execute()
      const { id } = await trx.insertInto('pictures').values({ user_id: user.id, type, data }).returning('id').executeTakeFirstOrThrow()
      const profile_picture = `/api/app/pictures/${id}`
      await trx.updateTable('users').set({ profile_picture }).where('id', '=', user.id).execute()
      return profile_picture
    })
    return reply.code(201).send({ data: { profile_picture: address } })
  })

  app.delete('/auth/me/picture', { schema: about('Remove the own picture'), config: { scope: 'user' } }, async ({ user }, reply) => {
    await inScope(db, ownScope(user), async (trx) => {
      await trx.deleteFrom('pictures').where('user_id', '=', user.id).execute()
      await trx.updateTable('users').set({ profile_picture: null }).where('id', '=', user.id).execute()
    })
    return reply.code(204).send()
  })
}

/** Pictures as an `img` asks for them: without a token, by an address of 122 random bits. */
export const openPictureRoutes = ({ db }: House): FastifyPluginAsync => async (app) => {
  const schema = { tags: ['open'], summary: 'Load a picture', params: z.object({ id: z.uuid() }) }
  app.get<{ Params: { id: string } }>('/api/app/pictures/:id', { schema, config: { scope: 'public' } }, async ({ params }, reply) => {
    const found = await inScope(db, systemScope, (trx) => trx.selectFrom('pictures').select(['type', 'data']).where('id', '=', params.id).executeTakeFirst())
    if (!found) throw notFound()
    return reply.header('content-type', found.type).header('cache-control', 'private, max-age=31536000, immutable').header('content-security-policy', "default-src 'none'").send(found.data)
  })
}
