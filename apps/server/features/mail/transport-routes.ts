import { mailTransportContract } from '@weft/contracts/mail-transport.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { randomUUID } from 'node:crypto'
import { mailTest } from '@weft/catalogue/mails/mail-test.ts'
import { projectEmailSettings } from '@weft/catalogue/resources/setting/project-email.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { maskedSettings } from '@weft/kit/database/settings.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sealText } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  host: {
    en: 'No mail server of its own is set up for this project yet.',
    de: 'Für dieses Projekt ist noch kein eigener Mailserver eingerichtet.',
  },
})

const { schema: settings } = projectEmailSettings
type Values = z.output<typeof settings>

/** The mail server of a project: read, changed, and tried. */
export const mailTransportRoutes =
  ({ db, key, mailer }: AppContext<'db' | 'key' | 'mailer'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, mailTransportContract)

    on('GET /mail_transport', ({ scope }) =>
      inScope(db, scope, async (trx) => ({ data: maskedSettings(projectEmailSettings, await stored(trx)) })),
    )

    on('PUT /mail_transport', ({ scope, body: { password, ...body } }) =>
      inScope(db, scope, async (trx) => {
        const next: Values = {
          ...(await stored(trx)),
          ...body,
          ...(password && {
            password: sealText(
              key,
              placeIn(sealedColumns.mail_password, { tenant_id: scope.tenant_id, project_id: scope.project_id }),
              password,
            ),
          }),
        }
        const wrong = projectEmailSettings.refuse?.(next)
        if (wrong) throw invalidField(wrong.field, wrong.message)
        await trx
          .insertInto('mail_transports')
          .values(next)
          .onConflict((conflict) => conflict.column('project_id').doUpdateSet(next))
          .execute()
        return { data: maskedSettings(projectEmailSettings, next) }
      }),
    )

    on('POST /mail_transport/test', async ({ scope, body, language }) => {
      const { host } = await inScope(db, scope, stored)
      if (host === '') throw invalidField('host', texts.host())
      await mailer.send(
        { tenant_id: scope.tenant_id, project_id: scope.project_id },
        { mail: mailTest, variables: {}, to: [body.to], language, key: `test:${randomUUID()}` },
      )
      return { data: { ok: true } }
    })
  }

async function stored(trx: Scoped): Promise<Values> {
  const row = await trx
    .selectFrom('mail_transports')
    .select(['host', 'port', 'security', 'user', 'password', 'from'])
    .executeTakeFirst()
  return { ...settings.parse({}), ...(row as Values | undefined) }
}
