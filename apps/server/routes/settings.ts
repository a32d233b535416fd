import { egressSettings, emailSettings } from '@weft/catalogue/resources/setting/setting.ts'
import { tryTransport, type MailTransport } from '@weft/engine/connections/mail.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { changesOf } from '@weft/kit/define/resource.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { encrypt } from '@weft/kit/secrets/secrets.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { House } from '../house.ts'

const texts = defineMessages({
  sender: { en: 'A mail server needs a sender.', de: 'Ein Mailserver braucht einen Absender.' },
  host: { en: 'No mail server is set up yet.', de: 'Es ist noch kein Mailserver eingerichtet.' },
})

/** Settings of the whole installation: the mail server and what workflows may reach inside. */
export const settingsRoutes = ({ db, key }: House): FastifyPluginAsyncZod => async (app) => {
  const about = (summary: string) => ({ tags: ['settings'], summary })
  const may = (action: 'view' | 'update') => ({ scope: 'provider', may: ['system', action] }) as const

  app.get('/settings/email', { schema: about('Read the mail server'), config: may('view') }, ({ scope }) => inScope(db, scope, async (trx) => ({ data: shown(await transportOf(trx)) })))

  app.put('/settings/email', { schema: { ...about('Change the mail server'), body: changesOf(emailSettings.shape) }, config: may('update') }, ({ scope, body: { password, ...rest } }) =>
    inScope(db, scope, async (trx) => {
      const next = { ...(await transportOf(trx)), ...rest, ...(password && { password: encrypt(key, password).toString('base64') }) }
      if (next.host !== '' && next.from === '') throw invalidField('from', texts.sender())
      await (next.host === '' ? trx.deleteFrom('settings').where('key', '=', 'email.transport').execute() : put(trx, 'email.transport', next))
      return { data: shown(await transportOf(trx)) }
    }))

  app.post('/settings/email/test', { schema: { ...about('Send a mail through the mail server'), body: z.strictObject({ to: z.email() }) }, config: may('update') }, async ({ scope, body, language }) => {
    const transport = await inScope(db, scope, transportOf)
    if (transport.host === '') throw invalidField('host', texts.host())
    await tryTransport(transport, key, body.to, language)
    return { data: { ok: true } }
  })

  app.get('/settings/security', { schema: about('Read what workflows may reach inside'), config: may('view') }, ({ scope }) => inScope(db, scope, async (trx) => ({ data: { allow: await read(trx, 'egress.allow', []) } })))

  app.put('/settings/security', { schema: { ...about('Change what workflows may reach inside'), body: egressSettings }, config: may('update') }, ({ scope, body }) =>
    inScope(db, scope, async (trx) => {
      await put(trx, 'egress.allow', body.allow)
      return { data: body }
    }))
}

const transportOf = (trx: Scoped) => read<MailTransport>(trx, 'email.transport', { ...emailSettings.parse({}), password: undefined } as unknown as MailTransport)

const shown = ({ password, ...rest }: MailTransport) => ({ ...rest, password: { set: password !== undefined } })

async function read<T>(trx: Scoped, key: string, otherwise: T): Promise<T> {
  const row = await trx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row ? (row.value as T) : otherwise
}

async function put(trx: Scoped, key: string, value: unknown) {
  const text = JSON.stringify(value)
  await trx.insertInto('settings').values({ key, value: text }).onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text })).execute()
}
