import type { FastifyInstance } from 'fastify'
import type { SignIn } from '../first-start.ts'

/** One signed-in user of the demo, calling the API as a browser would, without the way over the network. */
export class DemoCaller {
  readonly #app: FastifyInstance
  readonly #host: 'admin' | 'app'
  readonly #headers: Record<string, string>
  constructor(
    app: FastifyInstance,
    host: 'admin' | 'app',
    headers: Record<string, string> = { 'accept-language': 'en' },
  ) {
    this.#app = app
    this.#host = host
    this.#headers = headers
  }

  static async signIn(app: FastifyInstance, host: 'admin' | 'app', { email, password }: SignIn) {
    const answer = await app.inject({ method: 'POST', url: `/api/${host}/auth/login`, payload: { email, password } })
    if (answer.statusCode !== 200) throw new Error(`The demo's ${email} could not sign in: ${answer.body}`)
    const { meta } = answer.json() as { meta: { token: string } }
    const key = answer.headers['api-key']
    return new DemoCaller(app, host, {
      'accept-language': 'en',
      authorization: `Bearer ${meta.token}`,
      ...(key && { 'x-api-key': String(key) }),
    })
  }

  with(headers: Record<string, string>) {
    return new DemoCaller(this.#app, this.#host, { ...this.#headers, ...headers })
  }

  /** The `data` of the answer; anything but a success ends the seeding. */
  async ask(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<any> {
    const answer = await this.#app.inject({
      method,
      url: `/api/${this.#host}/${path}`,
      headers: { ...this.#headers, ...headers },
      ...(payload && { payload }),
    })
    if (answer.statusCode >= 300)
      throw new Error(
        `Seeding the demo: ${method} ${path} answered ${answer.statusCode}: ${answer.body.slice(0, 2000)}`,
      )
    return answer.body === '' ? undefined : answer.json().data
  }

  get = (path: string) => this.ask('GET', path)
  post = (path: string, body: object = {}) => this.ask('POST', path, body)
  put = (path: string, body: object) => this.ask('PUT', path, body)
  delete = (path: string) => this.ask('DELETE', path)

  /** Uploads one file as a form would. */
  upload(path: string, name: string, content: Buffer) {
    const boundary = 'weft-demo'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`
    const payload = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
    return this.ask('POST', path, payload, { 'content-type': `multipart/form-data; boundary=${boundary}` })
  }
}
