import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFinal } from '../define/job-status.ts'
import { freePort, startEmbedded } from '../database/embedded.server.ts'
import { databaseUrl, execute } from '../database/prepare.server.ts'
import { copyPreparedHome } from './prepared-home.ts'
import { onControl } from './product-database.ts'

const root = path.resolve(import.meta.dirname, '../..')
const program = ['--disable-warning=ExperimentalWarning', 'apps/supervisor/main.ts']
export const adminSignIn = { email: 'admin@weft.example', password: 'Weft-Admin-1' }

export type Product = {
  url: string
  home: string
  port: number
  sftp_port: number
  supervisor: ChildProcess
  output(): string
  stop(): Promise<void>
  restart(): Promise<void>
}

type Started = {
  demo?: boolean
  environment?: Record<string, string>
  /** A network of its own to start it in: the command that enters it, and the address it is reached at from here. */
  network?: { enter: readonly string[]; address: string } | undefined
}

/**
 * Starts the product as `npm start` does, on ports of its own and a home of its own unless one is given, and waits until it answers.
 * Where nothing says otherwise it is not its first start.
 */
export async function startProduct({ demo = false, environment = {}, network }: Started = {}): Promise<Product> {
  const shared = environment['WEFT_HOME']
  const home = shared ?? mkdtempSync(path.join(tmpdir(), 'weft-product-'))
  if (!ofFirstStart.some((name) => name in environment))
    await copyPreparedHome(demo ? 'demo' : 'empty', home, (prepared) => startFirst(prepared, demo))
  return startIn(home, { demo, environment, network })
}

/** Who says one of these means a first start of their own. */
const ofFirstStart = ['WEFT_HOME', 'DATABASE_URL', 'WEFT_ADMIN_EMAIL', 'WEFT_ADMIN_PASSWORD']

/** Starts the product on an empty home and stops it again as soon as everything a first start makes is there. */
async function startFirst(home: string, demo: boolean) {
  const product = await startIn(home, { demo, environment: { WEFT_HOME: home } })
  if (demo) await demoIsSeeded(product)
  await product.stop()
  const postgres = await startEmbedded(path.join(home, 'postgres'))
  await execute(databaseUrl(postgres.url, 'weft'), 'delete from supervisors') // a copy elsewhere is another machine
  await execute(postgres.url, 'alter system set fsync = off')
  await postgres.stop()
}

/** Its sign-ins are offered before the smaller accounts are there, so what counts is that none of its parts is missing. */
export const demoIsSeeded = (product: Pick<Product, 'home'>) =>
  onControl(product, async (client) => {
    let value: unknown
    for (const until = Date.now() + 300_000; Date.now() < until; await sleep(200)) {
      value = (await client.query<{ value: unknown }>("select value from settings where key = 'demo'")).rows[0]?.value
      if (value === 'ready') return
    }
    throw new Error(`Within five minutes there was only this of the demo: ${JSON.stringify(value)}`)
  })

/** The settings of a test's own process, such as its key, are not those of the products it starts. */
const withoutSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(WEFT_(?!TEST_|PROGRAMS$|BROWSER$)|DATABASE_URL$)/.test(name)),
  )

async function startIn(home: string, { demo = false, environment = {}, network }: Started): Promise<Product> {
  const port = await freePort()
  const sftp_port = await freePort()
  const env = {
    ...withoutSettings(process.env),
    WEFT_HOME: home,
    PORT: String(port),
    WEFT_SFTP_PORT: String(sftp_port),
    WEFT_ADMIN_EMAIL: adminSignIn.email,
    WEFT_ADMIN_PASSWORD: adminSignIn.password,
    WEFT_DEMO: demo ? '1' : '0',
    WEFT_API_PER_MINUTE: '1000000',
    WEFT_TWO_FACTOR: 'off',
    ...(network && { HOST: network.address }),
    ...environment,
  }
  let said = ''
  const start = () => {
    const [command, ...args] = [...(network?.enter ?? []), process.execPath, ...program]
    const child = spawn(command!, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    return child
  }
  const url = `http://${network?.address ?? '127.0.0.1'}:${port}`
  const product: Product = {
    url,
    home,
    port,
    sftp_port,
    supervisor: start(),
    output: () => said,
    async restart() {
      await ended(product.supervisor)
      await isSilent(url)
      product.supervisor = start()
      await answers(url, product)
    },
    async stop() {
      await ended(product.supervisor)
      if (!environment['WEFT_HOME']) rmSync(home, { recursive: true, force: true })
    },
  }
  await answers(url, product)
  return product
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

/** Until nobody answers there: the server of a supervisor that was killed needs a moment to notice. */
async function isSilent(url: string) {
  for (let i = 0; i < 200; i++) {
    const answer = await fetch(`${url}/livez`).catch(() => undefined)
    if (!answer) return
    await sleep(50)
  }
  throw new Error(`Somebody still answers at ${url}`)
}

async function answers(url: string, product: Product) {
  for (let i = 0; i < 1200; i++) {
    if (product.supervisor.exitCode !== null) break
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`The product did not come up:\n${product.output().slice(-4000)}`)
}

export type Answer = { status: number; headers: Headers; body: any }

/** One signed-in user's calls, as a program would make them. */
export class Client {
  readonly #url: string
  readonly #host: string
  readonly headers: Record<string, string>
  constructor(url: string, host: 'admin' | 'app', headers: Record<string, string>) {
    this.#url = url
    this.#host = host
    this.headers = headers
  }

  static async signIn(
    url: string,
    { email, password }: { email: string; password: string },
    host: 'admin' | 'app' = 'app',
  ): Promise<Client> {
    const open = new Client(url, host, {
      'accept-language': 'en',
      ...(host === 'app' && { 'x-workspace': email.split('@')[1]! }),
    })
    const { headers, body } = await open.call('POST', 'auth/login', { email, password })
    const key = headers.get('api-key')
    return open.with({ authorization: `Bearer ${body.meta.token}`, ...(key && { 'x-api-key': key }) })
  }

  with(headers: Record<string, string>) {
    return new Client(this.#url, this.#host as 'app', { ...this.headers, ...headers })
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const form = body instanceof FormData
    const answer = await fetch(`${this.#url}/api/${this.#host}/${path}`, {
      method,
      headers: { ...this.headers, ...(body !== undefined && !form && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.includes('json') && text !== ''
    return { status: answer.status, headers: answer.headers, body: json ? JSON.parse(text) : text }
  }

  /** The `data` of an answer; anything but a success is an error with the server's message. */
  async ask(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await this.call(method, path, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 2000)}`)
    return answer.body?.data
  }
  /** The job as soon as it has ended, however that is. */
  async ended(job_id: string): Promise<any> {
    for (const until = Date.now() + 120_000; Date.now() < until; await sleep(100)) {
      const job = await this.get(`jobs/${job_id}`)
      if (isFinal(job.status)) return job
    }
    throw new Error(`The job ${job_id} does not end.`)
  }
  get = (path: string) => this.ask('GET', path)
  post = (path: string, body: unknown = {}) => this.ask('POST', path, body)
  put = (path: string, body: unknown) => this.ask('PUT', path, body)
  delete = (path: string) => this.ask('DELETE', path)
}
