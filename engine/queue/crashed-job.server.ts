import type pg from 'pg'
import { despiteDeadlocks } from '@weft/kit/database/transaction.server.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import type { WorkerExit } from '../workers/worker-process.server.ts'
import { workChannel } from './work-channel.ts'

const texts = defineMessages({
  died: { en: 'The process that ran the job died.', de: 'Der Prozess, der den Job ausführte, ist abgestürzt.' },
  memory: {
    en: 'The job needed more memory than its queue allows ({limit} MB).',
    de: 'Der Job brauchte mehr Speicher, als seine Warteschlange erlaubt ({limit} MB).',
  },
  timeout: {
    en: 'The job took longer than its queue allows ({limit} seconds).',
    de: 'Der Job dauerte länger, als seine Warteschlange erlaubt ({limit} Sekunden).',
  },
  together: {
    en: 'The process that ran the job together with others ended. They are run again, each alone, which costs none of their tries.',
    de: 'Der Prozess, der den Job gemeinsam mit anderen ausführte, ist beendet. Sie werden noch einmal ausgeführt, jeder allein, was keinen ihrer Versuche kostet.',
  },
  cancelled: {
    en: 'The job did not stop within 30 seconds of being cancelled, so its process was ended.',
    de: 'Der Job hielt nach dem Abbruch nicht innerhalb von 30 Sekunden an, daher wurde sein Prozess beendet.',
  },
})

export function exitReason(
  { why, together }: WorkerExit,
  limits: { memory: number; timeout: number },
): { code: string; message: Message } {
  if (together) return { code: 'WORKER_DIED', message: texts.together() }
  if (why === 'memory') return { code: 'MEMORY_EXCEEDED', message: texts.memory({ limit: limits.memory }) }
  if (why === 'timeout') return { code: 'TIMEOUT', message: texts.timeout({ limit: limits.timeout }) }
  if (why === 'cancelled') return { code: 'CANCELLED', message: texts.cancelled() }
  return { code: 'WORKER_DIED', message: texts.died() }
}

const statement = `
with b as (
  update jobs set status = case when cancel_requested_at is not null then 'aborted' when tries_left > 0 or $5 then 'pending' else 'error' end,
    error = case when cancel_requested_at is null then $3::jsonb end, wake_at = null, slot_id = null,
    queued_at = case when cancel_requested_at is null and (tries_left > 0 or $5) then clock_timestamp() end,
    finished_at = case when cancel_requested_at is not null or tries_left <= 0 and not $5 then clock_timestamp() end,
    tries_left = tries_left + case when $5 then 1 else 0 end, alone = alone or $5
  where id = $2 and slot_id = $1 and status in ('pending', 'started', 'working') returning id, tenant_id, project_id, queue_id, attempt, status
), l as (
  insert into job_logs (job_id, tenant_id, project_id, attempt, level, message) select id, tenant_id, project_id, attempt, 'warning', $4::jsonb from b
)
select status, case when status = 'pending' then pg_notify('${workChannel}', queue_id::text)::text end,
  pg_notify('weft_silent', json_build_object('to', json_build_object('topic', 'job:' || id), 'event', json_build_object('type', 'job', 'data', json_build_object('id', id, 'status', status)))::text)::text
from b`

/**
 * A job whose process is gone while a slot held it: cancelled ones are over, those with tries left lie in their queue again, the others
 * have failed. One that was under way together with others keeps its try and is run alone from then on. Answers whether it is over now.
 */
export async function settleCrashedJob(
  pool: pg.Pool,
  slot_id: string,
  id: string,
  problem: { code: string; message: Message },
  { together = false } = {},
): Promise<boolean> {
  const values = [slot_id, id, JSON.stringify(problem), JSON.stringify(problem.message), together]
  const { rows } = await despiteDeadlocks(() => pool.query<{ status: string }>(statement, values))
  return rows[0] !== undefined && rows[0].status !== 'pending'
}
