import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CapturedChange } from '../define/capture-session.ts'
import type { ConnectorBody } from '../define/connector.ts'
import { say } from '../messages/messages.ts'
import { localCertificate } from './local-certificate.ts'
import { localReach } from './reach.ts'

type Encrypted<S> = {
  skip: string | false
  body: ConnectorBody<S>
  /** What a connection says that differs: where to and how. */
  settings(over: { host: string; encryption: string; ca?: string; isPlain?: boolean }): S
  /** By its administrator's line, at the server that has `localCertificate`. */
  run(text: string): Promise<unknown>
}

/**
 * The log of a server is read over TLS, which knows the server by the certificate authority that was entered. `isPlain` asks for a
 * server that speaks no TLS.
 */
export function capturesOverTls<S>(name: string, { skip, body, settings, run }: Encrypted<S>) {
  const own = { encryption: 'verified', ca: localCertificate.cert }
  const check = async (over: Parameters<typeof settings>[0]) => {
    const told: Record<string, string> = {}
    await body.check(settings(over), localReach, (step, detail) => {
      told[step] = typeof detail === 'string' ? detail : detail ? say(detail, 'en') : ''
    })
    return told
  }

  for (const over of [
    { host: 'localhost', ...own },
    { host: 'elsewhere.example', encryption: 'required' },
  ])
    test(`${name}: all records and the changes behind them come over TLS, ${over.encryption}`, { skip }, async () => {
      const table = `sent_${over.encryption}`
      await run(`create table ${table} (id int primary key, doc text)`)
      await run(`insert into ${table} values (1, 'there')`)
      const capture = await body.capture!(settings(over), localReach)
      const reader = { name: `weft_${table}`, table }
      const { cursor, batches } = await capture.whole(reader)
      const records = (await Array.fromAsync(batches)).flatMap((batch) => batch.records)
      assert.deepEqual(records, [{ id: 1, doc: 'there' }])
      // More than one piece of TLS holds, in entries that end anywhere in it.
      const long = 'x'.repeat(60_000)
      for (let id = 2; id <= 40; id++) await run(`insert into ${table} values (${id}, '${long}')`)
      const changes: CapturedChange[] = []
      for await (const batch of capture.read(reader, cursor, 1_000)) changes.push(...batch.changes)
      assert.deepEqual(
        changes.map(({ kind, record }) => [kind, record['id'], String(record['doc']) === long]),
        Array.from({ length: 39 }, (_, i) => ['insert', i + 2, true]),
      )
      await capture.end(reader.name)
      await capture.close()
    })

  test(
    `${name}: the check tells how the line is encrypted, and until when the certificate holds`,
    { skip },
    async () => {
      const { connection } = await check({ host: 'localhost', ...own })
      assert.equal(connection, 'TLS 1.3, certificate valid until 2126-11-01')
      assert.equal((await check({ host: 'localhost', encryption: 'none' })).connection, 'Not encrypted')
    },
  )

  test(
    `${name}: a certificate that is not vouched for, or for another host, is refused, also for the log`,
    { skip },
    async () => {
      const refused = async (over: Parameters<typeof settings>[0], message: RegExp) => {
        const error = { code: 'CONNECTION_FAILED', message }
        await assert.rejects(check(over), error)
        await assert.rejects(async () => body.capture!(settings(over), localReach), error)
      }
      await refused(
        { host: 'localhost', encryption: 'verified' },
        /^The database \w+ on localhost cannot be opened: its certificate is signed by nobody known here/,
      )
      await refused(
        { host: 'elsewhere.example', ...own },
        /^The database \w+ on elsewhere.example cannot be opened: its certificate is for another host/,
      )
    },
  )

  test(`${name}: where encryption is wanted and the server has none, nothing is sent in clear`, { skip }, async () => {
    for (const encryption of ['verified', 'required'])
      await assert.rejects(check({ host: 'localhost', encryption, isPlain: true }), {
        code: 'CONNECTION_FAILED',
        message: /^The database \w+ on localhost cannot be opened: .*(does not speak TLS|does not support SSL)/,
      })
  })
}
