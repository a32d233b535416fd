// A PostgreSQL whose databases lie on a small disk. Runs inside a mount namespace of its own; arguments: a folder for the server, the disk.
// Says its address once it is there and ends with its standard input.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { execute } from '@weft/kit/database/prepare.server.ts'

const [folder, disk] = process.argv.slice(2) as [string, string]
const embedded = await startEmbedded(folder)
for (const name of ['databases', 'home']) mkdirSync(path.join(disk, name), { mode: 0o700 })
await execute(embedded.url, `create tablespace small location '${path.join(disk, 'databases')}'`)
// A new database lies where its template lies.
await execute(embedded.url, 'alter database template0 set tablespace small')
console.log(embedded.url)
await text(process.stdin)
await embedded.stop()
