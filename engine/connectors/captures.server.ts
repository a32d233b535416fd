import { createHash } from 'node:crypto'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import type { CaptureReader, CaptureSession } from '@weft/kit/define/capture-session.ts'
import type { StepCapture, StepContext } from '@weft/kit/define/step-context.ts'
import { sql } from 'kysely'

type Connection = { id: string; tenant_id: string; name: string }
type Use = Parameters<StepContext['connections']['capture']>[1]

/**
 * The log of a database for one step of a workflow. Before the database keeps anything for its sake it is written down that it does, so
 * that nothing is kept there that nobody here knows of.
 */
export async function captureFor(
  db: Database,
  connection: Connection,
  { workflow_id, step, table, most_bytes }: Use,
  session: CaptureSession,
): Promise<StepCapture> {
  const reader: CaptureReader = { name: readerName(connection, `${workflow_id} ${step} ${table}`), table }
  await inScope(db, systemScope, async (trx) => {
    await sql`
      insert into connection_captures (tenant_id, connection_id, workflow_id, step, source_table, reader, most_bytes)
      values (${connection.tenant_id}, ${connection.id}, ${workflow_id}, ${step}, ${table}, ${reader.name}, ${most_bytes})
      on conflict (connection_id, reader) do update set most_bytes = excluded.most_bytes, replaced = false, read_at = clock_timestamp()`.execute(
      trx,
    )
    await sql`
      update connection_captures set replaced = true, next_look_at = now()
      where workflow_id = ${workflow_id} and step = ${step} and not replaced
        and (connection_id, reader) <> (${connection.id}, ${reader.name})`.execute(trx)
  })
  return {
    begin: () => session.begin(reader),
    whole: () => session.whole(reader),
    read: (cursor, most) => session.read(reader, cursor, most),
    confirm: (cursor) => session.confirm(reader, cursor),
    close: () => session.close(),
  }
}

/** Tells those who look after that database whose it is; small letters, digits and `_`, in 63 letters at most. */
function readerName({ id, name }: Connection, use: string): string {
  const mark = createHash('sha256').update(`${id} ${use}`).digest('hex').slice(0, 20)
  return `weft_${name.slice(0, 30)}_${mark}`
}
