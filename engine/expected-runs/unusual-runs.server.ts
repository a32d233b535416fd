import type pg from 'pg'
import { inScope, openDatabase, systemScope } from '@weft/kit/database/connect.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { compareRuns } from '../comparison/compare.server.ts'
import { judged, type Compared } from '../comparison/unusual.ts'
import { tellPeople, type TellDeps, type ToldOf } from './tell-people.server.ts'

const texts = defineMessages({
  title: { en: 'A run of “{workflow}” was unusual', de: 'Ein Lauf von „{workflow}“ war ungewöhnlich' },
  duration: {
    en: 'It took {value, number} seconds, usually {usual, number} (median of {runs} runs).',
    de: 'Er dauerte {value, number} Sekunden, üblich sind {usual, number} (Median von {runs} Läufen).',
  },
  records: {
    en: 'It moved {value, number} records, usually {usual, number} (median of {runs} runs).',
    de: 'Er bewegte {value, number} Datensätze, üblich sind {usual, number} (Median von {runs} Läufen).',
  },
  rejected: {
    en: 'It rejected {value, number} records, usually {usual, number} (median of {runs} runs).',
    de: 'Er lehnte {value, number} Datensätze ab, üblich sind {usual, number} (Median von {runs} Läufen).',
  },
  throughput: {
    en: 'It moved {value, number} records a second, usually {usual, number} (median of {runs} runs).',
    de: 'Er bewegte {value, number} Datensätze pro Sekunde, üblich sind {usual, number} (Median von {runs} Läufen).',
  },
})

type Looked = ToldOf & { jobs: string[] }

/** Tells of each run that was unusual beside the past of its workflow, where somebody wants that. */
export async function lookForUnusualRuns(deps: TellDeps, now: Date): Promise<void> {
  const { pool } = deps
  await watch(pool, now)
  const db = openDatabase(pool)
  for (const looked of await runsSince(pool, now)) {
    const found = await inScope(db, systemScope, (trx) => compareRuns(trx, looked.jobs))
    for (const { job_id, figures } of found) {
      const text = judged(figures)
        .filter(({ unusual }) => unusual !== null)
        .map(inWords)
      if (text.length > 0)
        await tellPeople(deps, looked, {
          ...{ level: 'warning', title: texts.title({ workflow: looked.label }), text },
          ...{ key: `unusual run ${job_id}`, page: `/${job_id}/details` },
        })
    }
  }
  await pool.query('update unusual_run_looks set looked_until = $1', [now.toISOString()])
}

async function watch(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `with wanted as (
       select w.id, w.tenant_id, w.project_id from workflows w join tenants t on t.id = w.tenant_id
       where w.expected_usual and w.active and w.published and t.active
     ), gone as (
       delete from unusual_run_looks u where not exists (select from wanted w where w.id = u.workflow_id)
     )
     insert into unusual_run_looks (workflow_id, tenant_id, project_id, looked_until) select id, tenant_id, project_id, $1 from wanted
     on conflict (workflow_id) do nothing`,
    [now.toISOString()],
  )
}

/** What has ended since the last look, at most the newest hundred of each. What committed late may have ended before it: a minute of that is looked at again. */
async function runsSince(pool: pg.Pool, now: Date): Promise<Looked[]> {
  const { rows } = await pool.query<Looked>(
    `select u.workflow_id, u.tenant_id, u.project_id, w.label, w.email_recipient, t.language, e.jobs
     from unusual_run_looks u join workflows w on w.id = u.workflow_id join tenants t on t.id = u.tenant_id
     cross join lateral (select array_agg(n.id) as jobs from (
       select j.id from jobs j where j.workflow_id = u.workflow_id and j.created_at > u.looked_until - interval '1 day'
         and j.finished_at > u.looked_until - interval '1 minute' and j.finished_at <= $1 and j.status in ('stopped', 'warning') and j.test is null
       order by j.created_at desc limit 100) n) e where e.jobs is not null`,
    [now.toISOString()],
  )
  return rows
}

function inWords({ figure, value, median, runs }: Compared) {
  const unit = figure === 'duration' ? 1_000 : 1
  const rounded = (amount: number) => Math.round((amount / unit) * 10) / 10
  return texts[figure]({ value: rounded(value), usual: rounded(median), runs })
}
