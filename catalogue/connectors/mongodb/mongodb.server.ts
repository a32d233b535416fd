import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { mongodb } from './mongodb.ts'

const texts = defineMessages({
  rights: {
    en: '{read, plural, one {# collection} other {# collections}} to read',
    de: '{read, plural, one {# Sammlung} other {# Sammlungen}} zum Lesen',
  },
})

/** The driver is a large one, and loaded when it is needed. */
const parts = async () => ({ ...(await import('./line.server.ts')), ...(await import('./session.server.ts')) })

export const mongodbBody = defineConnectorBody(mongodb, {
  async check(settings, reach, passed) {
    const { openLine, closeLine, lineError } = await parts()
    const client = await openLine(settings, reach, passed)
    const db = client.db(settings.database)
    try {
      const { version } = await db.admin().command({ buildInfo: 1 })
      passed('version', String(version))
      const own = await db.listCollections({}, { nameOnly: true }).toArray()
      passed('rights', texts.rights({ read: own.filter(({ name }) => !name.startsWith('system.')).length }))
    } catch (cause) {
      throw lineError(settings, cause)
    } finally {
      await closeLine(client)
    }
  },
  async open(settings, reach) {
    const { openLine, openSession } = await parts()
    return openSession(settings, await openLine(settings, reach))
  },
})
