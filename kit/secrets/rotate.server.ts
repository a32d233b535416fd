import type pg from 'pg'
import { turnKeyCheck } from './key-check.server.ts'
import { ringOfBytes } from './keyring.server.ts'
import { decrypt, encrypt } from './secrets.server.ts'

export type Rotated = { table: string; column: string; secrets: number }

/**
 * Encrypts every secret of the control database anew, in one transaction. Nobody lists where secrets are: whatever the old key opens
 * (the cipher tells for certain) is one, in columns of bytes as in texts and JSON. `client` is signed in as the owner of the tables.
 */
export async function rotateSecrets(client: pg.Client, from: Buffer, to: Buffer): Promise<Rotated[]> {
  await client.query('begin')
  try {
    const done: Rotated[] = []
    for (const table of await tables(client)) {
      // Only the owner may, and only with the table locked: row-level security and triggers are for the product's own changes.
      await client.query(`alter table ${table.id} no force row level security, disable trigger user`)
      for (const column of table.columns) {
        const secrets = await rotateColumn(client, table, column, { from, to })
        if (secrets > 0) done.push({ table: table.name, column: column.name, secrets })
      }
      await client.query(`alter table ${table.id} ${table.forced ? 'force' : 'no force'} row level security, enable trigger user`)
    }
    await turnKeyCheck(client, ringOfBytes(from), ringOfBytes(to))
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

type Column = { name: string; id: string; type: 'bytea' | 'text' | 'jsonb' }
type Table = { name: string; id: string; forced: boolean; columns: Column[] }

async function tables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, c.oid::regclass::text as id, c.relforcerowsecurity as forced,
      jsonb_agg(jsonb_build_object('name', a.attname, 'id', quote_ident(a.attname), 'type', t.typname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and t.typname in ('bytea', 'text', 'jsonb')
    group by c.oid order by c.relname`)
  return rows
}

type Keys = { from: Buffer; to: Buffer }

async function rotateColumn(client: pg.Client, table: Table, { id, type }: Column, keys: Keys): Promise<number> {
  const candidates = type === 'bytea' ? `octet_length(${id}) between 28 and 65536` : `${id}::text ~ '[A-Za-z0-9+/]{38,}'`
  let secrets = 0
  let last = '(0,0)'
  for (;;) {
    const { rows } = await client.query<{ place: string; value: unknown }>(`select ctid::text as place, ${id} as value from ${table.id} where ctid > $1::tid and ${candidates} order by ctid limit 1000`, [last])
    if (rows.length === 0) return secrets
    last = rows.at(-1)!.place
    for (const { place, value } of rows) {
      const { changed, count } = turned(value, keys)
      if (count === 0) continue
      secrets += count
      // The new version of a row lies behind the last one; opening it with the old key fails, so it is passed over then.
      await client.query(`update ${table.id} set ${id} = $1 where ctid = $2::tid`, [type === 'jsonb' ? JSON.stringify(changed) : changed, place])
    }
  }
}

/** A value with every secret in it encrypted anew. */
function turned(value: unknown, keys: Keys): { changed: unknown; count: number } {
  if (Buffer.isBuffer(value)) {
    const again = sealedAnew(value, keys)
    return again ? { changed: again, count: 1 } : { changed: value, count: 0 }
  }
  if (typeof value === 'string') {
    const bytes = /^[A-Za-z0-9+/]{38,}={0,2}$/.test(value) ? Buffer.from(value, 'base64') : undefined
    const again = bytes && sealedAnew(bytes, keys)
    return again ? { changed: again.toString('base64'), count: 1 } : { changed: value, count: 0 }
  }
  if (typeof value !== 'object' || value === null) return { changed: value, count: 0 }
  let count = 0
  const each = (one: unknown) => {
    const inner = turned(one, keys)
    count += inner.count
    return inner.changed
  }
  const changed = Array.isArray(value) ? value.map(each) : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, each(one)]))
  return { changed, count }
}

function sealedAnew(sealed: Buffer, { from, to }: Keys): Buffer | undefined {
  if (sealed.length < 28) return undefined
  try {
    return encrypt(to, decrypt(from, sealed))
  } catch {
    return undefined
  }
}
