import type { Connection, RowDataPacket } from 'mysql2/promise'

/** What a server can do beyond what all of this kind can; `step` is between the numbers it gives. */
export type ServerKind = {
  /** Takes a list of rows for a table: MariaDB since 10.3. */ listed: boolean
  /** Tells the rows that an insert has made: MariaDB since 10.5. */ tells: boolean
  step: number
}

export async function serverKind(connection: Connection): Promise<ServerKind> {
  const [[said]] = await connection.query<RowDataPacket[]>(
    'select version() as "version", @@auto_increment_increment as "step"',
  )
  const { version, step } = said as { version: string; step: unknown }
  const [major, minor] = version.split('.').map(Number) as [number, number]
  const since = (least: number) => version.includes('MariaDB') && (major > 10 || (major === 10 && minor >= least))
  return { listed: since(3), tells: since(5), step: Number(step) }
}
