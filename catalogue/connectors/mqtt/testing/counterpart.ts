import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import type { MessageCounterpart } from '@weft/kit/testing/message-counterpart.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { realServer } from '@weft/kit/testing/real-server.ts'
import { mqttBody } from '../mqtt.server.ts'
import { mqtt } from '../mqtt.ts'

const users = { weft: 'Geheim-ä', guest: 'guest' }
/** A guest may read everything and write below `open`. */
const rules = 'user weft\ntopic readwrite #\nuser guest\ntopic read #\ntopic write open/#\n'

/** A Mosquitto of a test file's own, or why there is none. */
export async function mqttCounterpart() {
  const tls = await freePort()
  const server = await realServer({
    name: 'mosquitto',
    packages: ['mosquitto', 'mosquitto-clients'],
    accounts: ['mosquitto'],
    async prepare({ folder, port, run }) {
      const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
      put('key.pem', localCertificate.key)
      put('cert.pem', localCertificate.cert)
      put('acl', rules)
      put(
        'mosquitto.conf',
        `per_listener_settings false
allow_anonymous false
password_file /srv/users
acl_file /srv/acl
persistence true
persistence_location /srv/
user root
max_queued_messages 0
listener ${port} 127.0.0.1
listener ${tls} 127.0.0.1
certfile /srv/cert.pem
keyfile /srv/key.pem
`,
      )
      put('users', '')
      for (const [name, password] of Object.entries(users))
        await run('mosquitto_passwd', '-b', '/srv/users', name, password)
    },
    command: () => ['mosquitto', '-c', '/srv/mosquitto.conf'],
  })
  if (typeof server === 'string') return server
  const settings = mqtt.settings.parse({
    host: 'localhost',
    port: server.port,
    user: 'weft',
    password: users.weft,
    encryption: 'none',
  })
  const open = (over: Partial<typeof settings> = {}) => mqttBody.messages!({ ...settings, ...over }, localReach)
  let topics = 0
  const counterpart: MessageCounterpart = {
    product: `Mosquitto ${/version (\S+)/.exec(await server.run('sh', '-c', 'mosquitto -h || true'))?.[1]}`,
    open: () => open(),
    denied: () => open({ password: 'wrong' }),
    topic: async (name) => `conformance/${name}/${++topics}`,
    knows: { keys: false, headers: true, topics: false },
    keeps: false,
    stop: () => server.stop(),
    start: () => server.start(),
  }
  return { counterpart, settings, open, tls_port: tls, guest: users.guest }
}
