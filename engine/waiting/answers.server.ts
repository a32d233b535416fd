import { inScope, type Database, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { sql } from 'kysely'

/** Who waits for an answer is told on it: the id of the job. */
export const answerChannel = 'weft_answers'

/** Keeps what the caller of a webhook is answered; the first answer of a run counts. */
export const openAnswer =
  (db: Database, scope: ProjectScope, { id: job_id }: { id: string }): StepContext['answer'] =>
  ({ status, headers, body }) =>
    inScope(db, scope, async (trx) => {
      const { tenant_id, project_id } = scope
      await trx
        .insertInto('webhook_answers')
        .values({ job_id, tenant_id, project_id, status, headers: JSON.stringify(headers), body })
        .onConflict((conflict) => conflict.column('job_id').doNothing())
        .execute()
      await sql`select pg_notify(${answerChannel}, ${job_id})`.execute(trx)
    })
