import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { lineError, openLine } from './line.server.ts'
import { redis } from './redis.ts'
import { openSession } from './session.server.ts'

export const redisBody = defineConnectorBody(redis, {
  async check(settings, reach, passed) {
    const line = await openLine(settings, reach, passed)
    try {
      const about = await line.info('server')
      passed('version', /^(?:redis|valkey)_version:(.+)$/m.exec(about)?.[1]?.trim())
    } catch (cause) {
      throw lineError(settings, cause)
    } finally {
      line.disconnect()
    }
  },
  messages: async (settings, reach) => openSession(settings, await openLine(settings, reach)),
})
