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

/** The same words for many users. */
export type Told = { title: string; message: string; level: Notice['level']; link?: string | undefined }

/** A PostgreSQL notification holds 8 KB, and an id takes 39 characters of it. */
const toldAtOnce = 100

/** Puts the same notice into the lists of many, and shows it where they are signed in. */
export const notifyUsers = (db: Database, users: string[], { title, message, level, link }: Told): Promise<void> =>
  inScope(db, systemScope, async (trx) => {
    for (let i = 0; i < users.length; i += toldAtOnce) {
      const some = users.slice(i, i + toldAtOnce)
      await trx.insertInto('notifications').values(some.map((user_id) => ({ user_id, title, message, level, link: link || null }))).execute()
      await tell(trx, { users: some }, { type: 'notification', level, title, message: message.slice(0, 500), ...(link && { link }) })
    }
  })
