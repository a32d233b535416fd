import type pg from 'pg'

/** Where links in mails begin; nothing while nobody has said it. */
export async function addressOfInstallation(client: pg.Pool | pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ url: string | null }>(
    `select value->>'url' as url from settings where key = 'email'`,
  )
  return rows[0]?.url?.replace(/\/$/, '') ?? ''
}
