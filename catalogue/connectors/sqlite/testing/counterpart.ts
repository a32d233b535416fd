import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after } from 'node:test'
import type { SqlCounterpart } from '@weft/kit/testing/sql-counterpart.ts'
import { openSession } from '../session.server.ts'

/** A folder of a test file's own. */
export function ownFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-sqlite-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A file that is changed by one line while another one reads it. */
export async function sqliteCounterpart(): Promise<SqlCounterpart> {
  const place = path.join(ownFolder(), 'shop.db')
  const owner = new DatabaseSync(place)
  owner.exec('pragma journal_mode = wal')
  after(() => owner.close())
  return {
    product: `SQLite ${process.versions.sqlite}`,
    open: async () => openSession(place, 'shop.db'),
    run: async (statement) => owner.exec(statement),
    parameter: () => '?',
    numbered: 'integer primary key',
    calculated: (from) => `int generated always as (${from})`,
    values: {
      whole: { column: 'int', value: '-2147483648' },
      large: { column: 'integer', value: '9223372036854775807' },
      exact: { column: 'numeric(12,3)', value: '123456789.125', arrives: '123456789.125' },
      double: { column: 'double precision', value: '0.1' },
      flag: { column: 'boolean', value: 'true' },
      text: { column: 'varchar(100)', value: `'Ä "x" \\ ''q'' 😀\nnew'` },
      day: { column: 'date', value: `'1583-01-01'` },
      moment: undefined,
      wall: { column: 'datetime', value: `'2026-11-22 14:58:07.123456'`, arrives: '2026-11-22 14:58:07.123456' },
      bytes: { column: 'blob', value: `x'00ff'` },
      document: { column: 'json', value: `'{"n":12345678901234567890,"t":"ä"}'` },
    },
  }
}
