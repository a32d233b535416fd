import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { defineBody, type Step } from '@weft/kit/define/element.ts'
import { charsetOf, decodeDeclared } from '@weft/kit/encoding/declared.server.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { pathOf, valueAt } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { storedTexter } from '@weft/kit/text-templates/step-texts.ts'
import { texter } from '@weft/kit/define/values.ts'
import type { HttpAnswer, SourceBatch, StepContext } from '@weft/kit/define/step-context.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { Invalid, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { httpRequest } from './http-request.ts'
import { firstPage, nextPage, type Page, type Settings } from './pages.ts'

const texts = defineMessages({
  status: { en: '{url} answered {status}: {text}', de: '{url} antwortete {status}: {text}' },
  json: {
    en: 'The answer of {url} is no valid JSON: {reason}',
    de: 'Die Antwort von {url} ist kein gültiges JSON: {reason}',
  },
  items: {
    en: 'The answer of {url} has no records at {path}.',
    de: 'Die Antwort von {url} enthält bei {path} keine Datensätze.',
  },
  loop: {
    en: 'The pages of {url} repeat themselves: page {page} is the same as an earlier one.',
    de: 'Die Seiten von {url} wiederholen sich: Seite {page} gleicht einer früheren.',
  },
  many: { en: '{url} has more than {limit} pages.', de: '{url} hat mehr als {limit} Seiten.' },
  secret: {
    en: 'There is no configuration value called {name}.',
    de: 'Es gibt keinen Konfigurationswert namens {name}.',
  },
  url: { en: '"{url}" is no web address.', de: '„{url}“ ist keine Webadresse.' },
})

export const httpRequestBody = defineBody(httpRequest, {
  async *read(step, input, _cursor, index) {
    try {
      for await (const batch of pages(step, input, index)) yield withInput(step.settings, batch, input)
    } catch (error) {
      if (step.settings.on_failure === 'fail' || !(error instanceof WeftError)) throw error
      yield { records: [], rejected: [{ record: input, port: 'in', field: 'url', reason: error.say }] }
    }
  },
  calls: (step) => {
    const { settings } = step
    const [url, body] = [texter(step, settings.url), bodyOf(step)]
    return (records) =>
      records.map((record) => ({
        method: settings.method,
        url: url(record),
        ...Object.fromEntries(settings.query.map(({ name, value }) => [name, texter(step, value)(record)])),
        body: body(record),
      }))
  },
  retry: ({ settings, context }, refused) =>
    withInput(
      settings,
      context.formats.retry(settings.answer, settings.options, refused),
      refused.record[settings.keep_input] as DataRecord,
    ),
})

/** Records with what was asked for them, refused ones too: they may be tried again. */
function withInput({ keep_input: name }: Settings, batch: SourceBatch, input: DataRecord): SourceBatch {
  if (!name) return batch
  return {
    ...batch,
    records: batch.records.map((record) => ({ ...record, [name]: input })),
    ...(batch.rejected && {
      rejected: batch.rejected.map((one) => ({ ...one, record: { ...one.record, [name]: input } })),
    }),
  }
}

async function* pages(step: Step<Settings>, input: DataRecord, index: number | undefined): AsyncGenerator<SourceBatch> {
  const { settings } = step
  const request = await requestFor(step, input, index)
  const seen = new Set<string>()
  let page: Page | undefined = firstPage(settings, request.url, request.query)
  for (let number = 1; page; number++) {
    if (number > settings.max_pages)
      throw new Invalid('TOO_MANY_PAGES', texts.many({ url: page.url, limit: settings.max_pages }))
    step.signal.throwIfAborted()
    const answer = await ask(step, request, page, number)
    guard(seen, page, answer, number)
    const body = settings.answer === 'json' ? parsed(page.url, answer) : undefined
    let records = 0
    for await (const batch of recordsOf(step, page.url, answer, body)) {
      records += batch.records.length + (batch.rejected?.length ?? 0)
      yield batch
    }
    page = nextPage(settings, page, answer, body, records)
  }
}

type Request = {
  send: StepContext['http']
  url: string
  query: Record<string, string>
  headers: Record<string, string>
  body: string
  key: string
}

async function requestFor(step: Step<Settings>, input: DataRecord, index: number | undefined): Promise<Request> {
  const { settings } = step
  const filled = (list: Settings['headers']) =>
    Object.fromEntries(list.map(({ name, value }) => [name, texter(step, value)(input)]))
  const connection = settings.connection === '' ? undefined : await step.context.connections.http(settings.connection)
  const given = texter(step, settings.url)(input)
  const url = connection ? behind(connection.base_url, given) : given
  if (!URL.canParse(url)) throw new Invalid('URL_INVALID', texts.url({ url }))
  const body = bodyOf(step)(input)
  const query = filled(settings.query)
  // Its place is in the key: two records that are the same are two requests, and a receiver drops the second of two with one key.
  const key = createHash('sha256')
    .update(JSON.stringify([step.job.id, step.id, index, settings.method, url, query, body, input]))
    .digest('hex')
  const headers = { ...filled(settings.headers), ...(!connection && (await signIn(step))) }
  return { send: connection?.request ?? step.context.http, url, query, headers, body, key }
}

