import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { amqp } from './amqp.ts'
import { closeLine, openLine } from './line.server.ts'
import { openSession } from './session.server.ts'

export const amqpBody = defineConnectorBody(amqp, {
  async check(settings, reach, passed) {
    const line = await openLine(settings, reach, passed)
    const { product, version } = line.connection.serverProperties as Record<string, unknown>
    passed('version', [product, version].filter((one) => typeof one === 'string').join(' '))
    await closeLine(line)
  },
  messages: openSession,
})
