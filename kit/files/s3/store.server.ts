import { Unavailable } from '../../errors/errors.ts'
import { heardElsewhere } from '../../errors/heard-elsewhere.ts'
import { fileAnswer, unreadable, xmlOf } from '../http-files.server.ts'
import type { ObjectStore } from '../object-store.ts'
import { filesFailed } from '../file-errors.ts'
import { ignore } from '../../log/ignore.server.ts'
import { quotedTexts } from '../../messages/messages.ts'
import { textAt } from '../../xml/read-xml.ts'
import { pageIn, timeOf } from './answers.ts'
import { errorIn, refusal, type Requests } from './requests.server.ts'
import { encoded } from './sign.server.ts'

/** The least that Amazon takes as a piece is 5 MB, and 10,000 of them make an object: files of up to 80 GB. */
export const piece = 8 * 1024 * 1024
/** What one request copies at most. */
const most_copied = 5_000_000_000

/** The objects of a bucket. */
export function s3Store({ host, bucket, ask, stream }: Requests): ObjectStore {
  async function expect(method: string, asked: Parameters<Requests['ask']>[1]) {
    const answer = await ask(method, asked)
    if (answer.status >= 300) throw refusal({ host, bucket }, asked.key ?? '', answer)
    return answer
  }

  /** One object out of parts that `send` sends by their number; what fails is given up as a whole. */
  async function inParts(key: string, send: (part: (asked: Part) => Promise<void>) => Promise<void>) {
    const begun = await expect('POST', { key, query: { uploads: '' } })
    const uploadId = textAt(xmlOf(host, begun.body), 'UploadId')
    if (!uploadId) throw unreadable(host, new Error('no UploadId'))
    const etags: string[] = []
    try {
      await send(async ({ copied, ...asked }) => {
        const query = { partNumber: String(etags.length + 1), uploadId }
        const answer = await expect('PUT', { key, query, ...asked })
        const etag = copied ? textAt(xmlOf(host, answer.body), 'ETag') : answer.headers['etag']
        if (!etag) throw unreadable(host, new Error('a part without an ETag'))
        etags.push(etag)
      })
      const parts = etags.map(
        (etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
      )
      const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`
      const done = await expect('POST', {
        key,
        query: { uploadId },
        headers: { 'content-type': 'application/xml' },
        body,
      })
      // It begins to answer before it knows whether it will succeed.
      failedIn(done.body)
    } catch (error) {
      await ask('DELETE', { key, query: { uploadId } }).catch(ignore('a broken upload stays in a bucket, unseen'))
      throw error
    }
  }

  function failedIn(body: Uint8Array) {
    const { code, message } = errorIn(body)
    if (code !== '') throw filesFailed(host, quotedTexts(`${code}: ${message}`))
  }

  return {
    host,

    async page({ prefix, grouped, next, limit }) {
      const { body } = await expect('GET', {
        query: {
          'list-type': '2',
          'encoding-type': 'url',
          ...(prefix !== '' && { prefix }),
          ...(grouped && { delimiter: '/' }),
          ...(next !== undefined && { 'continuation-token': next }),
          ...(limit !== undefined && { 'max-keys': String(limit) }),
        },
      })
      try {
        return pageIn(xmlOf(host, body))
      } catch (cause) {
        throw cause instanceof Unavailable ? cause : unreadable(host, cause)
      }
    },

    async head(key) {
      const answer = await ask('HEAD', { key })
      if (answer.status === 404) return undefined
      if (answer.status >= 300) throw refusal({ host, bucket }, key, answer)
      const { 'content-length': size = '', 'last-modified': modified, etag } = answer.headers
      return {
        key,
        size: /^\d{1,15}$/.test(size) ? Number(size) : null,
        modified_at: timeOf(modified),
        ...(etag && { version: etag }),
      }
    },

    get: (key, start) => fileAnswer(host, key, start, (headers) => stream({ key, headers })),

    async put(key, body) {
      await expect('PUT', { key, body, headers: { 'content-type': 'application/octet-stream' } })
    },

    putPieces: (key, pieces) =>
      inParts(key, async (part) => {
        // While one is on its way the next one fills.
        let before = Promise.resolve()
        try {
          for await (const body of pieces) {
            await before
            before = part({ body })
            before.catch(heardElsewhere)
          }
        } finally {
          // One that arrives behind the end of its upload would stay in the bucket.
          await before
        }
      }),

    async copy({ key, size }, to) {
      const source = `/${bucket}/${key.split('/').map(encoded).join('/')}`
      if ((size ?? 0) <= most_copied) {
        const { body } = await expect('PUT', { key: to, headers: { 'x-amz-copy-source': source } })
        return failedIn(body)
      }
      await inParts(to, async (part) => {
        for (let at = 0; at < size!; at += most_copied) {
          const range = `bytes=${at}-${Math.min(size!, at + most_copied) - 1}`
          await part({
            copied: true,
            headers: { 'x-amz-copy-source': source, 'x-amz-copy-source-range': range },
          })
        }
      })
    },

    async drop(key) {
      const answer = await ask('DELETE', { key })
      if (answer.status >= 300 && answer.status !== 404) throw refusal({ host, bucket }, key, answer)
    },
  }
}

type Part = { body?: Uint8Array; headers?: Record<string, string>; copied?: boolean }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
