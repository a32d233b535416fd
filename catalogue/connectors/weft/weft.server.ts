import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { callsOf, structuresBy, weftSession } from './session.server.ts'
import { weft } from './weft.ts'

const texts = defineMessages({
  structures: {
    en: '{count, plural, one {# data structure} other {# data structures}}',
    de: '{count, plural, one {# Datenstruktur} other {# Datenstrukturen}}',
  },
})

export const weftBody = defineConnectorBody(weft, {
  async check(settings, reach, passed) {
    const { protocol, hostname, port } = new URL(settings.base_url)
    const address = await reach.resolve(hostname, Number(port) || (protocol === 'https:' ? 443 : 80))
    passed('host', address.host)
    // Any answer says that somebody is there.
    await reach.http({ method: 'GET', url: settings.base_url, timeout_ms: 10_000, tries: 1 })
    passed('connection', protocol === 'https:' ? 'HTTPS' : 'HTTP')
    const structures = await structuresBy(callsOf(settings, reach.http))
    passed('sign_in')
    passed('rights', texts.structures({ count: structures.length }))
  },
  open: (settings, reach) => weftSession(settings, reach.http),
})
