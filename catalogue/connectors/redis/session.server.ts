import type { FoundTopic, MessageSession, ReceivedMessage, SentMessage } from '@weft/kit/define/message-session.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import type { Redis } from 'ioredis'
import { commandError, isRefusal, type Settings } from './line.server.ts'

/** Of a server with very many keys not all are looked at. */
const most_keys = 200_000
const wanted_bytes = 4_000_000

type Entry = [id: Buffer, fields: Buffer[]]
/** The id of the last entry that was received: the server keeps them in its order. */
type Cursor = { after: string }

/** A line to a server as what a connector offers of its streams. */
export function openSession(settings: Settings, line: Redis): MessageSession {
  const told = <T>(asked: Promise<T>): Promise<T> =>
    asked.catch((cause: unknown) => Promise.reject(commandError(settings, cause)))

  async function topics(): Promise<FoundTopic[]> {
    const names = new Set<string>()
    let seen = 0
    for (let at = '0'; ;) {
      const [next, keys] = await told(line.scan(at, 'COUNT', 1_000, 'TYPE', 'stream'))
      for (const key of keys) names.add(key)
      seen += 1_000
      at = next
      if (at === '0' || seen >= most_keys) break
    }
    const found: FoundTopic[] = []
    for (const name of [...names].toSorted())
      found.push({ name, kind: 'stream', messages: await told(line.xlen(name)) })
    return found
  }

  /** Behind everything there is. */
  async function newest(topic: string): Promise<string> {
    const [last] = await told(line.xrevrange(topic, '+', '-', 'COUNT', 1))
    return last?.[0] ?? '0-0'
  }

  return {
    keeps: true,
    topics,
    async *receive({ topic, limit, wait_ms, from }, cursor) {
      let after = (cursor as Cursor | undefined)?.after
      if (after === undefined) {
        after = from === 'oldest' ? '0-0' : await newest(topic)
        // Where nothing comes now, what comes before the next time is not missed.
        if (from === 'newest') yield { messages: [], cursor: { after } }
      }
      let most = 100
      for (let left = limit; left > 0;) {
        const count = Math.min(left, most)
        const answer = (await told(
          line.callBuffer('XREAD', ['COUNT', count, 'BLOCK', Math.max(1, wait_ms), 'STREAMS', topic, after]),
        )) as [[Buffer, Entry[]]] | null
        const entries = answer?.[0][1] ?? []
        if (entries.length === 0) return
        const messages = entries.map(messageIn)
        after = messages.at(-1)!.id!
        left -= messages.length
        const bytes = entries.reduce((sum, [, fields]) => sum + fields.reduce((all, field) => all + field.length, 0), 1)
        most = Math.max(1, Math.min(1_000, Math.floor((wanted_bytes * entries.length) / bytes)))
        yield { messages, cursor: { after } }
      }
    },
    async send(topic, messages) {
      const pipeline = line.pipeline()
      for (const message of messages) pipeline.xadd(topic, '*', ...fieldsOf(message))
      const answers = (await told(pipeline.exec())) ?? []
      return answers.map(([error]): Message | undefined => {
        if (!error) return undefined
        if (!isRefusal(error)) throw commandError(settings, error)
        return quotedTexts(messageOf(error))
      })
    },
    close: async () => line.disconnect(),
  }
}

/** The body is one field of the entry, what else there is of a message are the others. */
const fieldsOf = ({ key, headers = {}, body }: SentMessage): (string | Buffer)[] => [
  'body',
  Buffer.from(body),
  ...(key === undefined ? [] : ['key', key]),
  ...Object.entries(headers).flatMap(([name, value]) => [`header:${name}`, value]),
]

/** An entry that others have written may have any fields: without one for the body they all are it, as JSON. */
function messageIn([id, fields]: Entry): ReceivedMessage {
  const named = new Map<string, Buffer>()
  for (let i = 0; i + 1 < fields.length; i += 2) named.set(fields[i]!.toString(), fields[i + 1]!)
  const body = named.get('body')
  const text = (value: Buffer) => value.toString()
  const others = [...named].filter(([name]) => name !== 'body' && name !== 'key')
  const message = { id: text(id), at: timeOf(text(id)), details: {} }
  if (!body) {
    const all = Object.fromEntries([...named].map(([name, value]) => [name, text(value)]))
    return { ...message, key: null, headers: {}, body: Buffer.from(JSON.stringify(all)) }
  }
  const headers = Object.fromEntries(others.map(([name, value]) => [name.replace(/^header:/, ''), text(value)]))
  return { ...message, key: named.get('key')?.toString() ?? null, headers, body }
}

/** An id begins with the milliseconds of the server's clock, unless who wrote it gave its own. */
function timeOf(id: string): string | null {
  const at = new Date(Number(id.split('-')[0]))
  return at.getUTCFullYear() > 2000 && at.getUTCFullYear() < 2200 ? at.toISOString() : null
}
