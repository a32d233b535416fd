import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import type { MessageCounterpart } from '@weft/kit/testing/message-counterpart.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { realServer } from '@weft/kit/testing/real-server.ts'
import { openLine } from '../line.server.ts'
import { nats } from '../nats.ts'
import { natsBody } from '../nats.server.ts'

const password = 'Geheim-ä'

/** A NATS server with streams of a test file's own, or why there is none. `rest` of the configuration comes behind the port. */
async function natsServer(rest: string) {
  return realServer({
    name: 'nats',
    packages: ['nats-server'],
    prepare({ folder, port }) {
      writeFileSync(path.join(folder, 'key.pem'), localCertificate.key)
      writeFileSync(path.join(folder, 'cert.pem'), localCertificate.cert)
      writeFileSync(path.join(folder, 'nats.conf'), `listen: 127.0.0.1:${port}\n${rest}\n`)
    },
    command: () => ['nats-server', '-c', '/srv/nats.conf'],
  })
}

export async function natsCounterpart() {
  const server = await natsServer(`jetstream { store_dir: /srv/data }
authorization { users: [
  { user: weft, password: "${password}" }
  { user: guest, password: guest, permissions: { publish: "open.>", subscribe: "_INBOX.>" } }
] }`)
  if (typeof server === 'string') return server
  const encrypted = await natsServer(`authorization { token: "sesame" }
tls { cert_file: /srv/cert.pem, key_file: /srv/key.pem }`)
  if (typeof encrypted === 'string') return encrypted
  const settings = nats.settings.parse({
    host: 'localhost',
    port: server.port,
    user: 'weft',
    password,
    encryption: 'none',
  })
  const open = (over: Partial<typeof settings> = {}) => natsBody.messages!({ ...settings, ...over }, localReach)
  const line = await openLine(settings, localReach)
  const product = `NATS ${line.info!.version}`
  await line.close()
  const stream = async (config: { name: string; subjects: string[] } & Record<string, unknown>) => {
    const own = await openLine(settings, localReach)
    await (await jetstreamManager(own)).streams.add(config)
    await own.close()
    return config.name
  }
  const counterpart: MessageCounterpart = {
    product,
    open: () => open(),
    denied: () => open({ password: 'wrong' }),
    topic: (name) => stream({ name: `conformance-${name}`, subjects: [`conformance-${name}`] }),
    knows: { keys: false, headers: true, topics: true },
    keeps: true,
    stop: () => server.stop(),
    start: () => server.start(),
  }
  return { counterpart, settings, open, stream, tls_port: encrypted.port }
}
