import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import type { MessageCounterpart } from '@weft/kit/testing/message-counterpart.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { realServer } from '@weft/kit/testing/real-server.ts'
import { amqp } from '../amqp.ts'
import { amqpBody } from '../amqp.server.ts'
import { openLine } from '../line.server.ts'

const password = 'Geheim-1'

/** A RabbitMQ of a test file's own, or why there is none. */
export async function amqpCounterpart() {
  const [tls, epmd, distribution] = [await freePort(), await freePort(), await freePort()]
  const server = await realServer({
    name: 'rabbitmq',
    packages: ['rabbitmq-server'],
    accounts: ['rabbitmq'],
    prepare({ folder, port }) {
      const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text, { mode: 0o400 })
      mkdirSync(path.join(folder, 'log'))
      put('.erlang.cookie', 'WEFTTESTCOOKIE')
      put('key.pem', localCertificate.key)
      put('cert.pem', localCertificate.cert)
      put('enabled_plugins', '[].')
      put(
        'rabbitmq.conf',
        `listeners.tcp.1 = 127.0.0.1:${port}
listeners.ssl.1 = 127.0.0.1:${tls}
ssl_options.certfile = /srv/cert.pem
ssl_options.keyfile = /srv/key.pem
ssl_options.verify = verify_none
ssl_options.fail_if_no_peer_cert = false
default_user = weft
default_pass = ${password}
`,
      )
    },
    // Erlang's register of names would stay behind if the server started it by itself.
    command: () => ['sh', '-c', 'epmd & exec /usr/lib/rabbitmq/bin/rabbitmq-server'],
    environment: {
      ERL_EPMD_PORT: String(epmd),
      ERL_EPMD_ADDRESS: '127.0.0.1',
      RABBITMQ_DIST_PORT: String(distribution),
      RABBITMQ_NODENAME: 'weft@localhost',
      RABBITMQ_CONFIG_FILE: '/srv/rabbitmq.conf',
      RABBITMQ_CONF_ENV_FILE: '/srv/none',
      RABBITMQ_ENABLED_PLUGINS_FILE: '/srv/enabled_plugins',
      RABBITMQ_MNESIA_BASE: '/srv/data',
      RABBITMQ_LOG_BASE: '/srv/log',
      RABBITMQ_PID_FILE: '/srv/pid',
    },
  })
  if (typeof server === 'string') return server
  const settings = amqp.settings.parse({
    host: 'localhost',
    port: server.port,
    user: 'weft',
    password,
    encryption: 'none',
  })
  const open = (over: Partial<typeof settings> = {}) => amqpBody.messages!({ ...settings, ...over }, localReach)
  /** What an administrator sets up. */
  const setUp = async <T>(work: (channel: Awaited<ReturnType<Line['createChannel']>>) => Promise<T>) => {
    const line = await openLine(settings, localReach)
    const done = await work(await line.createChannel())
    await line.close()
    return done
  }
  const line = await openLine(settings, localReach)
  const { product, version } = line.connection.serverProperties as unknown as Record<string, string>
  await line.close()
  let queues = 0
  const counterpart: MessageCounterpart = {
    product: `${product} ${version}`,
    open: () => open(),
    denied: () => open({ password: 'wrong' }),
    topic: (name) =>
      setUp(async (channel) => (await channel.assertQueue(`conformance.${name}.${++queues}`, { durable: true })).queue),
    knows: { keys: false, headers: true, topics: false },
    keeps: false,
    stop: () => server.stop(),
    start: () => server.start(),
  }
  return { counterpart, settings, open, setUp, tls_port: tls }
}
type Line = Awaited<ReturnType<typeof openLine>>
