import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { mariaDb, type MariaDb } from '@weft/kit/testing/mariadb.ts'
import { openMysqlConnection } from '../../connections/mysql-pool.server.ts'
import { rows } from './rows.server.ts'
import { folded, refuseSystemAccess } from './system-access.ts'

const found = await mariaDb()
const skip = typeof found === 'string' ? found : false
/** A session as users' own SQL has it, by a login that may do everything. */
const connection = skip ? undefined : await openMysqlConnection({ ...(found as MariaDb), database: 'mysql' })
after(() => connection?.destroy())

test(
  'no letter is a name’s letter to the server and another one to whoever reads the query first',
  { skip },
  async () => {
    const letters = await rows<{ letter: string; code: number }>(
      connection!,
      `select l.c as letter, s.seq as code from seq_128_to_65535 s
    join (${Array.from('abcdefghijklmnopqrstuvwxyz_', (c) => `select '${c}' as c`).join(' union all ')}) l
      on convert(char(s.seq using utf16) using utf8mb3) collate utf8mb3_general_ci = convert(l.c using utf8mb3) collate utf8mb3_general_ci
    where s.seq not between 0xd800 and 0xdfff`,
    )
    assert.ok(letters.length > 100, String(letters.length))
    const different = letters.filter(({ letter, code }) => folded(String.fromCharCode(code)) !== letter)
    assert.deepEqual(
      different.map(({ letter, code }) => `${String.fromCharCode(code)} is ${letter}`),
      [],
    )
  },
)

test(
  'whatever quotes, backslashes and comments stand around it, a lock that is not seen is none to the server either',
  { skip },
  async () => {
    const around = [
      "'",
      '"',
      '`',
      '\\',
      "''",
      '""',
      '``',
      '-- ',
      '--',
      '--\t',
      '--\x01',
      '#',
      '/*',
      '*/',
      '/**/',
      '\n',
      '\r',
      ',',
      ' ',
      '1',
      '1e1',
      '1.',
      '@',
      '.',
      'as a',
      "n'",
      '_utf8mb4',
      '\u00a0',
      'ü',
      '(',
      ')',
    ]
    const wrapped = fc.constantFrom(
      ...around.map((one) => [one, one]),
      ['/*', '*/'],
      ['-- ', '\n'],
      ['#', '\n'],
      ['--', '\n'],
      ["'", "\\''"],
      ["'\\\\", "'"],
      ["'\\'', ", ", 'b'"],
      ["'''', ", ", 'b'"],
      ['"', '\\"'],
      ['1 as "\\", ', ' as "b" -- "'],
      ['1 as `\\`, ', ' as `b` -- `'],
    )
    const query = fc
      .tuple(fc.array(wrapped, { maxLength: 4 }), fc.array(fc.constantFrom(...around), { maxLength: 3 }))
      .map(([pairs, more]) =>
        pairs.reduce(
          (inner, [before, behind]) => `${before}${inner}${behind}`,
          `1, get_lock(0x77, 0) ${more.join('')}`,
        ),
      )
    const hidden: string[] = []
    let understood = 0
    for (const sql of fc.sample(
      fc.tuple(fc.constantFrom('1, ', '', "'a', "), query).map(([first, rest]) => `select ${first}${rest}`),
      40_000,
    )) {
      try {
        refuseSystemAccess(sql)
        hidden.push(sql)
      } catch {
        // seen, or not to be read
      }
    }
    for (const sql of new Set(hidden)) {
      const answered = await connection!.query(sql).then(
        () => true,
        () => false,
      )
      if (answered) understood++
      const [held] = await rows<{ locks: number }>(connection!, 'select release_all_locks() as locks')
      assert.equal(held!.locks, 0, JSON.stringify(sql))
    }
    assert.ok(understood > 50, `${understood} of ${hidden.length}`)
  },
)
