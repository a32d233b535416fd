import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { capturesOverTls } from '@weft/kit/testing/capture-over-tls.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { loggedMariaDb } from '@weft/kit/testing/logged-mariadb.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { mariadbBody } from './mariadb.server.ts'
import { mariadb } from './mariadb.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'weft-mariadb-tls-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const options = Object.entries(localCertificate).map(([name, pem]) => {
  writeFileSync(path.join(folder, name), pem)
  return `--ssl-${name}=${path.join(folder, name)}`
})
type Logged = Exclude<Awaited<ReturnType<typeof loggedMariaDb>>, string>
const [found, plainly] = [await loggedMariaDb(options), await loggedMariaDb(['--skip-ssl'])]
const skip = typeof found === 'string' ? found : typeof plainly === 'string' ? plainly : false
const [encrypted, plain] = [found as Logged, plainly as Logged]

capturesOverTls('MariaDB', {
  skip,
  body: mariadbBody,
  settings: ({ isPlain, ...over }) => mariadb.settings.parse({ ...(isPlain ? plain : encrypted).settings, ...over }),
  run: (text) => encrypted.owner.query(text),
})

test('a login that the server only takes encrypted is refused in clear, and says so', { skip }, async () => {
  await encrypted.owner.query(`create user careful@'%' identified by 'c' require ssl; grant all on *.* to careful@'%'`)
  const login = { ...encrypted.settings, user: 'careful', password: 'c' }
  const open = (over: object) => mariadbBody.capture!(mariadb.settings.parse({ ...login, ...over }), localReach)
  await assert.rejects(open({ encryption: 'none' }), { code: 'CONNECTION_DENIED', message: /Access denied/ })
  await (await open({ encryption: 'required' })).close()
  const wrong = open({ encryption: 'required', password: 'wrong' })
  await assert.rejects(wrong, { code: 'CONNECTION_DENIED', message: /Access denied/ })
})
