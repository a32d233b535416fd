import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { kafka } from './kafka.ts'

const texts = defineMessages({
  topics: {
    en: '{count, plural, one {# topic} other {# topics}} to be seen',
    de: '{count, plural, one {# Topic} other {# Topics}} sichtbar',
  },
})

export const kafkaBody = defineConnectorBody(kafka, {
  async check(settings, reach, passed) {
    const { openClients } = await import('./clients.server.ts')
    const { kafkaError } = await import('./errors.ts')
    const clients = await openClients(settings, reach, passed)
    try {
      const { length } = await clients.admin.listTopics({ includeInternals: false })
      if (settings.registry !== 'none')
        await (await import('./schemas/registry.server.ts')).openRegistry(settings, reach).check()
      passed('rights', texts.topics({ count: length }))
    } catch (cause) {
      throw kafkaError(settings.brokers, cause)
    } finally {
      await clients.close()
    }
  },
  messages: async (settings, reach) => (await import('./session.server.ts')).openSession(settings, reach),
})
