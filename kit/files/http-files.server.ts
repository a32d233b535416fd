import { Readable } from 'node:stream'
import type { TransferAnswer } from '../define/connector.ts'
import { Unavailable, WeftError } from '../errors/errors.ts'
import { messageOf } from '../errors/caught.ts'
import { defineMessages, inserted, quotedTexts } from '../messages/messages.ts'
import { deniedError } from '../network/line-error.ts'
import { networkReason } from '../network/reason.ts'
import { readXml, type XmlNode } from '../xml/read-xml.ts'
import { fileDenied, filesBusy, filesFailed, noFile, noSpace } from './file-errors.ts'

const texts = defineMessages({
  unreadable: {
    en: 'The answer of {host} cannot be read: {reason}',
    de: 'Die Antwort von {host} lässt sich nicht lesen: {reason}',
  },
})

/** The longest answer about files that is read, and an error that somebody reads. */
export const longestAnswer = 100_000_000
const longestSaid = 20_000

export const unreadable = (host: string, cause: unknown) =>
  new Unavailable(
    'FILES_UNREADABLE',
    inserted(texts.unreadable({ host, reason: '' }), 'reason', quotedTexts(messageOf(cause).slice(0, 300))),
    { cause },
  )

/** The document that another system has answered with. */
export function xmlOf(host: string, body: Uint8Array | string): XmlNode {
  try {
    return readXml(typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    throw unreadable(host, cause)
  }
}

/** What a status means that is no success, for the file it was about. `said` is what the system says itself. */
export function statusError(host: string, path: string, status: number, said = ''): WeftError {
  const words = said === '' ? `HTTP ${status}` : `HTTP ${status}, ${said.slice(0, 300)}`
  if (status === 401) return deniedError(host, quotedTexts(words))
  if (status === 403) return fileDenied(host, path)
  if (status === 404 || status === 410) return noFile(path)
  if (status === 429) return filesBusy(host)
  if (status === 507) return noSpace(host)
  return filesFailed(host, quotedTexts(words))
}

/** A short answer as text, whatever the rest of it is. */
export async function saidBy({ body }: TransferAnswer): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    if ((size += chunk.length) > longestSaid) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The bytes of a file out of an answer, behind those that were not asked for; what breaks on the way is Unavailable. */
function fileBytes(host: string, { body }: TransferAnswer, skip = 0): Readable {
  async function* bytes() {
    let left = skip
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        if (left < chunk.length) yield left > 0 ? chunk.subarray(left) : chunk
        left = Math.max(0, left - chunk.length)
      }
    } catch (cause) {
      throw cause instanceof WeftError ? cause : filesFailed(host, networkReason(cause), cause)
    }
  }
  // Whoever lets go of it before anything was read lets go of the line, too.
  return Readable.from(bytes(), { objectMode: false }).once('close', () => body.destroy())
}

/** A file of a system that is asked over HTTP, from a byte on. */
export async function fileAnswer(
  host: string,
  path: string,
  start: number,
  ask: (headers: Record<string, string>) => Promise<TransferAnswer>,
): Promise<Readable> {
  const answer = await ask(start > 0 ? { range: `bytes=${start}-` } : {})
  if (answer.status === 206) return fileBytes(host, answer)
  // Some servers send the whole file whatever was asked for.
  if (answer.status === 200) return fileBytes(host, answer, start)
  const said = await saidBy(answer)
  if (answer.status === 416) return Readable.from([], { objectMode: false })
  throw statusError(host, path, answer.status, said.startsWith('<') ? '' : said)
}

/** The bytes of a source in pieces of exactly one size, the last one shorter; a source of no bytes is one empty piece. A piece is
 * good until the one after the next is asked for: two of them take turns, as so large ones would pile up until memory is tidied.
 */
export async function* inPieces(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  const filled: Buffer[] = []
  let piece: Buffer | undefined
  let length = 0
  let isFirst = true
  for await (const chunk of source)
    for (let at = 0; at < chunk.length;) {
      // Filled in place: held in parts, a piece would be there twice when it is put together.
      piece ??= filled.length === 2 ? filled.shift()! : Buffer.allocUnsafe(size)
      const count = chunk.copy(piece, length, at)
      at += count
      length += count
      if (length < size) continue
      yield piece
      filled.push(piece)
      piece = undefined
      length = 0
      isFirst = false
    }
  if (length > 0 || isFirst) yield piece?.subarray(0, length) ?? Buffer.alloc(0)
}
