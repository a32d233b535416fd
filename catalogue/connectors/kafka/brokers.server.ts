import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { Connection, ConnectionPool, type Broker, type ConnectionOptions } from '@platformatic/kafka'
import type { Reach } from '@weft/kit/define/connector.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { encryptionOf } from '@weft/kit/network/encryption.ts'
import { tlsOptions } from '@weft/kit/network/tls-options.server.ts'
import { closedByUnreadableData } from '@weft/kit/network/unreadable-data.server.ts'
import { isDenied } from './errors.ts'
import type { Settings } from './kafka.ts'

type Callback = (error: Error | null, connection?: Connection) => void
export type Passed = (step: 'host' | 'connection' | 'sign_in', detail: string | Message) => void

/**
 * Connections to brokers, those of the settings and those that the cluster names: to each by way of `reach`, and known by the name it
 * was called.
 */
export class Brokers extends ConnectionPool {
  readonly #open = new Map<string, Promise<Connection>>()
  readonly #settings: Settings
  readonly #reach: Reach
  readonly #passed: Passed | undefined
  constructor(settings: Settings, reach: Reach, passed?: Passed) {
    super('weft')
    this.#settings = settings
    this.#reach = reach
    this.#passed = passed
  }

  override get(broker: Broker, callback?: Callback): Promise<Connection> {
    const found = this.#connectionTo(broker)
    if (callback)
      found.then(
        (connection) => callback(null, connection),
        (error: Error) => callback(error),
      )
    return found
  }

  override getFirstAvailable(brokers: Broker[], callback?: Callback): Promise<Connection> {
    const found = this.#firstOf(brokers)
    if (callback)
      found.then(
        (connection) => callback(null, connection),
        (error: Error) => callback(error),
      )
    return found
  }

  override async close(callback?: (error: Error | null) => void) {
    const open = await Promise.allSettled(this.#open.values())
    this.#open.clear()
    for (const one of open)
      if (one.status === 'fulfilled') await one.value.close().catch(ignore('a broker was gone before it was left'))
    callback?.(null)
  }

  async #firstOf(brokers: Broker[]) {
    const errors: unknown[] = []
    for (const broker of brokers) {
      try {
        return await this.#connectionTo(broker)
      } catch (error) {
        errors.push(error)
      }
    }
    throw errors.length === 1 ? errors[0] : new AggregateError(errors)
  }

  #connectionTo(broker: Broker): Promise<Connection> {
    const key = `${broker.host}:${broker.port}`
    const known = this.#open.get(key)
    if (known) return known
    const fresh = this.#connect(broker, () => this.#open.delete(key))
    this.#open.set(key, fresh)
    fresh.catch(() => this.#open.delete(key))
    return fresh
  }

  async #connect({ host, port }: Broker, gone: () => void): Promise<Connection> {
    const { encryption, ca } = this.#settings
    const isEncrypted = encryption !== 'none'
    const address = await this.#reach.resolve(host, port)
    this.#passed?.('host', `${address.host}:${address.port}`)
    const connection = new Connection('weft', {
      connectTimeout: 10_000,
      requestTimeout: 30_000,
      ...(isEncrypted && { tls: tlsOptions(host, { encryption, ca }) }),
      ...signInOf(this.#settings),
    })
    connection.once('close', gone)
    connection.on('error', gone)
    const encrypted = () => encryptionOf(isEncrypted ? (connection.socket as Socket as TLSSocket) : undefined)
    try {
      const connected = connection.connect(address.host, address.port)
      closedByUnreadableData(connection.socket)
      await connected
    } catch (error) {
      if (isDenied(error)) this.#passed?.('connection', encrypted())
      throw error
    }
    this.#passed?.('connection', encrypted())
    this.#passed?.('sign_in', this.#settings.user)
    return connection
  }
}

const mechanisms = {
  plain: 'PLAIN',
  scram_sha_256: 'SCRAM-SHA-256',
  scram_sha_512: 'SCRAM-SHA-512',
} as const

const signInOf = ({ auth, user, password }: Settings): ConnectionOptions =>
  auth === 'none' ? {} : { sasl: { mechanism: mechanisms[auth], username: user, password } }
