import type { StepLog } from '@weft/kit/define/step-context.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { shortened } from './shortened.ts'
import type { LogRow } from './journal.server.ts'

/** A job says at most so much; what comes later is counted, not kept. */
const mostLogs = 5_000

/** What a running job has said and the journal does not have yet. */
export function openRunLog() {
  let rows: LogRow[] = []
  let logged = 0
  return {
    /** A line of the job's log. */
    note(step: string | undefined, ...[level, message, parameters = {}]: Parameters<StepLog>) {
      if (logged++ >= mostLogs) return
      rows.push({
        ...(step ? { step } : {}),
        level,
        message: typeof message === 'string' ? quotedTexts(message.slice(0, 10_000)) : message,
        parameters: shortened(parameters),
        created_at: new Date().toISOString(),
      })
    },
    isEmpty: () => rows.length === 0,
    take(): LogRow[] {
      const taken = rows
      rows = []
      return taken
    },
  }
}
