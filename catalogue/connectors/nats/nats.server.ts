import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { ignore, ignoring } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { openLine } from './line.server.ts'
import { nats } from './nats.ts'

const texts = defineMessages({
  streams: {
    en: '{count, plural, one {# stream} other {# streams}} to read',
    de: '{count, plural, one {# Stream} other {# Streams}} zum Lesen',
  },
})

export const natsBody = defineConnectorBody(nats, {
  async check(settings, reach, passed) {
    const line = await openLine(settings, reach, passed)
    const { streamsOf } = await import('./session.server.ts')
    // A server without streams, or a user who may not see them, still takes messages.
    const streams = await streamsOf(line).catch(ignoring('a server without streams still takes messages', []))
    passed('rights', texts.streams({ count: streams.length }))
    await line.close().catch(ignore('a connection was gone before it was left'))
  },
  messages: async (settings, reach) => (await import('./session.server.ts')).openSession(settings, reach),
})
