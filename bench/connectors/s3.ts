import { Readable } from 'node:stream'
import { request } from 'undici'
import { s3Body } from '@weft/catalogue/connectors/s3/s3.server.ts'
import { signed } from '@weft/kit/files/s3/sign.server.ts'
import { versitygw } from '@weft/kit/testing/versitygw.ts'
import { settingsFor } from '@weft/catalogue/connectors/s3/testing/counterpart.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { startRealServer } from '@weft/kit/testing/real-server.ts'
import type { Row } from '../figure.ts'
import { measureFiles, type FilesByHand } from './files.ts'

export async function onS3(rows: number): Promise<Row[]> {
  const server = await versitygw(startRealServer)
  if (typeof server === 'string') return []
  try {
    const settings = settingsFor(server)
    const session = await s3Body.files!(settings, httpReach)
    const figures = await measureFiles('S3', rows, session, scriptOn(settings))
    await session.close()
    return figures
  } finally {
    await server.end()
  }
}

const piece = 8 * 1024 * 1024

/** A download as it comes, and an upload in pieces, one of which is on its way while the next one fills. */
function scriptOn(settings: ReturnType<typeof settingsFor>): FilesByHand {
  async function send(method: 'GET' | 'POST' | 'PUT', path: string, query = '', body: string | Buffer = '') {
    const url = new URL(`${settings.endpoint}/${settings.bucket}/${path}?${query}`)
    const { host: _, ...headers } = signed({ method, url, headers: {}, body }, settings)
    const answer = await request(url, { method, headers, ...(body.length > 0 && { body }) })
    if (answer.statusCode >= 300) throw new Error(await answer.body.text())
    return answer
  }

  async function write(path: string, source: Readable) {
    const begun = await (await send('POST', path, 'uploads=')).body.text()
    const id = /<UploadId>(.+)<\/UploadId>/.exec(begun)![1]!
    const etags: string[] = []
    let before: Promise<unknown> = Promise.resolve()
    const put = async (bytes: Buffer) => {
      await before
      before = (async () => {
        const { headers, body } = await send('PUT', path, `partNumber=${etags.length + 1}&uploadId=${id}`, bytes)
        etags.push(String(headers['etag']))
        await body.dump()
      })()
    }
    let held: Buffer[] = []
    let size = 0
    for await (const chunk of source as AsyncIterable<Buffer>) {
      held.push(chunk)
      size += chunk.length
      if (size < piece) continue
      await put(Buffer.concat(held))
      ;[held, size] = [[], 0]
    }
    if (size > 0) await put(Buffer.concat(held))
    await before
    const parts = etags.map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
    const done = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    await (await send('POST', path, `uploadId=${id}`, done)).body.dump()
  }

  return { read: async (path) => (await send('GET', path)).body as unknown as Readable, write }
}
