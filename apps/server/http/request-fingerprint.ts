import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { header } from '@weft/kit/http/request.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { uploadLimits } from './uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the bytes of the body, where they are asked for. */
    body_hash?: Hash
  }
}

const isMultipart = ({ headers }: FastifyRequest) => /^multipart\/form-data/i.test(headers['content-type'] ?? '')

/** Hashes the body of the requests that are wanted on its way to whatever reads it. */
export function hashBody(app: FastifyInstance, isWanted: (request: FastifyRequest) => boolean) {
  app.decorateRequest('body_hash', undefined)
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!isWanted(request) || isMultipart(request)) return payload
    const hash = (request.body_hash = createHash('sha256'))
    const hashing: Transform & { receivedEncodedLength?: number } = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        hashing.receivedEncodedLength = (hashing.receivedEncodedLength ?? 0) + chunk.length
        done(null, chunk)
      },
    })
    payload.once('error', (error: Error) => hashing.destroy(error))
    return payload.pipe(hashing)
  })
}

/** Everything that makes a request this one: who asks whom to do what, about which tenant and project, with which bytes and files. */
export async function requestFingerprint(
  context: AppContext<'db' | 'home'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer> {
  const { method, url, user, scope } = request
  const { level, tenant_id, partner_id, project_id } = scope as {
    level: string
    tenant_id?: string
    partner_id?: string
    project_id?: string
  }
  const body = isMultipart(request)
    ? await keepUpload(context, request, reply)
    : (request.body_hash?.digest('hex') ?? '')
  const type = isMultipart(request) ? 'multipart/form-data' : (request.headers['content-type'] ?? '')
  const about = [
    method,
    url,
    user.id,
    level,
    tenant_id,
    partner_id,
    project_id,
    header(request, 'x-api-key'),
    header(request, 'x-partner-key'),
    header(request, 'x-project-id'),
    type,
    body,
  ]
  return createHash('sha256')
    .update(JSON.stringify(about.map((one) => one ?? null)))
    .digest()
}

/**
 * Reads an upload into a file without a name and answers what its parts say: a repetition has the same parts between other boundaries.
 * Whoever reads the request afterwards reads that file.
 */
async function keepUpload(
  context: AppContext<'db' | 'home'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { files, megabytes } = await uploadLimits(context, request.scope)
  const handle = await namelessFile(path.join(context.home, 'uploads'))
  const hash = await hashParts(request.raw, handle, (files * megabytes + 1) * 1_000_000).catch(
    async (error: unknown) => {
      await handle.close()
      throw error
    },
  )
  const stream = handle.createReadStream({ start: 0 })
  reply.raw.once('close', () => stream.destroy()) // also when nobody reads it
  const { headers, rawHeaders, method, url, httpVersion, socket } = request.raw
  request.raw = Object.assign(stream, {
    headers,
    rawHeaders,
    method,
    url,
    httpVersion,
    socket,
    complete: true,
    aborted: false,
  }) as unknown as IncomingMessage
  return hash
}

/** Gone with its last reader, also when the process dies. */
async function namelessFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, crypto.randomUUID())
  const handle = await open(file, 'wx+', 0o600)
  await rm(file)
  return handle
}

/** None where the request does not even say how its parts are told apart, which whoever handles it refuses. */
function parserFor({ headers }: IncomingMessage): InstanceType<typeof Busboy> | undefined {
  try {
    return new Busboy({ headers: headers as { 'content-type': string }, limits: { parts: 1_000 } })
  } catch (error) {
    ignore('a multipart request that names no boundary')(error)
    return undefined
  }
}

async function hashParts(from: IncomingMessage, to: FileHandle, most: number): Promise<string> {
  const parts: unknown[] = []
  const whole = createHash('sha256')
  const parser = parserFor(from)
  let malformed = !parser
  parser?.on('error', () => (malformed = true)) // whoever handles the request says what is wrong with it
  parser?.on('field', (...[name, value, , , , type]) => parts.push([name, value, type]))
  parser?.on('file', (name: string, file: Readable, filename: string, encoding: string, type: string) => {
    const hash = createHash('sha256')
    const part = [name, filename, encoding, type, '']
    parts.push(part)
    file
      .on('data', (chunk: Buffer) => hash.update(chunk))
      .on('end', () => (part[4] = hash.digest('hex')))
      .on('error', () => (malformed = true))
  })
  const finished = new Promise<void>((resolve) =>
    parser ? parser.once('finish', resolve).once('error', () => resolve()) : resolve(),
  )
  let size = 0
  for await (const chunk of from as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw Object.assign(new Error('too large'), { statusCode: 413 })
    whole.update(chunk)
    await to.write(chunk)
    if (parser && !malformed && !parser.write(chunk)) await Promise.race([once(parser, 'drain'), finished])
  }
  if (!malformed) parser?.end()
  await finished
  return malformed ? whole.digest('hex') : createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
