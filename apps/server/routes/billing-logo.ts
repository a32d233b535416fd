import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { billingSettings } from '@weft/catalogue/resources/setting/billing.ts'
import { billingStorage } from '@weft/engine/billing/file.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { readSettings, writeSettings } from '@weft/kit/database/settings.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import sharp from 'sharp'
import type { House } from '../house.ts'
import { attachmentLimits } from '../uploads.ts'

const texts = defineMessages({
  none: { en: 'No file was sent.', de: 'Es wurde keine Datei gesendet.' },
  noPicture: { en: '{name} is not a PNG, JPEG or WebP picture.', de: '{name} ist kein Bild im Format PNG, JPEG oder WebP.' },
})

/** Four points of paper to one of the head of an invoice: sharp in print. */
const most = { width: 600, height: 240 }

/** The picture at the head of invoices. Each has an address of its own, so that invoices keep the one they were issued with. */
export const billingLogoRoutes = (house: House): FastifyPluginAsyncZod => async (app) => {
  const { db, key, home } = house
  const about = (summary: string) => ({ tags: ['settings'], summary })
  const may = (action: 'view' | 'update') => ({ scope: 'provider', may: ['billing', action] }) as const
  const storage = billingStorage(home)

  app.get('/settings/billing/logo', { schema: about('Read the logo of invoices'), config: may('view') }, async ({ scope }) => {
    const { logo } = await inScope(db, scope, (trx) => readSettings(trx, billingSettings))
    if (logo === '' || !(await storage.has(logo))) return { data: { picture: null } }
    const bytes = Buffer.concat((await (await storage.read(logo)).toArray()) as Buffer[])
    return { data: { picture: `data:image/png;base64,${bytes.toString('base64')}` } }
  })

  app.post('/settings/billing/logo', { schema: { ...about('Bring the logo of invoices'), consumes: ['multipart/form-data'] }, config: may('update') }, async (request, reply) => {
    const { scope } = request
    const limit = (await attachmentLimits(house, scope)).megabytes * 1_000_000
    const part = await request.file({ limits: { fileSize: limit, files: 1, fields: 5 } })
    if (!part) throw new Invalid('INVALID_MIN_FILES', texts.none())
    const data = await part.toBuffer()
    const png = await sharp(data, { limitInputPixels: 50_000_000 }).rotate().resize({ ...most, fit: 'inside', withoutEnlargement: true }).png().toBuffer().catch(() => undefined)
    if (!png) throw invalidField('file', texts.noPicture({ name: part.filename }))
    const logo = `logos/${createHash('sha256').update(png).digest('hex').slice(0, 32)}.png`
    await storage.write(logo, Readable.from([png]))
    await inScope(db, scope, (trx) => writeSettings(trx, billingSettings, { logo }, key))
    return reply.code(201).send({ data: { logo } })
  })

  app.delete('/settings/billing/logo', { schema: about('Make invoices without a logo'), config: may('update') }, async ({ scope }, reply) => {
    await inScope(db, scope, (trx) => writeSettings(trx, billingSettings, { logo: '' }, key))
    return reply.code(204).send()
  })
}
