import { companyContract } from '@weft/contracts/company.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { billingSettings } from '@weft/catalogue/resources/setting/billing.ts'
import { companySettings } from '@weft/catalogue/resources/setting/company.ts'
import { uploadSettings } from '@weft/catalogue/resources/setting/uploads.ts'
import { billingStorage } from '@weft/engine/billing/file.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { readSettings, writeSettings } from '@weft/kit/database/settings.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { draw, pictureOf } from '../media/picture-routes.ts'

/** Four points of paper to one of the head of an invoice: sharp in print. */
const printed = { width: 600, height: 240 }
/** Twice what mails show, for screens with fine pixels. */
const mailed = { width: 480, height: 80 }

/** The provider's own logo, at the head of invoices and of mails: PNG, because not every mail program shows WebP. */
export const companyLogoRoutes =
  (context: AppContext<'db' | 'fileStore' | 'isolation' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, companyContract)

    const { db, key, fileStore } = context
    on('POST /company/picture', async (request, reply) => {
      const { scope } = request
      const sent = await pictureOf(context, request)
      const { picture_quality: quality } = await inScope(db, scope, (trx) => readSettings(trx, uploadSettings))
      const fitted = (inside: { width: number; height: number }) => ({
        inside,
        format: 'png' as const,
        ...(quality < 100 && { quality }),
      })
      const [print, mail] = (await draw(context, request, sent.data, [fitted(printed), fitted(mailed)])).map(
        ({ data }) => data!,
      ) as [Buffer, Buffer]
      // Each has a file of its own, so that invoices keep the one they were issued with.
      const file = `logos/${createHash('sha256').update(print).digest('hex').slice(0, 32)}.png`
      await billingStorage(fileStore).write(file, Readable.from([print]))
      const logo = `data:image/png;base64,${mail.toString('base64')}`
      await inScope(db, scope, async (trx) => {
        await writeSettings(trx, billingSettings, { logo: file }, key)
        await writeSettings(trx, companySettings, { logo }, key)
      })
      return reply.code(201).send({ data: { logo } })
    })

    on('DELETE /company/picture', async ({ scope }, reply) => {
      await inScope(db, scope, async (trx) => {
        await writeSettings(trx, billingSettings, { logo: '' }, key)
        await writeSettings(trx, companySettings, { logo: '' }, key)
      })
      return reply.code(204).send(null)
    })
  }
