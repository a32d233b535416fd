import { Duplex, pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Dispatcher } from 'undici'

const texts = defineMessages({
  unknown: {
    en: 'The answer of {host} is packed as {encoding}, which cannot be unpacked here.',
    de: 'Die Antwort von {host} ist als {encoding} gepackt; das lässt sich hier nicht entpacken.',
  },
})

const stages: Record<string, () => Duplex> = {
  gzip: createGunzip,
  deflate: () => Duplex.from(inflated),
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** How an answer may be packed, for the request to say. */
export const accepted = Object.keys(stages).join(', ')

/** The body of an answer as it was before it was packed to be sent. How large it may be is for the reader to count, who gets it piece by piece. */
export function unpacked(
  { body, headers, statusCode }: Dispatcher.ResponseData,
  method: string,
  host: string,
): AsyncIterable<Buffer> {
  const packed = String(headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-/, ''))
    .filter((name) => name !== '' && name !== 'identity')
  if (
    packed.length === 0 ||
    method === 'HEAD' ||
    statusCode === 204 ||
    statusCode === 304 ||
    headers['content-length'] === '0'
  )
    return body
  const unknown = packed.length > 3 ? packed.join(', ') : packed.find((name) => !Object.hasOwn(stages, name))
  if (unknown !== undefined) {
    body.on('error', ignore('an answer that cannot be unpacked is not read'))
    body.destroy()
    throw new Invalid('ANSWER_PACKED', texts.unknown({ host, encoding: unknown.slice(0, 60) }))
  }
  const chain = packed.reverse().map((name) => stages[name]!())
  pipeline([body, ...chain], (error) => error && ignore('whoever reads the unpacked answer hears it')(error))
  return chain.at(-1)!
}

/** Deflate with the head the standard asks for, or without, as some servers send it. */
async function* inflated(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const pieces = source[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (first.done) return
  const inflate = (first.value[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw()
  const all = async function* () {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  pipeline(
    Readable.from(all()),
    inflate,
    (error) => error && ignore('whoever reads the unpacked answer hears it')(error),
  )
  yield* inflate as AsyncIterable<Buffer>
}
