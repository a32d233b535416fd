import { loggedMariaDb } from '@weft/kit/testing/logged-mariadb.ts'
import { loggedPostgres } from '@weft/kit/testing/logged-postgres.ts'
import type { RowDataPacket } from 'mysql2'
import pg from 'pg'

/** A line of its own to a database; it may be lost with the database under it. */
type Line = { query(text: string): Promise<Record<string, unknown>[]>; end(): Promise<unknown> }

/** A database whose log is followed, with `items` that others write to and `written`, which its triggers fill with every change of them. */
export type LoggedSource = {
  connector: 'postgres' | 'mariadb'
  settings: object
  tables: string
  open(): Promise<Line>
  /** Takes it away at once and brings it back on the same port. */
  kill(): Promise<void>
  numbers(from: number, to: number): string
  /** What it keeps or does for the sake of readers, and how much of that there is while one reader is known. */
  readers: { text: string; known: number }
}

export async function loggedPostgresSource(): Promise<LoggedSource> {
  const { url, settings, kill, start } = await loggedPostgres()
  return {
    connector: 'postgres',
    settings,
    tables: `create table items (id bigint primary key, v bigint not null);
      alter table items replica identity full;
      create table written (n bigserial primary key, kind text not null, id bigint not null, v bigint);
      create function note() returns trigger language plpgsql as $$
        begin
          insert into written (kind, id, v) values (lower(tg_op), coalesce(new.id, old.id), coalesce(new.v, old.v));
          return null;
        end $$;
      create trigger noted after insert or update or delete on items for each row execute function note()`,
    async open() {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => undefined)
      await client.connect()
      return { query: async (text) => (await client.query(text)).rows, end: () => client.end() }
    },
    async kill() {
      kill()
      await start()
    },
    numbers: (from, to) => `generate_series(${from}, ${to}) as numbers(n)`,
    readers: {
      text: 'select slot_name from pg_replication_slots union all select pubname from pg_publication',
      known: 2,
    },
  }
}

/** Or why there is none. */
export async function loggedMariaDbSource(): Promise<LoggedSource | string> {
  const logged = await loggedMariaDb()
  if (typeof logged === 'string') return logged
  const { server, settings, open } = logged
  const noting = (verb: string, row: string) =>
    `create trigger noted_${verb} after ${verb} on items for each row insert into written (kind, id, v) values ('${verb}', ${row}.id, ${row}.v)`
  return {
    connector: 'mariadb',
    settings,
    tables: `create table items (id bigint primary key, v bigint not null);
      create table written (n bigint primary key auto_increment, kind varchar(10) not null, id bigint not null, v bigint);
      ${noting('insert', 'new')}; ${noting('update', 'new')}; ${noting('delete', 'old')}`,
    async open() {
      const line = await open()
      line.on('error', () => undefined)
      await line.query('use shop')
      return { query: async (text) => (await line.query<RowDataPacket[]>(text))[0], end: () => line.end() }
    },
    async kill() {
      await server.stop('SIGKILL')
      await server.start()
    },
    numbers: (from, to) => `(select seq as n from seq_${from}_to_${to}) as numbers`,
    readers: {
      text: `select id from information_schema.processlist where command like 'Binlog Dump%'`,
      known: 0,
    },
  }
}
