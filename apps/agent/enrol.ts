import { isIP } from 'node:net'
import { agentVersion } from '@weft/kit/agent/version.ts'
import { writeIdentity, type Identity } from './identity.ts'
import { say } from './log.ts'

type Enrolling = { url: string; code: string; folder: string; plain: boolean }
type Answer = { data?: { agent_id: string; name: string; secret: string }; message?: string }

/** Gives the code for an identity and keeps that. */
export async function enrol({ url, code, folder, plain }: Enrolling) {
  const base = addressOf(url, plain)
  const answer = await fetch(`${base}/agent/enrol`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ code, version: agentVersion }),
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
  }).catch((cause: Error) => {
    const reason = cause.cause instanceof Error ? cause.cause.message : cause.message
    throw new Error(`${base} does not answer: ${reason}`, { cause })
  })
  const { data, message } = (await answer.json().catch(() => ({}))) as Answer
  if (!answer.ok || !data) throw new Error(message ?? `${base} answers ${answer.status}.`)
  const identity: Identity = { url: base, ...data }
  writeIdentity(folder, identity)
  say(`This is the agent "${data.name}" of ${base} now. Its identity lies in ${folder}.`)
}

/** A secret goes over TLS, unless it stays on this machine or somebody has said otherwise. */
function addressOf(url: string, plain: boolean): string {
  if (!URL.canParse(url)) throw new Error(`"${url}" is no web address.`)
  const { protocol, hostname, origin, pathname } = new URL(url)
  const isHere =
    hostname === 'localhost' || (isIP(hostname) === 4 && hostname.startsWith('127.')) || hostname === '[::1]'
  if (protocol !== 'https:' && !(protocol === 'http:' && (isHere || plain)))
    throw new Error(`Weft is reached by https://; ${url} is not.`)
  return origin + pathname.replace(/\/+$/, '')
}
