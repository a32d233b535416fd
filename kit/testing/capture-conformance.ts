import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CaptureSession } from '../define/capture-session.ts'
import type { ConnectorSession } from '../define/connector-session.ts'
import { changesBehind } from './captured.ts'

type Line = { query(text: string): Promise<unknown>; end(): Promise<unknown> }
type Captured = {
  skip?: string | false
  capture: CaptureSession
  open(): Promise<ConnectorSession>
  /** By the administrator's line, in the database whose log is read. */
  run(text: string): Promise<unknown>
  line(): Promise<Line>
  /** A table of whole numbers with one column `n`. */
  numbers(from: number, to: number): string
}

/** What is the same of every database whose log is read, on its real server. */
export function captureConforms(name: string, { skip = false, capture, open, run, line, numbers }: Captured) {
  const reader = (table: string) => ({ name: `weft_${table}`, table })
  const idsOf = async (table: string) => {
    const session = await open()
    const batches = await Array.fromAsync(session.read({ table }))
    await session.close()
    return batches.flatMap(({ records }) => records.map(({ id }) => id as number)).toSorted((a, b) => a - b)
  }

  test(
    `${name}: a reading goes on behind any batch, in a transaction, also where little is read at once`,
    { skip },
    async () => {
      const long = reader('long_one')
      await run('create table long_one (id int primary key, n int, word varchar(20))')
      const begin = await capture.begin(long)
      await run(`insert into long_one select n, n, 'x' from ${numbers(1, 2_500)}`)
      for (let id = 1; id <= 50; id++) await run(`update long_one set n = -n where id = ${id}`)
      const all = await changesBehind(capture, long, begin)
      const rows = all.changes.map(({ kind, record }) => `${kind} ${String(record['id'])}`)
      assert.deepEqual(rows, [
        ...Array.from({ length: 2_500 }, (_, i) => `insert ${i + 1}`),
        ...Array.from({ length: 50 }, (_, i) => `update ${i + 1}`),
      ])
      assert.ok(all.cursors.length >= 3)
      await run(`insert into long_one values (9999, 1, null)`)
      for (const [i, cursor] of all.cursors.slice(0, -1).entries()) {
        const { changes } = await changesBehind(capture, long, cursor)
        const same = changes.filter(({ record }) => record['id'] !== 9999)
        assert.deepEqual(same, all.changes.slice(all.changes.length - same.length), `behind batch ${i}`)
      }
      const few: string[] = []
      let cursor: unknown = begin
      for (let round = 0; few.length < 2_551; round++) {
        assert.ok(round < 60)
        await capture.confirm(long, cursor)
        const part = await changesBehind(capture, long, cursor, 20)
        few.push(...part.changes.map(({ kind, record }) => `${kind} ${String(record['id'])}`))
        cursor = part.cursor
      }
      assert.deepEqual(few, [...rows, 'insert 9999'])
      await capture.end(long.name)
    },
  )

  test(
    `${name}: all records and the changes behind them fit together, however busily is written`,
    { skip },
    async () => {
      const busy = reader('busy')
      await run('create table busy (id int primary key)')
      const writing = new AbortController()
      const writers = Array.from({ length: 3 }, async (_, writer) => {
        const own = await line()
        for (let n = 0; !writing.signal.aborted; n++)
          await own.query(`insert into busy values (${writer * 1_000_000 + n})`)
        await own.end()
      })
      const found: number[] = []
      while ((await idsOf('busy')).length === 0) await sleep(20)
      const { cursor, batches } = await capture.whole(busy)
      for await (const { records } of batches) found.push(...records.map(({ id }) => id as number))
      assert.ok(found.length > 0)
      for (const before = (await idsOf('busy')).length; (await idsOf('busy')).length === before;) await sleep(20)
      writing.abort()
      await Promise.all(writers)
      const { changes } = await changesBehind(capture, busy, cursor)
      assert.ok(changes.length > 0)
      found.push(...changes.map(({ record }) => record['id'] as number))
      assert.deepEqual(
        found.toSorted((a, b) => a - b),
        await idsOf('busy'),
      )
      await capture.end(busy.name)
    },
  )
}
