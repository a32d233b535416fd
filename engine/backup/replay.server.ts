import { existsSync } from 'node:fs'
import type pg from 'pg'
import type { Replay } from '@weft/kit/database/wal-archive.server.ts'
import { openInSql } from '@weft/kit/define/job-status.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { clusterPart, type Manifest } from './manifest.ts'

/** A backup that cannot be brought to the moment that is asked for. */
export function refuseReplay({ made_at, parts }: Manifest, { from, until }: Replay) {
  if (!parts.some(({ name }) => name === clusterPart))
    throw new Error(
      'The control database in this backup was copied by its rows, which no archived log goes on from; nothing was changed.',
    )
  if (!existsSync(from)) throw new Error(`There is no folder ${from}; nothing was changed.`)
  if (until !== undefined && until < made_at)
    throw new Error(
      `The backup is of ${made_at}, and nothing goes back from there to ${until}. Please take an earlier backup; nothing was changed.`,
    )
}

/** Of which moment the databases are. */
export async function replayedTo(client: pg.Client, { until }: Replay, made_at: string): Promise<string> {
  if (until) return until
  const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
  return rows[0]!.at?.toISOString() ?? made_at
}

/**
 * The files a run goes on with are of the time of the backup: one that was under way could miss some, and would not notice. Those that have not
 * begun and were handed nothing wait as they did.
 */
export async function endOpenJobs(client: pg.Client) {
  const message = JSON.stringify(texts.ended())
  await client.query(
    `with ended as (
      update jobs set status = 'error', error = jsonb_build_object('code', 'RESTORED_TO_A_POINT_IN_TIME', 'message', $1::jsonb), finished_at = now(),
        queued_at = null, slot_id = null, wake_at = null
      where status in ${openInSql} and (started_at is not null or parent_job_id is not null or retry_of is not null) returning id, tenant_id, project_id, attempt)
    insert into job_logs (job_id, tenant_id, project_id, attempt, level, message) select id, tenant_id, project_id, attempt, 'warning', $1::jsonb from ended`,
    [message],
  )
  await client.query(
    'update jobs set files_removed_at = now() where files_removed_at is null and finished_at is not null',
  )
}

/** What tenants have on other servers, in sentences. */
export async function stillElsewhere(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ sentence: string }>(
    `select format('the %s of %s on %s:%s', case c.name when 'tenant' then 'records' else 'documents' end, t.name, c.host, c.port) as sentence
      from tenant_connections c join tenants t on t.id = c.tenant_id left join database_servers s on s.id = c.server_id where not coalesce(s.embedded, false)
    union all select format('the files of %s on %s', t.name, coalesce(o.host, s.host)) from tenant_storages s join tenants t on t.id = s.tenant_id
      left join storage_servers o on o.id = s.server_id where coalesce(o.type, s.type) <> 'local' order by 1`,
  )
  return rows.map(({ sentence }) => sentence)
}

const texts = defineMessages({
  ended: {
    en: 'This run was not over at the point in time the installation was brought back to, and its files are not of that time. Please start it again.',
    de: 'Dieser Lauf war zu dem Zeitpunkt, auf den die Installation zurückgesetzt wurde, noch nicht beendet, und seine Dateien sind nicht von diesem Zeitpunkt. Bitte starten Sie ihn neu.',
  },
})
