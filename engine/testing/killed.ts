import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Runs a program of a test's until it has ended, and answers by which signal. */
export function ended(program: string, ...given: string[]): Promise<string | null> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...given], {
    stdio: 'inherit',
  })
  return new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)))
}

/** Waits until the database has noticed that the sessions of a killed process are gone: what they had sent last may still be done. */
export async function sessionsGone(pool: pg.Pool, application: string) {
  while (
    (
      await pool.query('select from pg_stat_activity where datname = current_database() and application_name = $1', [
        application,
      ])
    ).rowCount
  )
    await sleep(10)
}

export const die = () => process.kill(process.pid, 'SIGKILL')

/** Kills this process shortly after it has sent so many statements to whichever database. */
export function dieAfter(statements: number) {
  const { Connection } = createRequire(import.meta.url)('mysql2') as { Connection: unknown }
  let sent = 0
  for (const client of [pg.Client, Connection] as unknown as { prototype: { query(...all: unknown[]): unknown } }[]) {
    const { query } = client.prototype
    client.prototype.query = function (...all) {
      if (++sent === statements) setTimeout(die, 2)
      return query.apply(this, all)
    }
  }
}
