import { createHmac } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../database/embedded.server.ts'
import { localCertificate } from './local-certificate.ts'
import { realServer } from './real-server.ts'

const password = 'Geheim-ä'
const key = 'a key of tests only, long enough for HMAC'

/** A mail server of a test file's own with IMAP and POP3; `user` is a mailbox nobody has used. Or why there is none. */
export async function dovecot() {
  if (process.getuid?.() !== 0) {
    console.warn('SKIPPED, no dovecot: it changes its user, which only root may')
    return 'There is no dovecot here: it changes its user, which only root may.'
  }
  const ports = { imaps: await freePort(), pop3: await freePort(), pop3s: await freePort() }
  const server = await realServer({
    name: 'dovecot',
    packages: ['dovecot-imapd', 'dovecot-pop3d'],
    accounts: ['dovecot', 'dovenull', 'vmail'],
    async prepare({ folder, port, run }) {
      const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
      for (const name of ['mail', 'keys/default/HS256']) mkdirSync(path.join(folder, name), { recursive: true })
      put('key.pem', localCertificate.key)
      put('cert.pem', localCertificate.cert)
      put('keys/default/HS256/default', Buffer.from(key).toString('base64'))
      put(
        'oauth2.conf',
        'introspection_mode = local\nlocal_validation_key_dict = fs:posix:prefix=/srv/keys/\nusername_attribute = email\n',
      )
      put('dovecot.conf', configuration({ imap: port, ...ports }))
      await run('chown', '-R', 'vmail', '/srv/mail')
    },
    command: () => ['dovecot', '-F', '-c', '/srv/dovecot.conf'],
  })
  if (typeof server === 'string') return server
  let users = 0
  return {
    server,
    ports: { imap: server.port, ...ports },
    password,
    user: (name: string) => `${name}-${++users}@example.test`,
    version: (await server.run('dovecot', '--version')).split(' ')[0]!,
    /** What an identity provider would give to somebody. */
    tokenOf: (email: string, valid_s = 600) =>
      signed({ sub: email, email, exp: Math.floor(Date.now() / 1000) + valid_s }),
  }
}

function signed(claims: object) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

const configuration = (ports: { imap: number; imaps: number; pop3: number; pop3s: number }) => {
  const listener = (name: string, port: number, ssl = '') =>
    `inet_listener ${name} {\n address = 127.0.0.1\n port = ${port}\n ${ssl}\n }`
  return `protocols = imap pop3
base_dir = /run/dovecot
log_path = /dev/stderr
ssl = yes
ssl_cert = </srv/cert.pem
ssl_key = </srv/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2
auth_failure_delay = 0
mail_max_userip_connections = 200
mail_location = maildir:/srv/mail/%u
first_valid_uid = 1
namespace inbox {
 inbox = yes
 separator = /
}
passdb {
 driver = static
 args = password=${password}
 mechanisms = plain login
}
passdb {
 driver = oauth2
 mechanisms = xoauth2
 args = /srv/oauth2.conf
}
userdb {
 driver = static
 args = uid=vmail gid=vmail home=/srv/mail/%u
}
# Without it every refused sign-in would slow down those after it.
service anvil {
 unix_listener anvil-auth-penalty {
  mode = 0
 }
}
service imap-login {
 ${listener('imap', ports.imap)}
 ${listener('imaps', ports.imaps, 'ssl = yes')}
}
service pop3-login {
 ${listener('pop3', ports.pop3)}
 ${listener('pop3s', ports.pop3s, 'ssl = yes')}
}
`
}