function bodyOf(step: Step<Settings>): (record: DataRecord) => string {
  const { body, body_template_id, values } = step.settings
  return body_template_id ? storedTexter(step, body_template_id, values).write : texter(step, body)
}

/** `orders/7` behind `https://shop.example/api` is below it, however either is written; a whole address stays what it is. */
const behind = (base: string, given: string) =>
  URL.canParse(given) ? given : given === '' ? base : `${base.replace(/\/+$/, '')}/${given.replace(/^\/+/, '')}`

async function signIn({
  settings: { auth, auth_name, auth_value },
  context,
}: Step<Settings>): Promise<Record<string, string>> {
  if (auth === 'none') return {}
  const secret = await context.configuration(auth_value)
  if (secret === undefined) throw new Invalid('SECRET_MISSING', texts.secret({ name: auth_value }))
  if (auth === 'header') return { [auth_name]: secret }
  return {
    authorization:
      auth === 'bearer' ? `Bearer ${secret}` : `Basic ${Buffer.from(`${auth_name}:${secret}`).toString('base64')}`,
  }
}

async function ask(
  { settings, signal }: Step<Settings>,
  { send, headers, body, key }: Request,
  page: Page,
  number: number,
): Promise<HttpAnswer> {
  const reads = settings.method === 'GET' || settings.method === 'HEAD'
  const answer = await send({
    method: settings.method,
    url: page.url,
    query: page.query,
    headers: { ...(!reads && body !== '' && { 'content-type': settings.body_type }), ...headers },
    ...(!reads && { body, key: `${key}-${number}` }),
    timeout_ms: settings.timeout_seconds * 1_000,
    tries: settings.tries,
    signal,
    ...(settings.per_second !== undefined && { per_second: settings.per_second }),
  })
  if (answer.status >= 400 && settings.answer !== 'whole') {
    const text = textIn({ ...answer, body: answer.body.subarray(0, 500) })
    const message = texts.status({ url: page.url, status: String(answer.status), text })
    throw answer.status >= 500 || answer.status === 429
      ? new Unavailable('HTTP_STATUS', message)
      : new Invalid('HTTP_STATUS', message)
  }
  return answer
}

/** Neither the same address nor, by page number, the same content comes twice. */
function guard(seen: Set<string>, page: Page, { body }: HttpAnswer, number: number) {
  for (const mark of [
    `address ${page.url} ${JSON.stringify(page.query)}`,
    `content ${createHash('sha256').update(body).digest('hex')}`,
  ]) {
    if (seen.has(mark) && (mark.startsWith('address') || body.length > 2))
      throw new Invalid('PAGES_REPEAT', texts.loop({ url: page.url, page: number }))
    seen.add(mark)
  }
}

/** As the answer says it is written; what is no text at all is read as UTF-8. */
const textIn = ({ body, headers }: Pick<HttpAnswer, 'body' | 'headers'>) =>
  decodeDeclared(body, headers['content-type'] ?? '') ?? new TextDecoder().decode(body)

function parsed(url: string, answer: HttpAnswer): unknown {
  const text = textIn(answer).trim()
  if (text === '') return undefined
  try {
    return parseJson(text)
  } catch (cause) {
    throw new Invalid('ANSWER_INVALID', texts.json({ url, reason: messageOf(cause) }), { cause })
  }
}

async function* recordsOf(
  { settings, context }: Step<Settings>,
  url: string,
  answer: HttpAnswer,
  body: unknown,
): AsyncGenerator<SourceBatch> {
  if (settings.answer === 'whole') {
    yield { records: [{ status: answer.status, headers: answer.headers, body: textIn(answer) }] }
  } else if (settings.answer === 'json') {
    const items = settings.items === '' ? body : valueAt(body, pathOf(settings.items) ?? [])
    if (items === undefined && settings.items !== '' && body !== undefined)
      throw new Invalid('ANSWER_INVALID', texts.items({ url, path: settings.items }))
    const list = (Array.isArray(items) ? items : items === undefined || items === null ? [] : [items]) as unknown[]
    for (let i = 0; i < list.length; i += 1_000) yield { records: list.slice(i, i + 1_000).map(asRecord) }
  } else {
    // Without its cursor: a page is kept whole by the engine, because nobody can ask for it again and be sure to get the same.
    for await (const { records, rejected } of context.formats.read(
      settings.answer,
      settings.options,
      Readable.from([inUtf8(answer, settings)]),
    ))
      yield { records, ...(rejected && { rejected }) }
  }
}

/** A file whose answer declares its encoding comes as UTF-8, unless the step says how to read it or the file says it itself. */
function inUtf8({ body, headers }: HttpAnswer, { answer, options }: Settings): Uint8Array {
  const type = headers['content-type'] ?? ''
  const saysItself =
    answer === 'xml' && /^\s*<\?xml[^>]*\sencoding/.test(Buffer.from(body.subarray(0, 400)).toString('latin1'))
  return 'encoding' in options || saysItself || charsetOf(type) === undefined
    ? body
    : Buffer.from(textIn({ body, headers }))
}

const asRecord = (item: unknown): DataRecord =>
  typeof item === 'object' && item !== null && !Array.isArray(item) ? (item as DataRecord) : { value: item }
