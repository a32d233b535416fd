import type pg from 'pg'
import { endSessionsOf } from '@weft/kit/database/session.server.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { collections, mostOnPage, type Collection, type DocumentStore, type StoredDocument } from '../document-store.ts'
import type { JsonObject } from '../json.ts'
import { documentElsewhere, inLots } from '../lots.ts'
import { positionOf, positionText } from '../position.ts'
import { written, writtenChange, type WrittenDocument } from '../written.server.ts'
import { placing, whereOf, type Placing } from './where.server.ts'

/** Documents as rows with JSONB. The pool is asked for anew on each use. */
export function postgresDocuments(poolOf: () => Promise<pg.Pool>): DocumentStore {
  async function query<Row extends pg.QueryResultRow>(make: (place: Placing) => string) {
    const { values, place } = placing()
    const text = make(place)
    return (await poolOf()).query<Row>(text, values)
  }
  const removed = async (collection: Collection, which: (place: Placing) => string) =>
    (await query((place) => `delete from ${collection} where ${which(place)}`)).rowCount ?? 0

  const store: DocumentStore = {
    engine: 'postgres',
    put: async (collection, document) => (await store.putMany(collection, [document]))[0]!,
    async putMany(collection, documents) {
      const all = documents.map((document) => written(document))
      for (const lot of inLots(all)) await putLot(await poolOf(), collection, lot)
      return all.map(({ id }) => id)
    },
    get: async (collection, id, whose) =>
      (await store.find(collection, { ...whose, ids: [id], limit: 1 })).documents[0],
    async find(collection, { order = 'newest', after, offset = 0, limit = mostOnPage, fields, ...filter }) {
      const most = Math.min(limit, mostOnPage)
      const way = order === 'newest' ? 'desc' : 'asc'
      const { rows } = await query<Row>((place) => {
        const from = positionOf(after)
        const beyond = from
          ? ` and (created_at, id) ${order === 'newest' ? '<' : '>'} (${place(from.created_at)}::timestamptz, ${place(from.id)}::uuid)`
          : ''
        const wanted = fields
          ? `(select coalesce(jsonb_object_agg(name, document -> name), '{}') from unnest(${place(fields)}::text[]) name where document ? name)`
          : 'document'
        return `select id, project_id, job_id, workflow_id, ${isoOf('created_at', 'US')} as position, ${isoOf('created_at', 'MS')} as created_at,
            ${isoOf('expires_at', 'MS')} as expires_at, ${wanted}::text as document
          from ${collection} d where ${whereOf(filter, place)}${beyond}
          order by d.created_at ${way}, id ${way} limit ${place(most + 1)} offset ${place(offset)}`
      })
      const shown = rows.slice(0, most)
      const last = rows.length > most ? shown.at(-1) : undefined
      return {
        documents: shown.map(({ position: _, document, ...row }) => ({
          ...row,
          document: parseJson(document) as JsonObject,
        })),
        next: last && positionText({ created_at: last.position, id: last.id }),
      }
    },
    async count(collection, filter, most = 1_000_000) {
      const { rows } = await query<{ count: string }>(
        (place) =>
          `select count(*) from (select from ${collection} where ${whereOf(filter, place)} limit ${place(most)}) counted`,
      )
      return Number(rows[0]!.count)
    },
    async change(collection, id, change, whose = {}) {
      const { set, expires_at, text } = writtenChange(change)
      const { rowCount } = await query((place) => {
        const columns = [
          set && `document = document || ${place(JSON.stringify(set))}::jsonb`,
          expires_at !== undefined && `expires_at = ${place(expires_at)}`,
          text !== undefined && `text = ${place(text)}`,
        ].filter(Boolean)
        return `update ${collection} set ${columns.join(', ') || 'id = id'} where ${whereOf({ ...whose, ids: [id] }, place)}`
      })
      return rowCount === 1
    },
    remove: (collection, filter) => removed(collection, (place) => whereOf(filter, place)),
    removeBeyond: (collection, newest, filter) =>
      removed(
        collection,
        (place) =>
          `id in (select id from ${collection} where ${whereOf(filter, place)} order by created_at desc, id desc offset ${place(newest)})`,
      ),
    async expire(now = new Date()) {
      let count = 0
      for (const collection of collections)
        count += await removed(collection, (place) => `expires_at <= ${place(now.toISOString())}::timestamptz`)
      return count
    },
    async size() {
      const { rows } = await query<{ place: string; bytes: number }>(() => sizeOfDatabase)
      return rows[0]!
    },
    async endSessions(instances) {
      await (await poolOf()).query(endSessionsOf, [instances])
    },
  }
  return store
}

/** What the tables of a database and their indexes take up; not what an empty database does. */
export const sizeOfDatabase = `select concat(inet_server_addr(), ':', inet_server_port(), '/', current_database()) as place,
    coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'm') and n.nspname !~ '^(pg_|information_schema$)'`

type Row = Omit<StoredDocument, 'document'> & { position: string; document: string }

const isoOf = (column: string, digits: 'MS' | 'US') =>
  `to_char(d.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.${digits}"Z"')`

/** All of a lot or nothing. */
async function putLot(pool: pg.Pool, collection: Collection, lot: readonly WrittenDocument[]) {
  const { rowCount } = await pool.query(
    `insert into ${collection} as d (id, project_id, job_id, workflow_id, created_at, expires_at, document, text)
     select id, project_id, job_id, workflow_id, created_at, expires_at, document, text from jsonb_to_recordset($1) as
       r (id uuid, project_id uuid, job_id uuid, workflow_id uuid, created_at timestamptz, expires_at timestamptz, document jsonb, text text)
     on conflict (id) do update set job_id = excluded.job_id, workflow_id = excluded.workflow_id, expires_at = excluded.expires_at,
       document = excluded.document, text = excluded.text
     where d.project_id is not distinct from excluded.project_id`,
    [JSON.stringify(lot)],
  )
  if (rowCount !== lot.length) throw documentElsewhere()
}
