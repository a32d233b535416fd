import { defineConnectorBody, type Reach } from '@weft/kit/define/connector.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { trytonActions } from './actions.server.ts'
import { trytonCalls, type Tryton } from './calls.server.ts'
import { trytonSession } from './session.server.ts'
import { tryton } from './tryton.ts'

const texts = defineMessages({
  models: {
    en: '{count, plural, one {# model} other {# models}}',
    de: '{count, plural, one {# Modell} other {# Modelle}}',
  },
})

export const trytonBody = defineConnectorBody(tryton, {
  async check(settings, reach, passed) {
    const { protocol, hostname, port } = new URL(settings.base_url)
    const address = await reach.resolve(hostname, Number(port) || (protocol === 'https:' ? 443 : 80))
    passed('host', address.host)
    // Any answer says that somebody is there.
    await reach.http({ method: 'GET', url: settings.base_url, timeout_ms: 10_000, tries: 1 })
    passed('connection', protocol === 'https:' ? 'HTTPS' : 'HTTP')
    const { call, close } = await connected(settings, reach)
    passed('sign_in', settings.user)
    passed('rights', texts.models({ count: Number(await call('model.ir.model.search_count', [[], {}])) }))
    await close()
  },
  async open(settings, reach) {
    const { call, close } = await connected(settings, reach)
    return trytonSession(call, close)
  },
  async actions(settings, reach) {
    const { call, close } = await connected(settings, reach)
    return trytonActions(call, close)
  },
})

async function connected(settings: Tryton, reach: Reach) {
  const { call, close } = await trytonCalls(settings, reach.http)
  return { call, close: () => close().catch(ignore('a session that was not signed out ends by itself')) }
}
