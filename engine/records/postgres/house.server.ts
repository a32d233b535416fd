import type pg from 'pg'
import { literal, projectSchema } from './names.ts'
import { quoteIdentifier } from '../sql/quoted.ts'

export type Queryable = Pick<pg.ClientBase, 'query'>

/**
 * A project's schema in its tenant's database with what keeps the records right: which structure each table was made from, which
 * batches were written, who may write for a job, and the trigger that keeps earlier versions.
 */
export async function ensureProjectSchema(client: Queryable, project_id: string) {
  const schema = quoteIdentifier(projectSchema(project_id))
  const known = await client.query('select to_regclass($1) is not null as known', [`${schema}._weft_structures`])
  if ((known.rows[0] as { known: boolean }).known) return
  const { rows } = await client.query("select current_setting('server_version_num')::int >= 160000 as builtin")
  const isValid = (rows[0] as { builtin: boolean }).builtin
    ? 'begin return pg_input_is_valid(value, type); end'
    : "begin execute format('select %L::%s', value, type); return true; exception when others then return false; end"
  await client.query(`select pg_advisory_xact_lock(hashtext(${literal(projectSchema(project_id))}));
    create schema if not exists ${schema};
    create table if not exists ${schema}._weft_structures (structure_id uuid primary key, version int not null, definition jsonb not null, applied_at timestamptz not null default now());
    create table if not exists ${schema}._weft_writers (job uuid not null, step text not null, attempt int not null, primary key (job, step));
    create table if not exists ${schema}._weft_batches (job uuid not null, step text not null, batch bigint not null, outcome jsonb not null, written_at timestamptz not null default now(), primary key (job, step, batch));
    create or replace function ${schema}._weft_is_valid(value text, type text) returns boolean language plpgsql stable as $weft$ ${isValid} $weft$;
    create or replace function ${schema}._weft_mark(of_job uuid, of_step text, of_attempt int, batches bigint[], outcomes jsonb) returns void language plpgsql as $weft$
    begin
      perform from ${schema}._weft_writers w where w.job = of_job and w.step = of_step and w.attempt = of_attempt for share;
      if not found then raise exception 'a newer attempt has taken over' using errcode = 'WF001'; end if;
      insert into ${schema}._weft_batches (job, step, batch, outcome)
        select of_job, of_step, b.batch, outcomes -> (b.n::int - 1) from unnest(batches) with ordinality b (batch, n);
    end $weft$;
    ${traceSql(project_id)}`)
}

/** Forgets what a project remembers of jobs that are gone. Who may write for them goes first: nobody writes what is not remembered. */
export async function forgetMarkers(client: Queryable, project_id: string, jobs: string[]): Promise<void> {
  const schema = quoteIdentifier(projectSchema(project_id))
  const known = await client.query('select to_regclass($1) is not null as known', [`${schema}._weft_batches`])
  if (!(known.rows[0] as { known: boolean }).known) return
  for (const table of ['_weft_writers', '_weft_batches'])
    await client.query(`delete from ${schema}.${table} where job = any($1)`, [jobs])
}

/** Says in a transaction who writes, for the versions that are kept of what it replaces. */
export const writerSql = (job_id: string) => `set local weft.writer = ${literal(job_id)}`

/**
 * The trigger that keeps earlier versions. A record that a run has only confirmed keeps its version and changes hands: that is kept as a
 * touch, so that nobody takes for the run's own what it has found. With a second argument only what runs replace is kept.
 */
export function traceSql(project_id: string): string {
  const schema = quoteIdentifier(projectSchema(project_id))
  const insert = 'insert into %I.%I as v (_id, _version, _operation, _row, _by)'
  const once =
    'on conflict (_id, _version, _replaced_at) do update set _operation = excluded._operation, _by = excluded._by'
  return `select pg_advisory_xact_lock(hashtext(${literal(projectSchema(project_id))}));
    create or replace function ${schema}._weft_trace_versions() returns trigger language plpgsql as $weft$
    declare
      writer uuid := nullif(current_setting('weft.writer', true), '')::uuid;
    begin
      if tg_nargs > 1 and writer is null then
        return null;
      end if;
      if tg_op = 'DELETE' then
        execute format('${insert} select o._id, o._version, ''delete'', to_jsonb(o), $1 from earlier o ${once}', tg_table_schema, tg_argv[0]) using writer;
      else
        execute format('${insert} select o._id, o._version, case when l._version = o._version then ''touch'' else ''update'' end, to_jsonb(o), $1 from earlier o join later l on l._id = o._id where l._version <> o._version or l._job_id is distinct from o._job_id ${once}', tg_table_schema, tg_argv[0]) using writer;
      end if;
      return null;
    end $weft$;`
}
