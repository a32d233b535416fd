import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { fileExists, filesFailed } from '@weft/kit/files/file-errors.ts'
import { fileAnswer, unreadable, xmlOf } from '@weft/kit/files/http-files.server.ts'
import type { ObjectStore } from '@weft/kit/files/object-store.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { pageIn, storedAs } from './answers.ts'
import { refusal, type Requests } from './requests.server.ts'

/** 50,000 of them make a blob: files of up to 400 GB. */
export const piece = 8 * 1024 * 1024
const copy_look_ms = 500

/** The blobs of a container. */
export function blobStore(requests: Requests): ObjectStore {
  const { host, ask, stream, sourceOf } = requests

  async function expect(method: string, asked: Parameters<Requests['ask']>[1]) {
    const answer = await ask(method, asked)
    if (answer.status >= 300) throw refusal(requests, asked.key ?? '', answer)
    return answer
  }

  /** Within an account a copy is there at once; for what is large or comes from afar the store says that it has begun. */
  async function copied(key: string, headers: Record<string, string>): Promise<void> {
    const state = headers['x-ms-copy-status'] ?? 'success'
    if (state === 'success') return
    if (state !== 'pending') throw filesFailed(host, quotedTexts(`copy ${state}`))
    await sleep(copy_look_ms)
    await copied(key, (await expect('HEAD', { key })).headers)
  }

  return {
    host,

    async page({ prefix, grouped, next, limit }) {
      const { body } = await expect('GET', {
        query: {
          restype: 'container',
          comp: 'list',
          ...(prefix !== '' && { prefix }),
          ...(grouped && { delimiter: '/' }),
          ...(next !== undefined && { marker: next }),
          ...(limit !== undefined && { maxresults: String(limit) }),
        },
      })
      try {
        return pageIn(xmlOf(host, body), grouped)
      } catch (cause) {
        throw cause instanceof WeftError ? cause : unreadable(host, cause)
      }
    },

    async head(key) {
      const answer = await ask('HEAD', { key })
      const { headers, status } = answer
      // Accounts with a hierarchical namespace have folders of their own.
      if (status === 404 || headers['x-ms-meta-hdi_isfolder'] === 'true') return undefined
      if (status >= 300) throw refusal(requests, key, answer)
      return storedAs(key, {
        size: headers['content-length'],
        modified: headers['last-modified'],
        etag: headers['etag'],
      })
    },

    get: (key, start) => fileAnswer(host, key, start, (headers) => stream({ key, headers })),

    async put(key, body) {
      await expect('PUT', { key, body, headers: { 'x-ms-blob-type': 'BlockBlob', ...plain } })
    },

    async putPieces(key, pieces) {
      // Whoever else writes the same blob has other blocks: what is committed is of one writer.
      const writer = randomBytes(8).toString('hex')
      const ids: string[] = []
      for await (const body of pieces) {
        const id = Buffer.from(`${writer}-${String(ids.length).padStart(6, '0')}`).toString('base64')
        await expect('PUT', { key, query: { comp: 'block', blockid: id }, body, headers: plain })
        ids.push(id)
      }
      const list = ids.map((id) => `<Latest>${id}</Latest>`).join('')
      await expect('PUT', {
        key,
        query: { comp: 'blocklist' },
        headers: { 'content-type': 'application/xml', 'x-ms-blob-content-type': 'application/octet-stream' },
        body: `<?xml version="1.0" encoding="utf-8"?><BlockList>${list}</BlockList>`,
      })
    },

    async copy({ key }, to) {
      const answer = await ask('PUT', {
        key: to,
        headers: { 'x-ms-copy-source': sourceOf(key), 'if-none-match': '*' },
      })
      if (answer.status === 409 || answer.status === 412) throw fileExists(to)
      if (answer.status >= 300) throw refusal(requests, key, answer)
      await copied(to, answer.headers)
    },

    async drop(key) {
      const answer = await ask('DELETE', { key })
      if (answer.status >= 300 && answer.status !== 404) throw refusal(requests, key, answer)
    },
  }
}

const plain = { 'content-type': 'application/octet-stream' }
