import { createHash, randomUUID } from 'node:crypto'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { publish } from '@weft/kit/realtime/publish.server.ts'

export type Notice = {
  level: 'info' | 'success' | 'warning' | 'error'
  title: string
  message: string
  link?: string | undefined
  /** What it is about; without one it is shown in every project. */
  project_id?: string | undefined
  /** A notice with the same key reaches each user once, however often it is given. */
  key?: readonly string[] | undefined
}

/** A PostgreSQL notification holds 8 KB: fifty ids of 39 characters and a short text fit into one. */
const toldAtOnce = 50
const shown = { title: 200, message: 500 }

/** Puts a notice into the lists of users, as the system, and shows it where they are signed in once the transaction is committed. */
export async function notify(
  trx: Scoped,
  users: readonly string[],
  { level, title, message, link, project_id, key }: Notice,
): Promise<void> {
  const kept = { level, title, message, link: link || null, project_id: project_id ?? null }
  const event = {
    type: 'notification' as const,
    level,
    title: title.slice(0, shown.title),
    message: message.slice(0, shown.message),
  }
  for (let i = 0; i < users.length; i += toldAtOnce) {
    const rows = users
      .slice(i, i + toldAtOnce)
      .map((user_id) => ({ id: key ? idOf(...key, user_id) : randomUUID(), user_id, ...kept }))
    const added = await trx
      .insertInto('notifications')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('user_id')
      .execute()
    if (added.length > 0)
      await publish(trx, { users: added.map(({ user_id }) => user_id) }, { ...event, ...(link && { link }) })
  }
}

function idOf(...parts: string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
