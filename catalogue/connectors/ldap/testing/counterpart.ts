import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { realServer } from '@weft/kit/testing/real-server.ts'
import { ldap } from '../ldap.ts'
import { ldapBody } from '../ldap.server.ts'

const base = 'dc=example,dc=com'
const password = 'Geheim-ä'

/** An OpenLDAP of a test file's own with an empty tree, or why there is none. */
export async function ldapCounterpart() {
  const tls = await freePort()
  const server = await realServer({
    name: 'slapd',
    packages: ['slapd', 'ldap-utils'],
    accounts: ['openldap'],
    async prepare({ folder, run }) {
      const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
      mkdirSync(path.join(folder, 'data'))
      put('key.pem', localCertificate.key)
      put('cert.pem', localCertificate.cert)
      put('slapd.conf', configuration)
      put('tree.ldif', `dn: ${base}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n`)
      await run('slapadd', '-f', '/srv/slapd.conf', '-l', '/srv/tree.ldif')
    },
    command: ({ port }) => [
      'slapd',
      '-d',
      '0',
      '-f',
      '/srv/slapd.conf',
      '-h',
      `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tls}`,
    ],
  })
  if (typeof server === 'string') return server
  const settings = ldap.settings.parse({
    host: 'localhost',
    port: server.port,
    user: `cn=admin,${base}`,
    password,
    base,
    encryption: 'none',
  })
  const open = (over: Partial<typeof settings> = {}) => ldapBody.open!({ ...settings, ...over }, localReach)
  return { server, settings, open, base, tls_port: tls }
}

const configuration = `${['core', 'cosine', 'inetorgperson', 'nis'].map((name) => `include /etc/ldap/schema/${name}.schema`).join('\n')}
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile /srv/pid
TLSCertificateFile /srv/cert.pem
TLSCertificateKeyFile /srv/key.pem
sizelimit unlimited
access to attrs=userPassword by * auth
access to * by users read by anonymous auth
database mdb
suffix "${base}"
rootdn "cn=admin,${base}"
rootpw ${password}
directory /srv/data
dbnosync
index objectClass,uid,entryCSN eq
`
