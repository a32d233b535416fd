import type pg from 'pg'
import { channel } from '@weft/kit/realtime/tell.server.ts'

type Notice = { key: string; level: 'error' | 'success'; title: string; message: string; link: string }

/** Puts a notice into users' lists and shows it where they are signed in; the same key is told each of them once. */
export async function notifyInBell(pool: pg.Pool, users: string[], { key, level, title, message, link }: Notice): Promise<void> {
  const { rows } = await pool.query<{ user_id: string }>(
    `insert into notifications (id, user_id, level, title, message, link)
     select md5($2 || ' ' || u)::uuid, u, $3, $4, $5, $6 from unnest($1::uuid[]) u on conflict (id) do nothing returning user_id`,
    [users, key, level, title, message, link],
  )
  const event = { type: 'notification', level, title, message: message.slice(0, 500), link }
  for (const { user_id } of rows) await pool.query('select pg_notify($1, $2)', [channel, JSON.stringify({ to: { users: [user_id] }, event })])
}
