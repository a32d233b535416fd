import type pg from 'pg'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  outage: {
    en: 'The attempt came to nothing because something Weft itself needs failed; the job goes on in about {seconds, plural, one {# second} other {# seconds}}: {problem}',
    de: 'Der Versuch blieb ohne Ergebnis, weil etwas fehlschlug, das Weft selbst braucht; der Job wird in etwa {seconds, plural, one {# Sekunde} other {# Sekunden}} fortgesetzt: {problem}',
  },
})

/** Twice as long each time, at most five minutes. */
const setbackWait = (times: number) => Math.min(300, 2 ** Math.min(times - 1, 10))

const statement = (said: boolean) => `
with b as (
  update jobs set tries_left = tries_left + case when status = 'pending' then 0 else 1 end, status = 'pending', slot_id = null, wake_at = null,
    queued_at = clock_timestamp() + make_interval(secs => $6), error = $3::jsonb,
    setback = jsonb_build_object('times', $4::int, 'said', $5::boolean, 'problem', $3::jsonb)
  where id = $2 and slot_id = $1 and status in ('pending', 'started', 'working') returning id, tenant_id, project_id, attempt, status
)${said ? `, l as (insert into job_logs (job_id, tenant_id, project_id, attempt, level, message) select id, tenant_id, project_id, attempt, 'warning', $7::jsonb from b)` : ''}
select pg_notify('weft_silent', json_build_object('to', json_build_object('topic', 'job:' || id), 'event', json_build_object('type', 'job', 'data', json_build_object('id', id, 'status', status)))::text)::text from b`

/**
 * A job whose attempt came to nothing because the installation is in trouble: the try is not counted, and it lies in its queue again
 * from a while on, which grows. The log of the job says why, at once or, where not even that can be written, with the next attempt.
 */
export async function postponeAfterOutage(
  pool: pg.Pool,
  slot_id: string,
  id: string,
  problem: { code: string; message: Message },
): Promise<void> {
  const known = await pool.query<{ times: number }>(
    `select coalesce((setback ->> 'times')::int, 0) + 1 as times from jobs where id = $1`,
    [id],
  )
  const times = known.rows[0]?.times ?? 1
  const seconds = setbackWait(times)
  const change = (said: boolean) =>
    pool.query(statement(said), [
      slot_id,
      id,
      JSON.stringify(problem),
      times,
      said,
      seconds,
      ...(said ? [JSON.stringify(texts.outage({ seconds, problem: problem.message.text.en }))] : []),
    ])
  const said = await change(true).then(
    () => true,
    ignore('the log of a job cannot be written; its next attempt says why'),
  )
  if (!said) await change(false)
}
