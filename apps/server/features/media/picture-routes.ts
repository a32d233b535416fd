import { Readable } from 'node:stream'
import { uploadSettings } from '@weft/catalogue/resources/setting/uploads.ts'
import { fileProblem } from '@weft/catalogue/validators/file.ts'
import { openPictureContract, pictureContract } from '@weft/contracts/pictures.ts'
import { drawPictures, type RenderedPicture } from '@weft/engine/pictures/picture-tasks.ts'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import type { UserKind } from '@weft/kit/define/permissions.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { ownScope } from '../../auth/guard.ts'
import { permissionsOfRole, refuseStronger, type Member } from '../../auth/role-rules.ts'
import type { AppContext } from '../../context.ts'
import { attachmentLimits, onlyFile } from '../../http/uploads.ts'

const texts = defineMessages({
  notProfile: {
    en: 'The profile picture must be an image: PNG, JPEG or WebP.',
    de: 'Das Profilbild muss ein Bild sein: PNG, JPEG oder WebP.',
  },
  noPicture: {
    en: '{name} is not a PNG, JPEG or WebP picture.',
    de: '{name} ist kein Bild im Format PNG, JPEG oder WebP.',
  },
})

const extensions = ['png', 'jpg', 'jpeg', 'webp']

/** The kind of picture these bytes are, whatever the file is called. */
function pictureType(data: Buffer): 'image/png' | 'image/jpeg' | 'image/webp' | undefined {
  if (data.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png'
  if (data.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (data.subarray(0, 4).toString('latin1') === 'RIFF' && data.subarray(8, 12).toString('latin1') === 'WEBP')
    return 'image/webp'
  return undefined
}

/**
 * The picture of a user, one at a time, at an address nobody can guess: brought by the user, or by who administers
 * them.
 */
export const pictureRoutes =
  (context: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, pictureContract)
    const { db } = context

    on('POST /auth/me/picture', async (request, reply) =>
      reply.code(201).send({
        data: { profile_picture: await keep(db, request.user.id, await profilePictureOf(context, request)) },
      }),
    )

    on('DELETE /auth/me/picture', async ({ user }, reply) => {
      await forget(db, user.id)
      return reply.code(204).send(null)
    })

    on('POST /users/:id/picture', async (request, reply) => {
      await mustAdminister(request, request.params.id)
      return reply.code(201).send({
        data: { profile_picture: await keep(db, request.params.id, await profilePictureOf(context, request)) },
      })
    })

    on('DELETE /users/:id/picture', async (request, reply) => {
      await mustAdminister(request, request.params.id)
      await forget(db, request.params.id)
      return reply.code(204).send(null)
    })

    /**
     * Whom the caller does not see is not there for them; whoever may do more than the caller is not theirs to change.
     */
    const mustAdminister = ({ scope, user }: Pick<FastifyRequest, 'scope' | 'user'>, id: string) =>
      inScope(db, scope, async (trx) => {
        const found = await trx
          .selectFrom('users')
          .select(['kind', 'partner_id', 'tenant_id', 'role'])
          .where('id', '=', id)
          .executeTakeFirst()
        if (!found) throw notFound()
        refuseStronger(user, found.kind as UserKind, await permissionsOfRole(trx, found as Member, found.role))
      })
  }

/** As any picture; what is none is told in the words of the profile. */
const profilePictureOf = (context: AppContext<'db'>, request: FastifyRequest) =>
  pictureOf(context, request).catch((error: Error) => {
    if (!(error instanceof Invalid) || (error.code !== 'INVALID_EXTENSION' && error.code !== 'INVALID')) throw error
    throw new Invalid(error.code, texts.notProfile(), { fields: { file: [texts.notProfile()] } })
  })

const largest = { width: 800, height: 400 }

/** The same made small: WebP in the quality of the installation. */
export async function smallPictureOf(
  context: AppContext<'db' | 'isolation'>,
  request: FastifyRequest,
): Promise<{ type: string; data: Buffer }> {
  const sent = await pictureOf(context, request)
  const { picture_quality } = await inScope(context.db, systemScope, (trx) => readSettings(trx, uploadSettings))
  const [drawn] = await draw(context, request, sent.data, [
    { inside: largest, format: 'webp', quality: Math.max(1, picture_quality) },
  ])
  return { type: 'image/webp', data: drawn!.data! }
}

/** Pictures made of the one a request brings; a broken one is told at its field. */
export async function draw(
  { isolation }: AppContext<'isolation'>,
  { scope, user }: Pick<FastifyRequest, 'scope' | 'user'>,
  sent: Buffer,
  pictures: RenderedPicture[],
): Promise<{ width: number; height: number; data?: Buffer }[]> {
  const { value, bytes } = await isolation
    .run(drawPictures, { pictures }, { owner: scope.tenant_id ?? user.id, input: async () => Readable.from([sent]) })
    .catch((error: unknown) => {
      throw error instanceof WeftError && error.code === 'PICTURE_BROKEN' ? invalidField('file', error.say) : error
    })
  return value.sizes.map((size, i) => ({ ...size, ...(pictures[i]!.format && { data: bytes.shift()! }) }))
}

/** The picture a request brings, looked at by its bytes. */
export async function pictureOf(
  context: AppContext<'db'>,
  request: FastifyRequest,
): Promise<{ type: string; data: Buffer }> {
  const max_size = (await attachmentLimits(context, ownScope(request.user))).megabytes * 1_000_000
  const { data, ...part } = await onlyFile(request, max_size)
  const wrong = fileProblem([{ name: part.filename, size: data.length, type: part.mimetype }], {
    extensions,
    types: [],
    max_files: 1,
    max_size,
  })
  if (wrong) throw new Invalid(wrong.code, wrong.message)
  const type = pictureType(data)
  if (!type) throw invalidField('file', texts.noPicture({ name: part.filename }))
  return { type, data }
}

const keep = (db: Database, user_id: string, picture: { type: string; data: Buffer }): Promise<string> =>
  inScope(db, systemScope, async (trx) => {
    await trx.deleteFrom('pictures').where('user_id', '=', user_id).execute()
    const { id } = await trx
      .insertInto('pictures')
      .values({ user_id, ...picture })
      .returning('id')
      .executeTakeFirstOrThrow()
    const profile_picture = `/api/app/pictures/${id}`
    await trx.updateTable('users').set({ profile_picture }).where('id', '=', user_id).execute()
    return profile_picture
  })

const forget = (db: Database, user_id: string) =>
  inScope(db, systemScope, async (trx) => {
    await trx.deleteFrom('pictures').where('user_id', '=', user_id).execute()
    await trx.updateTable('users').set({ profile_picture: null }).where('id', '=', user_id).execute()
  })

/** Pictures as an `img` asks for them: without a token, by an address of 122 random bits. */
export const openPictureRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, openPictureContract)

    on('GET /pictures/:id', async ({ params }, reply) => {
      const found = await inScope(db, systemScope, (trx) =>
        trx.selectFrom('pictures').select(['type', 'data']).where('id', '=', params.id).executeTakeFirst(),
      )
      if (!found) throw notFound()
      return reply
        .header('content-type', found.type)
        .header('cache-control', 'private, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'")
        .code(200)
        .send(found.data)
    })
  }
