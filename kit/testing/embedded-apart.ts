// A PostgreSQL in whatever network this is started in; takes statements by line, as JSON, and answers their rows.
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startEmbedded } from '../database/embedded.server.ts'

const postgres = await startEmbedded(process.argv[2]!)
const client = new pg.Client({ connectionString: postgres.url })
await client.connect()
const say = (what: unknown) => void process.stdout.write(`${JSON.stringify(what)}\n`)
say(postgres.url)
for await (const line of createInterface({ input: process.stdin })) {
  const { rows } = await client.query<Record<string, unknown>>(JSON.parse(line) as string)
  say(rows)
}
await client.end()
await postgres.stop()
