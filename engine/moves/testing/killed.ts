// A process that dies while it moves a tenant's records. Arguments: place as JSON, the move's id, and after how many statements.
import { createRequire } from 'node:module'
import pg from 'pg'
import { houseAt } from '../../provisioning/testing/house.ts'
import { runMove } from '../move.server.ts'

const [place, id, after] = process.argv.slice(2) as [string, string, string]
const { Connection } = createRequire(import.meta.url)('mysql2') as { Connection: unknown }
let sent = 0
for (const client of [pg.Client, Connection] as unknown as { prototype: { query(...all: unknown[]): unknown } }[]) {
  const { query } = client.prototype
  client.prototype.query = function (...all) {
    if (++sent === Number(after)) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2)
    return query.apply(this, all)
  }
}
const parsed = JSON.parse(place) as { app_url: string; key: string; home: string }
const house = houseAt({ ...parsed, key: Buffer.from(parsed.key, 'hex') })
await runMove(house, id)
await house.close()
