import type { Reach } from '@weft/kit/define/connector.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { HttpAnswer } from '@weft/kit/define/step-context.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { Invalid, Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import type { Settings } from '../kafka.ts'
import { Fault } from './fault.ts'
import { most, type RegisteredSchema } from './limits.ts'
import { isObject } from '@weft/kit/define/is-object.ts'

const texts = defineMessages({
  denied: {
    en: 'The schema registry {url} refuses the sign-in ({status}).',
    de: 'Die Schema-Registry {url} lehnt die Anmeldung ab ({status}).',
  },
  status: {
    en: 'The schema registry {url} answered {status}.',
    de: 'Die Schema-Registry {url} antwortete {status}.',
  },
  answer: {
    en: 'The schema registry {url} gave an answer that cannot be used.',
    de: 'Die Schema-Registry {url} gab eine unbrauchbare Antwort.',
  },
  elsewhere: {
    en: 'The schema registry {url} sends on to {host}, where its sign-in is not sent.',
    de: 'Die Schema-Registry {url} leitet zu {host} weiter, wohin ihre Anmeldung nicht gesendet wird.',
  },
  noSchema: { en: 'The registry has no schema {id}.', de: 'Die Registry hat kein Schema {id}.' },
  noSubject: { en: 'The registry has no subject {subject}.', de: 'Die Registry hat kein Subject {subject}.' },
  kind: {
    en: 'The registry has a kind of schema that is not known here: {kind}.',
    de: 'Die Registry hat eine Art von Schema, die hier nicht bekannt ist: {kind}.',
  },
  large: {
    en: 'The schema is too large, or refers to too many others.',
    de: 'Das Schema ist zu groß oder verweist auf zu viele andere.',
  },
})

type Reference = { name: string; subject: string; version: number }
type Raw = { id: number; kind: RegisteredSchema['kind']; text: string; references: Reference[] }

export type Registry = ReturnType<typeof openRegistry>

/** What a Confluent-compatible registry knows. Throws Fault for what it does not have, all else for itself. */
export function openRegistry(settings: Settings, reach: Reach) {
  const base = settings.registry_url.replace(/\/+$/, '')

  async function ask(path: string, missing: () => Message): Promise<Record<string, unknown>> {
    const url = base + path
    const answer = await reach.http({
      method: 'GET',
      url,
      headers: { accept: 'application/vnd.schemaregistry.v1+json, application/json', ...signInOf(settings) },
      max_bytes: 6 * most.characters,
      timeout_ms: 15_000,
      admit: ({ host, origin }) => {
        if (origin !== new URL(base).origin)
          throw new Invalid('CONNECTION_ELSEWHERE', texts.elsewhere({ url: base, host }))
      },
      ...(settings.registry_ca !== '' && { tls: { ca: settings.registry_ca } }),
    })
    const { status } = answer
    if (status === 401 || status === 403)
      throw new Invalid('CONNECTION_DENIED', texts.denied({ url: base, status: String(status) }))
    const body = objectIn(answer)
    // Without a code of its own this is no registry but something else at the address.
    if (status === 404 && body && body['error_code'] !== undefined) throw new Fault(missing())
    if (status !== 200) throw new Unavailable('CONNECTION_FAILED', texts.status({ url: base, status: String(status) }))
    if (!body) throw new Unavailable('CONNECTION_FAILED', texts.answer({ url: base }))
    return body
  }

  function rawOf(body: Record<string, unknown>, id: unknown): Raw {
    const { schema, schemaType = 'AVRO', references = [] } = body
    if (typeof schema !== 'string' || typeof id !== 'number' || !Array.isArray(references))
      throw new Unavailable('CONNECTION_FAILED', texts.answer({ url: base }))
    if (schema.length > most.characters || references.length > most.references) throw new Fault(texts.large())
    if (schemaType !== 'AVRO' && schemaType !== 'PROTOBUF' && schemaType !== 'JSON')
      throw new Fault(texts.kind({ kind: String(schemaType).slice(0, 100) }))
    return { id, kind: schemaType, text: schema, references: references.map((one) => referenceOf(one)) }
  }

  function referenceOf(one: unknown): Reference {
    const { name, subject, version } = isObject(one) ? one : {}
    if (typeof name !== 'string' || typeof subject !== 'string' || typeof version !== 'number')
      throw new Unavailable('CONNECTION_FAILED', texts.answer({ url: base }))
    return { name, subject, version }
  }

  const subjectPath = (subject: string, version: string | number) =>
    `/subjects/${encodeURIComponent(subject)}/versions/${version}`

  /** With all it refers to, each once and behind what it refers to itself. */
  async function whole({ references, ...schema }: Raw): Promise<RegisteredSchema> {
    const known = new Map<string, { name: string; text: string }>()
    const begun = new Set<string>()
    let characters = schema.text.length
    const add = async ({ name, subject, version }: Reference, depth: number): Promise<void> => {
      const key = `${name}\n${subject}\n${version}`
      if (begun.has(key)) return
      begun.add(key)
      if (begun.size > most.references || depth > most.levels) throw new Fault(texts.large())
      const body = await ask(subjectPath(subject, version), () => texts.noSubject({ subject }))
      const raw = rawOf(body, body['id'] ?? 0)
      characters += raw.text.length
      if (characters > most.characters * 2) throw new Fault(texts.large())
      for (const inner of raw.references) await add(inner, depth + 1)
      known.set(key, { name, text: raw.text })
    }
    for (const reference of references) await add(reference, 0)
    return { ...schema, references: [...known.values()] }
  }

  return {
    byId: async (id: number) =>
      whole(rawOf(await ask(`/schemas/ids/${id}`, () => texts.noSchema({ id: String(id) })), id)),
    async latest(subject: string) {
      const body = await ask(subjectPath(subject, 'latest'), () => texts.noSubject({ subject }))
      return whole(rawOf(body, body['id']))
    },
    /** Asks for something small. */
    async check() {
      await ask('/schemas/ids/0', () => texts.noSchema({ id: '0' })).catch((error: unknown) => {
        if (!(error instanceof Fault)) throw error
      })
    },
  }
}

function signInOf({ registry, registry_user, registry_secret }: Settings): Record<string, string> {
  if (registry === 'basic')
    return { authorization: `Basic ${Buffer.from(`${registry_user}:${registry_secret}`).toString('base64')}` }
  return registry === 'bearer' ? { authorization: `Bearer ${registry_secret}` } : {}
}

function objectIn({ body }: HttpAnswer): Record<string, unknown> | undefined {
  try {
    const value = parseJson(Buffer.from(body).toString('utf8'))
    return isObject(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw new Error(messageOf(error), { cause: error })
  }
}
