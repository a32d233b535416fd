import { defineConnectorBody, type SignedHttp } from '@weft/kit/define/connector.ts'
import { Invalid, Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { z } from 'zod'
import { rest } from './rest.ts'

const texts = defineMessages({
  denied: { en: '{url} refuses the sign-in ({status}).', de: '{url} lehnt die Anmeldung ab ({status}).' },
  status: { en: '{url} answered {status}.', de: '{url} antwortete {status}.' },
})

export const restBody = defineConnectorBody(rest, {
  async check(settings, reach, passed) {
    const { protocol, hostname, port } = new URL(settings.base_url)
    const address = await reach.resolve(hostname, Number(port) || (protocol === 'https:' ? 443 : 80))
    passed('host', address.host)
    const url =
      settings.base_url.replace(/\/$/, '') +
      (settings.test_path === '' || settings.test_path.startsWith('/') ? settings.test_path : `/${settings.test_path}`)
    const answer = await reach.http({
      method: 'GET',
      url,
      ...signIn(settings),
      timeout_ms: 10_000,
      tries: 1,
      max_bytes: 1_000_000,
    })
    passed('connection', protocol === 'https:' ? 'HTTPS' : 'HTTP')
    const status = String(answer.status)
    if (answer.status === 401 || answer.status === 403)
      throw new Invalid('CONNECTION_DENIED', texts.denied({ url, status }))
    if (answer.status >= 400) throw new Unavailable('CONNECTION_FAILED', texts.status({ url, status }))
    passed('sign_in', `HTTP ${status}`)
  },
  http: (settings) => ({ base_url: settings.base_url, ...signIn(settings) }),
})

function signIn({ auth, name, secret }: z.output<typeof rest.settings>): Omit<SignedHttp, 'base_url'> {
  switch (auth) {
    case 'none':
      return {}
    case 'basic':
      return { headers: { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` } }
    case 'bearer':
      return { headers: { authorization: `Bearer ${secret}` } }
    case 'header':
      return { headers: { [name]: secret } }
    case 'query':
      return { query: { [name]: secret } }
  }
}
