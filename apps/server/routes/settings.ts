import { randomUUID } from 'node:crypto'
import { mailTest } from '@weft/catalogue/mails/mail-test.ts'
import { settingGroups } from '@weft/catalogue/resources/setting/all.ts'
import { emailSettings } from '@weft/catalogue/resources/setting/email.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { readSettings, maskedSettings, writeSettings } from '@weft/kit/database/settings.server.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import type { SettingGroup } from '@weft/kit/define/setting-group.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'

const texts = defineMessages({
  host: { en: 'No mail server is set up yet.', de: 'Es ist noch kein Mailserver eingerichtet.' },
})

/** Settings of the whole installation: each declared group is read and changed below `/settings`. */
export const settingsRoutes =
  ({ db, key, mailer }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const about = (summary: string) => ({ tags: ['settings'], summary })
    const may = (action: 'view' | 'update') => ({ scope: 'provider', may: ['system', action] }) as const

    for (const group of settingGroups as readonly SettingGroup[]) {
      const title = group.labels.title.en.toLowerCase()
      app.get(
        `/settings/${group.path}`,
        { schema: about(`Read the settings: ${title}`), config: may('view') },
        ({ scope }) =>
          inScope(db, scope, async (trx) => ({ data: maskedSettings(group, await readSettings(trx, group)) })),
      )
      app.put(
        `/settings/${group.path}`,
        {
          schema: { ...about(`Change the settings: ${title}`), body: changesOf(group.schema.shape) },
          config: may('update'),
        },
        ({ scope, body, headers }) =>
          inScope(db, scope, async (trx) => ({
            data: maskedSettings(group, await writeSettings(trx, group, withAddress(group, body, headers.origin), key)),
          })),
      )
    }

    app.post(
      '/settings/email/test',
      {
        schema: { ...about('Send a mail through the mail server'), body: z.strictObject({ to: z.email() }) },
        config: may('update'),
      },
      async ({ scope, body, language }) => {
        const transport = await inScope(db, scope, (trx) => readSettings(trx, emailSettings))
        if (transport.host === '') throw invalidField('host', texts.host())
        await mailer.send({}, { mail: mailTest, variables: {}, to: [body.to], language, key: `test:${randomUUID()}` })
        return { data: { ok: true } }
      },
    )
  }

/**
 * Links in mails begin where the administrator was when setting the mail server, unless they say otherwise: never where
 * a stranger says.
 */
const withAddress = (group: SettingGroup, body: Record<string, unknown>, origin: string | undefined) =>
  group.path === emailSettings.path && body['url'] === '' && origin && /^https?:/.test(origin)
    ? { ...body, url: origin }
    : body
