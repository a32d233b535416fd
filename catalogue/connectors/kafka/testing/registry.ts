import { execFile, spawn } from 'node:child_process'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { cachedFolder } from '@weft/kit/testing/cached-folder.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'

/** The newest that runs on Java 17. */
const version = '3.0.9'
const run = promisify(execFile)

const registryFolder = () =>
  cachedFolder(`apicurio-registry-${version}`, async (folder) => {
    const artifact = `io.apicurio:apicurio-registry-app:${version}:tar.gz:all`
    await run('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], {
      cwd: folder,
      timeout: 300_000,
    })
    await run('tar', ['xzf', path.join(folder, `apicurio-registry-app-${version}-all.tar.gz`), '-C', folder])
  })

type Entry = { schema: string; schemaType?: 'PROTOBUF' | 'JSON'; references?: object[] }
export type SchemaRegistry = {
  url: string
  /** Answers the id of the schema. */
  register(subject: string, entry: Entry): Promise<number>
  /** The same registry behind TLS and a sign-in. */
  guarded(authorization: string): Promise<string>
}

/** Apicurio Registry with Confluent's interface, run by the machine's Java, holding what it knows in memory; or why there is none. */
export async function schemaRegistry(): Promise<SchemaRegistry | string> {
  const folder = await registryFolder().catch((error: unknown) => new Error(messageOf(error)))
  const java = await run('java', ['-version']).catch((error: unknown) => new Error(messageOf(error)))
  for (const missing of [folder, java])
    if (missing instanceof Error) {
      console.warn(`SKIPPED, no schema registry: ${missing.message}`)
      return `There is no schema registry here: ${missing.message}`
    }
  const port = await freePort()
  const url = `http://localhost:${port}/apis/ccompat/v7`
  const settings = [`-Dquarkus.http.port=${port}`, '-Dquarkus.http.host=127.0.0.1']
  const jar = path.join(folder as string, `apicurio-registry-app-${version}-runner.jar`)
  const jvm = ['-Xms64m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
  // It ends with the test, however that ends.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'java', ...jvm, ...settings, '-jar', jar], {
    cwd: folder as string,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (said = (said + String(chunk)).slice(-3_000)))
  after(() => child.kill('SIGKILL'))
  const isReady = () =>
    fetch(`${url}/subjects`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await isReady()); tries++) {
    if (child.exitCode !== null || tries > 1_200) throw new Error(`The registry did not start: ${said}`)
    await sleep(100)
  }
  return {
    url,
    async register(subject, entry) {
      const answer = await fetch(`${url}/subjects/${encodeURIComponent(subject)}/versions`, {
        method: 'POST',
        headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
        body: JSON.stringify(entry),
      })
      const { id, message } = (await answer.json()) as { id?: number; message?: string }
      if (id === undefined) throw new Error(`${subject}: ${message}`)
      return id
    },
    guarded: (authorization) => guardedBy(authorization, url),
  }
}

async function guardedBy(authorization: string, url: string): Promise<string> {
  const { key, cert } = localCertificate
  const server = createServer({ key, cert }, async (request, response) => {
    if (request.headers.authorization !== authorization) return response.writeHead(401).end('{}')
    const answer = await fetch(url + request.url!)
    const type = answer.headers.get('content-type') ?? ''
    return response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => server.close())
  return `https://localhost:${(server.address() as AddressInfo).port}`
}
