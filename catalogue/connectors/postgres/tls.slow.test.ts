import { chownSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { capturesOverTls } from '@weft/kit/testing/capture-over-tls.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { loggedPostgres } from '@weft/kit/testing/logged-postgres.ts'
import { postgresBody } from './postgres.server.ts'
import { postgres } from './postgres.ts'

const [encrypted, plain] = [await loggedPostgres(), await loggedPostgres()]
const { owner } = encrypted
const one = async (text: string) => Object.values((await owner.query<Record<string, string>>(text)).rows[0]!)[0]!
const folder = await one('show data_directory')
const { uid, gid } = statSync(folder)
for (const [name, pem] of Object.entries({ 'server.crt': localCertificate.cert, 'server.key': localCertificate.key })) {
  const file = path.join(folder, name)
  writeFileSync(file, pem, { mode: 0o600 })
  chownSync(file, uid, gid)
}
await owner.query('alter system set ssl = on')
await owner.query('select pg_reload_conf()')
while ((await one('show ssl')) !== 'on') await sleep(20)

capturesOverTls('PostgreSQL', {
  skip: false,
  body: postgresBody,
  settings: ({ isPlain, ...over }) => postgres.settings.parse({ ...(isPlain ? plain : encrypted).settings, ...over }),
  run: (text) => owner.query(text),
})
