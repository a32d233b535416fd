import type { CapturedChange, CaptureReader, CaptureSession } from '../define/capture-session.ts'

/** All that is new behind a cursor, and the cursor behind each batch of it. */
export async function changesBehind(by: CaptureSession, reader: CaptureReader, cursor: unknown, most = 100_000) {
  const changes: CapturedChange[] = []
  const cursors: unknown[] = []
  const notices: string[] = []
  for await (const batch of by.read(reader, cursor, most)) {
    changes.push(...batch.changes)
    cursors.push(batch.cursor)
    if (batch.notice) notices.push(batch.notice.text.en)
  }
  return { changes, cursors, cursor: cursors.at(-1), notices }
}

/** Changes as tests write them down: without moment and position. */
export const told = (changes: readonly CapturedChange[]) =>
  changes.map(({ kind, record, before, unchanged }) => [
    kind,
    record,
    ...(before ? [{ before }] : []),
    ...(unchanged ? [{ unchanged }] : []),
  ])
