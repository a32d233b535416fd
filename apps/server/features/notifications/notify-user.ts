import { notify, type Notice } from '@weft/engine/notifications/notice.server.ts'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'

/** Puts a notice into somebody's list, in their language. */
export function notifyUser(
  db: Database,
  user_id: string,
  { title, ...notice }: Omit<Notice, 'title'> & { title: Message },
): Promise<void> {
  return inScope(db, systemScope, async (trx) => {
    const user = await trx.selectFrom('users').select('language').where('id', '=', user_id).executeTakeFirst()
    if (user) await notify(trx, [user_id], { ...notice, title: say(title, user.language as Language) })
  })
}

/** Puts the same notice into the lists of many. */
export const notifyUsers = (db: Database, users: string[], notice: Notice): Promise<void> =>
  inScope(db, systemScope, (trx) => notify(trx, users, notice))
