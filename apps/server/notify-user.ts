import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import { tell } from '@weft/kit/realtime/tell.server.ts'

type Notice = { level: 'info' | 'success' | 'warning' | 'error'; title: Message; message: string; link?: string }

/** Puts a notice into somebody's list and shows it where he is signed in, in his language. */
export function notifyUser(db: Database, user_id: string, { level, title, message, link }: Notice): Promise<void> {
  return inScope(db, systemScope, async (trx) => {
    const user = await trx.selectFrom('users').select('language').where('id', '=', user_id).executeTakeFirst()
    if (!user) return
    const said = say(title, user.language as Language)
    await trx.insertInto('notifications').values({ user_id, level, title: said, message, link: link ?? null }).execute()
    await tell(trx, { users: [user_id] }, { type: 'notification', level, title: said, message, ...(link && { link }) })
  })
}
