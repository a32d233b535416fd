import type { MessageCounterpart } from '@weft/kit/testing/message-counterpart.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { openClients } from '../clients.server.ts'
import { kafkaBody } from '../kafka.server.ts'
import { kafka } from '../kafka.ts'
import { kafka_version, kafkaBroker } from './kafka.ts'

const users = { weft: 'Geheim-1', guest: 'guest' }

/** A Kafka of a test file's own that calls itself `name`, or why there is none. */
export async function kafkaCounterpart(name = 'kafka-1.inside.example') {
  const broker = await kafkaBroker(name, users)
  if (typeof broker === 'string') return broker
  const settings = kafka.settings.parse({
    brokers: `localhost:${broker.ports.plain}`,
    user: 'weft',
    password: users.weft,
    encryption: 'none',
  })
  const open = (over: Partial<typeof settings> = {}) => kafkaBody.messages!({ ...settings, ...over }, localReach)
  const clients = await openClients(settings, localReach)
  const topic = async (name: string, partitions = 1) => {
    await clients.admin.createTopics({ topics: [name], partitions, replicas: 1 })
    return name
  }
  const counterpart: MessageCounterpart = {
    product: `Apache Kafka ${kafka_version}`,
    open: () => open(),
    denied: () => open({ password: 'wrong' }),
    topic: (name) => topic(`conformance.${name}`),
    knows: { keys: true, headers: true, topics: true },
    keeps: true,
    stop: () => broker.stop(),
    start: () => broker.start(),
  }
  return { counterpart, settings, open, topic, clients, tls_port: broker.ports.tls, guest: users.guest }
}
