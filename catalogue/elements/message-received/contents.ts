import type { MessageSchemas, ReceivedMessage } from '@weft/kit/define/message-session.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, inserted, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  noRegistry: {
    en: 'The connection {name} has no schema registry.',
    de: 'Die Verbindung {name} hat keine Schema-Registry.',
  },
  body: {
    en: 'The message {id} cannot be read by its schema. {reason}',
    de: 'Die Nachricht {id} lässt sich nach ihrem Schema nicht lesen. {reason}',
  },
  key: {
    en: 'The key of the message {id} cannot be read by its schema. {reason}',
    de: 'Der Schlüssel der Nachricht {id} lässt sich nach seinem Schema nicht lesen. {reason}',
  },
  noJson: { en: 'The message is no JSON: {reason}', de: 'Die Nachricht ist kein JSON: {reason}' },
  noBase64: { en: 'The text is not Base64.', de: 'Der Text ist kein Base64.' },
})

export const contents = ['json', 'text', 'base64', 'schema'] as const
export const keyContents = ['text', 'schema'] as const
type Content = (typeof contents)[number]
type Settings = { connection: string; content: Content; key: (typeof keyContents)[number] }

export const isBySchema = ({ content, key }: Settings) => content === 'schema' || key === 'schema'

const parts = ['key', 'body'] as const
type Part = (typeof parts)[number]
type Said = { value: unknown } | { reason: Message }
type Reading = {
  /** As what it stands in a record until it is read. */
  encoding: 'utf8' | 'base64'
  read(bytes: Uint8Array, id: string): Said | Promise<Said>
}
/** How a message is read; a part without a reading stands for itself. */
export type Reader = { body: Reading; key: Reading | undefined }

/** Throws where schemas are wanted and there are none. */
export function readerOf({ connection, content, key }: Settings, schemas: MessageSchemas | undefined): Reader {
  const bySchema = (part: Part): Reading => {
    if (!schemas) throw new Invalid('NO_SCHEMA_REGISTRY', texts.noRegistry({ name: connection }))
    return { encoding: 'base64', read: (bytes, id) => decoded(schemas, bytes, { part, id }) }
  }
  return {
    body: content === 'schema' ? bySchema('body') : plain[content],
    key: key === 'schema' ? bySchema('key') : undefined,
  }
}

const plain: Record<Exclude<Content, 'schema'>, Reading> = {
  json: { encoding: 'utf8', read: readJson },
  text: { encoding: 'utf8', read: (bytes) => ({ value: textOf(bytes, 'utf8') }) },
  base64: { encoding: 'base64', read: (bytes) => ({ value: textOf(bytes, 'base64') }) },
}

function readJson(bytes: Uint8Array): Said {
  const text = textOf(bytes, 'utf8')
  try {
    return { value: text === '' ? null : parseJson(text) }
  } catch (error) {
    return { reason: texts.noJson({ reason: messageOf(error) }) }
  }
}

async function decoded(schemas: MessageSchemas, bytes: Uint8Array, { part, id }: { part: Part; id: string }) {
  if (bytes.length === 0) return { value: null }
  const said = await schemas.decode(bytes)
  return 'value' in said ? said : { reason: inserted(texts[part]({ id, reason: '' }), 'reason', said.reason) }
}

const textOf = (bytes: Uint8Array, encoding: Reading['encoding']) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding)

type Sorted = { records: DataRecord[]; rejected: Rejected[] }

export async function recordsOf(topic: string, messages: readonly ReceivedMessage[], reader: Reader): Promise<Sorted> {
  const sorted: Sorted = { records: [], rejected: [] }
  for (const { key_bytes, ...message } of messages) {
    const key = reader.key ? (key_bytes ?? null) : message.key
    await sort(sorted, { topic, ...message }, { key, body: message.body }, reader)
  }
  return sorted
}

/** A record that was refused, its contents as they came. What is no text any more was put there by somebody, and is what they want it to say. */
export async function readAgain(record: DataRecord, reader: Reader): Promise<Sorted> {
  const came: Record<Part, unknown> = { key: record['key'], body: record['body'] }
  for (const part of parts) {
    const { [part]: text } = came
    const encoding = reader[part]?.encoding
    if (typeof text !== 'string' || !encoding) continue
    const bytes = Buffer.from(text, encoding)
    if (encoding === 'base64' && bytes.toString('base64') !== text)
      return { records: [], rejected: [{ record, field: part, reason: texts.noBase64() }] }
    came[part] = bytes
  }
  const sorted: Sorted = { records: [], rejected: [] }
  await sort(sorted, record, came, reader)
  return sorted
}

/** What cannot be read is kept as it came, all of it: so it can be read once more. */
async function sort({ records, rejected }: Sorted, record: DataRecord, came: Record<Part, unknown>, reader: Reader) {
  const values: Partial<Record<Part, unknown>> = {}
  for (const part of parts) {
    const content = came[part]
    const said =
      content instanceof Uint8Array ? await reader[part]!.read(content, String(record['id'] ?? '')) : { value: content }
    if ('reason' in said) return void rejected.push({ record: kept(), field: part, reason: said.reason })
    values[part] = said.value
  }
  records.push({ ...record, ...values })

  function kept(): DataRecord {
    const given = parts.map((part) => {
      const content = came[part]
      return [part, content instanceof Uint8Array ? textOf(content, reader[part]!.encoding) : content]
    })
    return { ...record, ...Object.fromEntries(given) }
  }
}
