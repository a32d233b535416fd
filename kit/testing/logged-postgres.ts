import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startEmbedded } from '../database/embedded.server.ts'
import { execute } from '../database/prepare.server.ts'
import { ignore } from '../log/ignore.server.ts'
import pg from 'pg'

/**
 * A PostgreSQL of a test file's own that logs what readers of its log need, which the one of the other tests does not; reached as its
 * administrator, whose line is `owner`. `kill` and `start` take it away and bring it back on the same port.
 */
export async function loggedPostgres() {
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-logged-'))
  const port = await freePort()
  let server = await startEmbedded(folder, { port })
  await execute(server.url, 'alter system set wal_level = logical')
  await server.stop()
  server = await startEmbedded(folder, { port })
  const owner = new pg.Client({ connectionString: server.url })
  owner.on('error', ignore('a server that a test kills ends this line as well'))
  await owner.connect()
  after(async () => {
    await owner.end()
    await server.stop().catch(ignore('a test that has failed may have stopped it'))
    rmSync(folder, { recursive: true, force: true })
  })
  const { url } = server
  return {
    url,
    owner,
    /** Does something by a line of its own, which a server that was killed meanwhile does not take with it. */
    async line<T>(work: (line: pg.Client) => Promise<T>): Promise<T> {
      const line = new pg.Client({ connectionString: server.url })
      await line.connect()
      return work(line).finally(() => line.end())
    },
    settings: {
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: decodeURIComponent(new URL(url).password),
      database: 'postgres',
      encryption: 'none',
    },
    stop: () => server.stop(),
    kill: () =>
      process.kill(Number(readFileSync(path.join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
    /** Its processes go by themselves once the first of them is gone, and until then it does not start. */
    async start() {
      for (const until = Date.now() + 30_000; ; await sleep(200))
        try {
          server = await startEmbedded(folder, { port })
          return
        } catch (error) {
          if (Date.now() > until) throw error
        }
    },
  }
}
