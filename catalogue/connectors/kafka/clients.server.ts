import {
  Admin,
  Consumer,
  kGetBootstrapConnection,
  kGetConnection,
  Producer,
  stringSerializer,
  type Broker,
  type ClusterMetadata,
  type Connection,
} from '@platformatic/kafka'
import type { Reach } from '@weft/kit/define/connector.ts'
import { Brokers, type Passed } from './brokers.server.ts'
import { kafkaError } from './errors.ts'
import type { Settings } from './kafka.ts'

export type Clients = Awaited<ReturnType<typeof openClients>>
type Found = (error: Error | null, connection?: Connection) => void

/** Signs in to the first broker that answers. */
export async function openClients(settings: Settings, reach: Reach, passed?: Passed) {
  const brokers = new Brokers(settings, reach, passed)
  // Whoever waits for new messages holds up all else on its connection.
  const waiting = new Brokers(settings, reach)
  const first = settings.brokers.split(',').map((one) => {
    const [host, port] = one.trim().split(':')
    return { host: host!, port: Number(port) }
  })
  const options = {
    clientId: 'weft',
    bootstrapBrokers: first,
    retries: 2,
    retryDelay: 250,
    timeout: 30_000,
    connectTimeout: 10_000,
    autocreateTopics: false,
  }
  const consumer = through(new Consumer({ ...options, groupId: 'weft', isolationLevel: 1 }), brokers, first)
  const producer = through(
    new Producer<string, Buffer, string, string>({
      ...options,
      acks: -1,
      serializers: {
        key: stringSerializer,
        value: (value) => value,
        headerKey: stringSerializer,
        headerValue: stringSerializer,
      },
    }),
    brokers,
    first,
  )
  const admin = through(new Admin(options), brokers, first)
  const close = async () => {
    await Promise.allSettled([consumer.close(true), producer.close(true), admin.close()])
    await Promise.all([brokers.close(), waiting.close()])
  }
  try {
    await brokers.getFirstAvailable(first)
  } catch (error) {
    await close()
    throw kafkaError(settings.brokers, error)
  }
  return { consumer, producer, admin, waiting, close }
}

/** What brokers may take to answer, tries included. */
const patience_ms = 40_000

/** An answer, or an error where none comes: some that make no sense the library waits behind without an end. */
export async function answered<T>(asked: Promise<T>): Promise<T> {
  let bell: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    bell = setTimeout(() => fail(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })), patience_ms)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(bell))
}

type Client = { currentMetadata: ClusterMetadata | undefined }

/** A client whose every connection is one of these. */
function through<C extends Client>(client: C, brokers: Brokers, first: Broker[]): C {
  return Object.assign(client, {
    [kGetConnection]: (broker: Broker, found: Found) => brokers.get(broker, found),
    [kGetBootstrapConnection]: (found: Found) =>
      brokers.getFirstAvailable([...first, ...(client.currentMetadata?.brokers.values() ?? [])], found),
  })
}
