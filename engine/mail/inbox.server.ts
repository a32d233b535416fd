import { createHash } from 'node:crypto'
import { inScope, type Database, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import { storableJson } from '@weft/kit/define/storable-json.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import type { Mask } from '@weft/kit/secrets/mask.server.ts'

const mostText = 20_000
const mostLine = 1_000

/** Mails that came to runs, in the mail log of their project. A run that is given a mail again becomes the one it belongs to. */
export function openInbox(
  db: Database,
  scope: ProjectScope,
  job: { id: string; workflow_id: string },
  mask: Mask,
): StepContext['inbox'] {
  const keyOf = (step: string, place: string, id: string) => {
    const hash = createHash('sha256').update(JSON.stringify([job.workflow_id, step, place, id]))
    return `${scope.tenant_id}:received:${hash.digest('hex')}`
  }
  return {
    keep: (step, place, mails) =>
      inScope(db, scope, async (trx) => {
        for (const { id, message_id, from, to, subject, text, sent_at, attachments } of mails) {
          const line = (words: string) => storable(mask(words)).slice(0, mostLine)
          await trx
            .insertInto('mail_logs')
            .values({
              tenant_id: scope.tenant_id,
              project_id: scope.project_id,
              key: keyOf(step, place, id),
              status: 'received',
              title: line(subject),
              sender: line(from),
              recipient: line(to),
              body: storable(mask(text)).slice(0, mostText),
              parameters: storableJson({ message_id, sent_at, attachments }),
              job_id: job.id,
              workflow_id: job.workflow_id,
            })
            .onConflict((conflict) => conflict.column('key').doUpdateSet({ job_id: job.id }))
            .execute()
        }
      }),
  }
}

/** PostgreSQL keeps no zero bytes. */
const storable = (words: string) => words.replaceAll('\0', '')
