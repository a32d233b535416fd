import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { amqp } from './amqp.ts'
import { openLine } from './line.server.ts'
import { openSession } from './session.server.ts'

export const amqpBody = defineConnectorBody(amqp, {
  async check(settings, reach, passed) {
    const line = await openLine(settings, reach, passed)
    const { product, version } = line.connection.serverProperties as Record<string, unknown>
    passed('version', [product, version].filter((one) => typeof one === 'string').join(' '))
    await line.close().catch(ignore('a connection was gone before it was left'))
  },
  messages: openSession,
})
