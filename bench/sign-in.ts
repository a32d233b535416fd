import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'
import { databaseOf } from '@weft/kit/testing/product-database.ts'
import { adminSignIn, Client, startProduct } from '@weft/kit/testing/product.ts'
import { quantile, row, type Row } from './figure.ts'

const perSecond = Number(process.env['WEFT_BENCH_SIGN_INS'] ?? 200)
const seconds = Number(process.env['WEFT_BENCH_SECONDS'] ?? 60)
const accounts = 500
/** So many addresses that the limit of 20 sign-ins a minute for each is not what holds them up. */
const addresses = 1_000
const password = 'Correct-Horse-1'

const addressOf = (n: number) => `10.${n >> 8}.${n & 255}.1`

type Answer = { status: number; code: string; took: number }

/**
 * A flood of sign-ins with argon2id, from many addresses at a fixed rate whatever the answers take: half with the right password, the
 * rest wrong or of nobody. What is answered, how fast, how much is refused at once instead of piling up, how the rest of the server
 * answers meanwhile, and how soon a sign-in is quick again.
 */
export async function measure(): Promise<Row[]> {
  const product = await startProduct({ environment: { WEFT_TRUST_PROXY: '1' } })
  const pool = openPool(databaseOf(product).url, { max: 2, level: 'system' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })
  try {
    const hash = await hashPassword(password)
    await pool.query(
      `insert into users (kind, role, email, first_name, last_name, password_hash) select 'admin', 'admin', 'flood' || n || '@weft.example', 'Flood', n::text, $1 from generate_series(1, $2) n`,
      [hash, accounts],
    )
    const send = (n: number, secret = password, email = `flood${(n % accounts) + 1}@weft.example`) =>
      signIn(`${product.url}/api/admin/auth/login`, agent, addressOf(n % addresses), { email, password: secret })
    const admin = await Client.signIn(product.url, adminSignIn, 'admin')
    const quiet: number[] = []
    for (let n = 0; n < 20; n++) quiet.push((await send(n)).took)

    const beside = watch(() => admin.get('auth/me'))
    const answers = await atRate((n) =>
      n % 10 < 5 ? send(n) : n % 10 < 8 ? send(n, 'wrong') : send(n, password, `nobody${n % 300}@weft.example`),
    )
    const begun = performance.now()
    for (let quick = 0; quick < 5;)
      quick =
        (await send(0, password, adminSignIn.email)).took < Math.max(150, 3 * quantile(quiet, 0.5)) ? quick + 1 : 0
    const recovered = performance.now() - begun
    const meanwhile = await beside.end()

    const took = answers.map((answer) => answer.took)
    const share = (is: (answer: Answer) => boolean) => (100 * answers.filter(is).length) / answers.length
    const broken = answers.filter(({ status }) => status === 0 || status >= 500)
    if (broken.length > 0) throw new Error(`${broken.length} sign-ins broke: ${JSON.stringify(broken[0])}`)
    return [
      row('one at a time, p50', quantile(quiet, 0.5), 'ms'),
      row(`${perSecond}/s for ${seconds} s, answers p50`, quantile(took, 0.5), 'ms'),
      row(`${perSecond}/s for ${seconds} s, answers p99`, quantile(took, 0.99), 'ms', 3_000),
      row(
        'passwords verified',
        answers.filter(({ code }) => code === '' || code === 'AUTH_INVALID').length / seconds,
        '/s',
      ),
      row(
        'signed in',
        share(({ status }) => status === 200),
        '%',
      ),
      row(
        'refused: too busy',
        share(({ code }) => code === 'AUTH_BUSY'),
        '%',
      ),
      row(
        'refused: throttled',
        share(({ code }) => code === 'AUTH_THROTTLED'),
        '%',
      ),
      row('another call meanwhile, p50', quantile(meanwhile, 0.5), 'ms'),
      row('another call meanwhile, p99', quantile(meanwhile, 0.99), 'ms', 1_000),
      row('until a sign-in is quick again', recovered, 'ms', 5_000),
    ]
  } finally {
    agent.destroy()
    await pool.end()
    await product.stop()
  }
}

/** Calls at a fixed rate: a slow answer does not hide those behind it. */
async function atRate(call: (n: number) => Promise<Answer>): Promise<Answer[]> {
  const begun = performance.now()
  const calls: Promise<Answer>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    await sleep(Math.max(0, begun + (n * 1_000) / perSecond - performance.now()))
    calls.push(call(n))
  }
  return Promise.all(calls)
}

/** How long a call takes, ten times a second, until it is ended. */
function watch(call: () => Promise<unknown>) {
  let going = true
  const took: number[] = []
  const done = (async () => {
    while (going) {
      const begun = performance.now()
      await call()
      took.push(performance.now() - begun)
      await sleep(100)
    }
  })()
  return {
    async end() {
      going = false
      await done
      return took
    },
  }
}

function signIn(url: string, agent: Agent, address: string, body: object): Promise<Answer> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const sending = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', 'x-forwarded-for': address } },
      (answer) => {
        let text = ''
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              code: (JSON.parse(text) as { code?: string }).code ?? '',
              took: performance.now() - begun,
            }),
          )
      },
    )
    sending
      .on('error', (error) => resolve({ status: 0, code: error.message, took: performance.now() - begun }))
      .end(JSON.stringify(body))
  })
}
