import { textOf } from '@weft/kit/define/compare.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid, Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { isBusy, jsonIn, refuseFailure } from '@weft/kit/web-tables/answer.server.ts'

const texts = defineMessages({
  denied: {
    en: '{host} refuses the sign-in of {user} to the database {database}.',
    de: '{host} lehnt die Anmeldung von {user} an der Datenbank {database} ab.',
  },
  refused: { en: 'Tryton refuses it: {reason}', de: 'Tryton lehnt es ab: {reason}' },
  forbidden: {
    en: 'Tryton does not let {user} do this: {method}.',
    de: 'Tryton lässt {user} dies nicht tun: {method}.',
  },
  odd: {
    en: 'The answer of {url} is none of Tryton.',
    de: 'Die Antwort von {url} ist keine von Tryton.',
  },
})

export type Tryton = { base_url: string; database: string; user: string; password: string }
export type Call = (method: string, params: readonly unknown[], signal?: AbortSignal) => Promise<unknown>

/** Signs in, and calls methods within the session. One that has ended is begun anew, once. */
export async function trytonCalls({ base_url, database, user, password }: Tryton, http: StepContext['http']) {
  const url = `${base_url.replace(/\/+$/, '')}/${encodeURIComponent(database)}/`
  const post = (method: string, params: readonly unknown[], session?: string, signal?: AbortSignal) =>
    http({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...(session && { authorization: `Session ${session}` }) },
      body: JSON.stringify({ id: 1, method, params }),
      timeout_ms: 120_000,
      tries: 1,
      ...(signal && { signal }),
    })

  async function signIn(): Promise<string> {
    const answer = await post('common.db.login', [user, { password }, 'en'])
    const host = new URL(url).host
    const denied = () => new Invalid('CONNECTION_DENIED', texts.denied({ host, user, database }))
    if (answer.status === 401 || answer.status === 403) throw denied()
    const result = resultOf(url, answer)
    if (!Array.isArray(result) || typeof result[1] !== 'string') throw denied()
    return Buffer.from(`${user}:${String(result[0])}:${result[1]}`).toString('base64')
  }

  let session = await signIn()
  let renewing: Promise<string> | undefined
  // Of several calls that find the session ended the first one signs in for all.
  const renewed = () =>
    (renewing ??= signIn()
      .then((fresh) => (session = fresh))
      .finally(() => (renewing = undefined)))
  const call: Call = async (method, params, signal) => {
    const known = session
    let answer = await post(method, params, known, signal)
    if (answer.status === 401)
      answer = await post(method, params, session === known ? await renewed() : session, signal)
    if (answer.status === 403) throw new Invalid('ACTION_FORBIDDEN', texts.forbidden({ user, method }))
    return resultOf(url, answer)
  }
  return { call, close: () => call('common.db.logout', []).then(() => undefined) }
}

/** What a call answers; throws what it complains about. */
export function resultOf(url: string, answer: Awaited<ReturnType<StepContext['http']>>): unknown {
  refuseFailure(url, answer)
  const said = jsonIn(url, answer)
  if (typeof said !== 'object' || said === null || Array.isArray(said))
    throw new Invalid('ANSWER_INVALID', texts.odd({ url }))
  const { result, error } = said as { result?: unknown; error?: unknown }
  if (error !== undefined && error !== null) {
    const reason = reasonIn(error).slice(0, 1_000)
    // Two that change the same at once: the second may try again.
    if (/ConcurrencyException|database is locked/i.test(JSON.stringify(error)))
      throw new Unavailable('TRYTON_BUSY', texts.refused({ reason }))
    throw new Invalid('TRYTON_REFUSED', texts.refused({ reason }))
  }
  if (isBusy(answer.status) || result === undefined) throw new Invalid('ANSWER_INVALID', texts.odd({ url }))
  return result
}

/** `['UserError', ['The message', 'its details']]`, or the words of something that broke. */
function reasonIn(error: unknown): string {
  if (!Array.isArray(error)) return textOf(error)
  const [kind, told] = error as unknown[]
  const words = Array.isArray(told) ? told.filter((one): one is string => typeof one === 'string' && one !== '') : []
  return words.length > 0 ? words.join(' ') : textOf(kind)
}
