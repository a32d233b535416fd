import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'node:http'
import { startProduct, type Product } from '@weft/kit/testing/product.ts'
import { onControl } from '@weft/kit/testing/product-database.ts'

type SignIn = { email: string; password: string; about: string }

/** The demo's sign-ins as a caller with these headers is told them; `fetch` may not name another host. */
const toldDemo = ({ port }: Product, headers: Record<string, string> = {}, host = '127.0.0.1') =>
  new Promise<SignIn[]>((resolve, reject) => {
    const call = request({ host, port, path: '/api/app/', headers }, (answer) => {
      let text = ''
      answer
        .on('data', (chunk: Buffer) => (text += chunk.toString()))
        .on('end', () => resolve((JSON.parse(text) as { data: { demo: SignIn[] } }).data.demo))
    })
    call.on('error', reject).end()
  })

/** Whether something listens there; 127.0.0.2 is this machine as well, but not the address that is listened on by default. */
const listens = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host })
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy()
        resolve(true)
      })
  })

test('a fresh start shows no password to anyone but the console, and listens on loopback only', async () => {
  const product = await startProduct({ demo: true, environment: { WEFT_ADMIN_PASSWORD: '' } })
  try {
    let demo: SignIn[] = []
    for (const until = Date.now() + 240_000; demo.length === 0 && Date.now() < until; await sleep(300))
      demo = await toldDemo(product)
    assert.deepEqual(
      demo.map(({ about }) => about),
      ['partner', 'tenant'],
    )
    const elsewhere: Record<string, string>[] = [
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { via: '1.1 proxy' },
      { 'x-real-ip': '127.0.0.1' },
      { host: 'weft.example' },
      { host: 'localhost.evil.example' },
    ]
    for (const headers of elsewhere) assert.deepEqual(await toldDemo(product, headers), [], JSON.stringify(headers))

    const administrator = /said only this once:\n\s+admin@weft\.example\s+(\S{20})\n/.exec(product.output())![1]!
    assert.equal(product.output().split(administrator).length, 2, 'said once')
    assert.match(
      product.output(),
      new RegExp(
        `Weft is ready: http://localhost:${product.port}\n {2}It listens on 127\\.0\\.0\\.1, for this machine only\\. To open it to others, start it with HOST=0\\.0\\.0\\.0`,
      ),
    )
    for (const { password } of demo) assert.ok(product.output().includes(password))

    const kept = await onControl(
      product,
      async (client) =>
        (
          await client.query<{ text: string }>(
            'select (select jsonb_agg(s) from settings s)::text || (select jsonb_agg(a) from audit_logs a)::text as text',
          )
        ).rows[0]!.text,
    )
    for (const password of [administrator, ...demo.map((one) => one.password)]) assert.ok(!kept.includes(password))

    assert.deepEqual(
      [await listens(product.port, '127.0.0.1'), await listens(product.port, '127.0.0.2')],
      [true, false],
    )
    assert.deepEqual(
      [await listens(product.sftp_port, '127.0.0.1'), await listens(product.sftp_port, '127.0.0.2')],
      [true, false],
    )

    await product.restart()
    assert.deepEqual(await toldDemo(product), demo, 'offered again after a restart')
  } finally {
    await product.stop()
  }
})

test('HOST=0.0.0.0 opens pages, API and SFTP to other machines, and the start says so', async () => {
  const product = await startProduct({ environment: { HOST: '0.0.0.0' } })
  try {
    assert.deepEqual(
      [await listens(product.port, '127.0.0.2'), await listens(product.sftp_port, '127.0.0.2')],
      [true, true],
    )
    assert.match(product.output(), /It listens on all addresses of this machine \(HOST=0\.0\.0\.0\)/)
  } finally {
    await product.stop()
  }
})

test('a wrong setting is refused at the start by one sentence, and nothing is started over and over', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'weft-start-'))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'apps/supervisor/main.ts'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, WEFT_HOME: home, WEFT_API_PER_MINUTE: 'abc', WEFT_TRUST_PROXY: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  rmSync(home, { recursive: true, force: true })
  assert.equal(code, 1)
  assert.equal(
    said,
    [
      'Weft cannot start with these settings:',
      '  WEFT_TRUST_PROXY is "true", but must be 1 (any proxy of the own network), 0, or the addresses and ranges of the proxies, separated by commas.',
      '  WEFT_API_PER_MINUTE is "abc", but must be a whole number from 1 to 999999999.',
      'README.md lists every setting.',
      '',
    ].join('\n'),
  )
})
