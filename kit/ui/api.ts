import type { Answer, Asked, Known, Sent } from '../contracts/client.ts'
import { defineMessages } from '../messages/messages.ts'
import { formatsOf } from './format.ts'
import { currentLanguage } from './language.ts'
import { limits } from './limits.ts'
import { markOnline, markOffline } from './connectivity.ts'
import { requestRenewal, type SessionEnd } from './session-renewal.ts'
import { session, type Area } from './session.ts'
import { textsIn } from './texts.ts'
import { toast } from './toast.tsx'

const texts = defineMessages({
  failed: { en: 'That did not work', de: 'Das hat nicht geklappt' },
  tryLater: { en: 'Please try again later.', de: 'Bitte versuchen Sie es später erneut.' },
  offline: {
    en: 'The server cannot be reached. Please check the connection.',
    de: 'Der Server ist nicht erreichbar. Bitte prüfen Sie die Verbindung.',
  },
  timeoutTitle: { en: 'Timeout limit exceeded', de: 'Zeitlimit überschritten' },
  timeout: {
    en: 'Looks like the server is taking too long to respond, please try again in sometime',
    de: 'Der Server braucht gerade sehr lange für eine Antwort. Bitte versuchen Sie es in einiger Zeit erneut.',
  },
  longList: { en: 'Long list', de: 'Lange Liste' },
  cutOff: {
    en: 'Only the first {shown} of {total} entries could be loaded.',
    de: 'Nur die ersten {shown} von {total} Einträgen konnten geladen werden.',
  },
  expiredTitle: { en: 'Session expired', de: 'Sitzung abgelaufen' },
  expired: {
    en: 'You have been logged out automatically. Please sign in again.',
    de: 'Sie wurden automatisch abgemeldet. Bitte melden Sie sich erneut an.',
  },
})

export type Query = Record<string, string | number | boolean | null | undefined>
/** What lists answer with. */
export type List<T> = {
  data: T[]
  meta: { page: number; perPage: number; total: number; lastPage: number; truncated?: boolean }
}
/** What single entries answer with. */
export type Item<T> = { data: T }

export type RequestOptions = {
  signal?: AbortSignal | undefined
  /** Failures are thrown only, without a toast. */
  quiet?: boolean | undefined
  /** Overrides the choice between `/api/admin` and `/api/app`. */
  host?: 'admin' | 'app' | undefined
  headers?: Record<string, string> | undefined
  /** Whoever asks says itself where a list was cut off. */
  tellsCutOff?: boolean | undefined
  /** Seconds until the request is given up, where that is not what the installation says; false: never. */
  timeout?: number | false | undefined
}

/** A request the server answered with an error; `errors` holds the sentences for each field, by dotted path. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Record<string, string[]>
  /** What is needed to go on, where the answer says it. */
  readonly meta: unknown
  constructor(status: number, code: string, message: string, errors: Record<string, string[]> = {}, meta?: unknown) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.errors = errors
    this.meta = meta
  }
}

/**
 * The calls of the browser: right host, right keys, right language; failures as toasts. Paths begin with a slash; what a call takes and
 * answers stands in the contract of the path it is given.
 */
export const api = {
  get,
  post,
  put,
  delete: async (path: string, options?: RequestOptions) => void (await send<undefined>('DELETE', path, options)),
  send,

  upload<const P extends string>(
    path: P & Known<'POST', P>,
    files: readonly File[],
    onProgress?: (share: number) => void,
    options: RequestOptions & { query?: Asked<'POST', P> } = {},
  ): Promise<Answer<'POST', P>> {
    return uploaded(path, files, onProgress, options)
  },

  /** Fetches a file with the session's keys and hands it to the browser to save; with a body the file is asked for by it. */
  async download(path: string, query?: Query, filename?: string, body?: unknown) {
    const options = body === undefined ? {} : { headers: { 'content-type': 'application/json' } }
    const init = body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) }
    const response = await answered(path, init, { ...options, query, timeout: false })
    if (!response.ok) throw failure(errorOf(response.status, parsed(await response.text())), {})
    const named = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(response.headers.get('content-disposition') ?? '')?.[1]
    const url = URL.createObjectURL(await response.blob())
    const link = Object.assign(document.createElement('a'), {
      href: url,
      download: filename ?? (named ? decodeURIComponent(named) : 'download'),
    })
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  },
}

