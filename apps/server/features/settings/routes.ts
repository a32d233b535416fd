import { randomUUID } from 'node:crypto'
import { mailTest } from '@weft/catalogue/mails/mail-test.ts'
import { settingGroups } from '@weft/catalogue/resources/setting/all.ts'
import { emailSettings } from '@weft/catalogue/resources/setting/email.ts'
import { settingContract } from '@weft/contracts/settings.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { readSettings, maskedSettings, writeSettings } from '@weft/kit/database/settings.server.ts'
import type { SettingGroup } from '@weft/kit/define/setting-group.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  host: { en: 'No mail server is set up yet.', de: 'Es ist noch kein Mailserver eingerichtet.' },
})

/** Settings of the whole installation: each declared group is read and changed below `/settings`. */
export const settingsRoutes =
  ({ db, key, mailer }: AppContext<'db' | 'key' | 'mailer'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, settingContract)

    for (const group of settingGroups) {
      on(`GET /settings/${group.path}`, ({ scope }) =>
        inScope(db, scope, async (trx) => itemOf(maskedSettings(group, await readSettings(trx, group)))),
      )
      on(`PUT /settings/${group.path}`, ({ scope, body, headers }) =>
        inScope(db, scope, async (trx) =>
          itemOf(maskedSettings(group, await writeSettings(trx, group, withAddress(group, body, headers.origin), key))),
        ),
      )
    }

    on('POST /settings/email/test', async ({ scope, body, language }) => {
      const transport = await inScope(db, scope, (trx) => readSettings(trx, emailSettings))
      if (transport.host === '') throw invalidField('host', texts.host())
      await mailer.send({}, { mail: mailTest, variables: {}, to: [body.to], language, key: `test:${randomUUID()}` })
      return { data: { ok: true } }
    })
  }

/**
 * Links in mails begin where the administrator was when setting the mail server, unless they say otherwise: never where
 * a stranger says.
 */
const withAddress = (group: SettingGroup, body: Record<string, unknown>, origin: string | undefined) =>
  group.path === emailSettings.path && body['url'] === '' && origin && /^https?:/.test(origin)
    ? { ...body, url: origin }
    : body

/** Of a value of several kinds the item each of them makes. */
const itemOf = <T>(data: T) => ({ data }) as T extends unknown ? { data: T } : never
