import type { CheckStep, Reach } from '../define/connector.ts'
import type { HttpAnswer, HttpRequest } from '../define/step-context.ts'
import { Invalid, Unavailable } from '../errors/errors.ts'
import { defineMessages, type Message } from '../messages/messages.ts'
import { signedHttp } from './signed-http.server.ts'
import { oauthOf, type SignInSettings } from './sign-in-settings.ts'

const texts = defineMessages({
  denied: { en: '{url} refuses the sign-in ({status}).', de: '{url} lehnt die Anmeldung ab ({status}).' },
  status: { en: '{url} answered {status}.', de: '{url} antwortete {status}.' },
})

type Passed = (step: CheckStep, detail?: Message | string) => void

/** Tells `host` and `connection` of a system over HTTP and answers what it says to a signed request that may be made. */
export async function checkHttp(
  settings: SignInSettings,
  reach: Reach,
  passed: Passed,
  request: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>,
): Promise<HttpAnswer> {
  const { url } = request
  const { protocol, hostname, port } = new URL(url)
  const address = await reach.resolve(hostname, Number(port) || (protocol === 'https:' ? 443 : 80))
  passed('host', address.host)
  const asked = { timeout_ms: 10_000, tries: 1, max_bytes: 10_000_000, ...request }
  const way = protocol === 'https:' ? 'HTTPS' : 'HTTP'
  const isByToken = oauthOf(settings) !== undefined
  // The token comes from elsewhere: whether this system is there is asked before.
  if (isByToken) await signedHttp({ ...settings, auth: 'none' }, reach)(asked)
  if (isByToken) passed('connection', way)
  const answer = await signedHttp(settings, reach)(asked)
  if (!isByToken) passed('connection', way)
  refuseDenied(answer, url)
  if (answer.status >= 400)
    throw new Unavailable('CONNECTION_FAILED', texts.status({ url, status: String(answer.status) }))
  return answer
}

/** Throws where an answer says that the sign-in does not do. */
function refuseDenied({ status }: HttpAnswer, url: string) {
  if (status === 401 || status === 403)
    throw new Invalid('CONNECTION_DENIED', texts.denied({ url, status: String(status) }))
}