async function get<const P extends string>(
  path: P & Known<'GET', P>,
  query?: Asked<'GET', P>,
  options?: RequestOptions,
): Promise<Answer<'GET', P>>
async function get(path: string, query?: Query, options?: RequestOptions) {
  return (await send('GET', path, { ...options, query })).body
}

async function post<const P extends string>(
  path: P & Known<'POST', P>,
  body?: Sent<'POST', P>,
  options?: RequestOptions & { query?: Asked<'POST', P> },
): Promise<Answer<'POST', P>>
async function post(path: string, body?: unknown, options?: QueryOptions) {
  return (await send('POST', path, { ...options, body })).body
}

async function put<const P extends string>(
  path: P & Known<'PUT', P>,
  body?: Sent<'PUT', P>,
  options?: RequestOptions,
): Promise<Answer<'PUT', P>>
async function put(path: string, body?: unknown, options?: RequestOptions) {
  return (await send('PUT', path, { ...options, body })).body
}

/**
 * Any call, with the headers of its answer for ETags. For the components that are handed their path and cannot know its contract: they say
 * themselves what `T` it answers.
 */
async function send<T = unknown>(
  method: string,
  path: string,
  options: RequestOptions & { query?: Query | undefined; body?: unknown } = {},
) {
  const headers = { ...options.headers, ...(options.body !== undefined && { 'content-type': 'application/json' }) }
  const init = {
    method,
    signal: options.signal ?? null,
    body: options.body === undefined ? null : JSON.stringify(options.body),
  }
  const response = await answered(path, init, { ...options, headers })
  const body = response.status === 204 ? undefined : parsed(await response.text())
  if (!response.ok) throw failure(errorOf(response.status, body), options)
  if (options.query?.['noPagination'] && !options.tellsCutOff) tellCutOff(body as Partial<List<unknown>> | undefined)
  return { body: body as T, headers: response.headers }
}

function uploaded<T>(
  path: string,
  files: readonly File[],
  onProgress: ((share: number) => void) | undefined,
  options: QueryOptions,
): Promise<T> {
  const form = new FormData()
  for (const file of files) form.append('file', file)
  const used = session.token()
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address(path, options.host) + queryText(options.query))
    for (const [name, value] of Object.entries(headersOf(options))) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
    request.onload = async () => {
      const body = parsed(request.responseText)
      if (request.status < 400) resolve(body as T)
      else if (request.status === 401 && (await isRenewed(path, used, endOf(body))))
        resolve(uploaded<T>(path, files, onProgress, options))
      else reject(failure(errorOf(request.status, body), options))
    }
    request.onerror = () => reject(failure(offline(), options))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** A list that was too long to come whole is never taken for all there is. */
function tellCutOff(answer: Partial<List<unknown>> | undefined) {
  if (!answer?.meta?.truncated) return
  const t = textsIn(texts, currentLanguage())
  const { number } = formatsOf(currentLanguage())
  const message = t.cutOff({ shown: number(answer.data?.length), total: number(answer.meta.total) })
  toast({ title: t.longList(), message, tone: 'amber' })
}

type QueryOptions = RequestOptions & { query?: Query | undefined }

/** The server's answer; where it knows the session no more, that to the same call once somebody has signed in again over the page. */
async function answered(path: string, init: RequestInit, options: QueryOptions): Promise<Response> {
  const used = session.token()
  const answer = await fetched(path, init, options)
  if (answer.status !== 401) return answer
  const end = endOf(parsed(await answer.clone().text()))
  return (await isRenewed(path, used, end)) ? fetched(path, init, options) : answer
}

async function fetched(path: string, init: RequestInit, options: QueryOptions) {
  const seconds = options.timeout === undefined ? timeoutOf(path) : options.timeout
  const timeout = seconds ? AbortSignal.timeout(seconds * 1_000) : undefined
  const signals = [init.signal, timeout].filter((signal) => signal instanceof AbortSignal)
  const signal = signals.length > 0 ? AbortSignal.any(signals) : null
  try {
    const url = address(path, options.host) + queryText(options.query)
    const answer = await fetch(url, { ...init, headers: headersOf(options), signal })
    markOnline()
    return answer
  } catch (error) {
    if (timeout?.aborted && !init.signal?.aborted) throw failure(tooSlow(408), options)
    if (isCancelled(error)) throw error
    markOffline()
    throw failure(offline(), options)
  }
}

/** Whether a call refused with the token `used` may be repeated: somebody has signed in again, here, in another tab or meanwhile. */
async function isRenewed(path: string, used: string | null, end: SessionEnd | undefined): Promise<boolean> {
  if (!used || /^\/auth\/(?!me)/.test(path)) return false
  const now = session.token()
  return now === used ? requestRenewal(end) : now !== null
}

const endOf = (body: unknown) => (body as ErrorBody)?.meta as SessionEnd | undefined

/** The calls the shell itself makes (sign-in, who am I, what can be selected) wait as long as it takes. */
const shellCalls =
  /^\/($|auth\/|languages$|(clients|partners|projects|workflows|config_values|process_debug_data|workflow_elements)($|\/))/
const timeoutOf = (path: string) => !shellCalls.test(path) && limits().request_timeout

/** Somebody left the page or asked again: nothing to tell. */
const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

const tenantSide: readonly Area[] = ['partner', 'tenant', 'project']

function address(path: string, host?: 'admin' | 'app') {
  const { user, area } = session.get()
  const chosen = host ?? (user?.kind === 'admin' && !tenantSide.includes(area) ? 'admin' : 'app')
  return `/api/${chosen}${path}`
}

function headersOf({ headers }: RequestOptions): Record<string, string> {
  const { user, own_key, own_partner, partner, client, project } = session.get()
  const own = {
    accept: 'application/json',
    'accept-language': currentLanguage(),
    authorization: session.token() && `Bearer ${session.token()}`,
    'x-workspace': user?.email.split('@')[1],
    'x-api-key': client?.api_token ?? partner?.api_token ?? own_key,
    'x-partner-key': partner?.api_token ?? own_partner?.api_token,
    'x-project-id': project?.id,
    ...headers,
  }
  return Object.fromEntries(Object.entries(own).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

function queryText(query: Query = {}) {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return entries.length === 0
    ? ''
    : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()}`
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

type ErrorBody = { code?: string; message?: string; errors?: Record<string, string[]>; meta?: unknown } | undefined

function errorOf(status: number, body: unknown) {
  const t = textsIn(texts, currentLanguage())
  const { code, message, errors, meta } = (body ?? {}) as NonNullable<ErrorBody>
  if (status === 408 || status === 504) return tooSlow(status)
  return new ApiError(status, code ?? 'FAILED', message ?? t.tryLater(), errors, meta)
}

const tooSlow = (status: number) => new ApiError(status, 'TIMEOUT', textsIn(texts, currentLanguage()).timeout())
const offline = () => new ApiError(0, 'OFFLINE', textsIn(texts, currentLanguage()).offline())

/** Tells the user of a failure the way it deserves, and gives it back to be thrown. */
function failure(error: ApiError, { quiet }: RequestOptions) {
  const t = textsIn(texts, currentLanguage())
  const atSignIn = location.pathname === '/login'
  if (error.status === 401 && !atSignIn) {
    if (session.token()) {
      toast({ title: t.expiredTitle(), message: t.expired(), tone: 'amber' })
      session.end({ expired: true })
    }
  } else if (!quiet && !(error.status === 401 && atSignIn)) {
    toast({ title: error.code === 'TIMEOUT' ? t.timeoutTitle() : t.failed(), message: error.message, tone: 'red' })
  }
  return error
}
