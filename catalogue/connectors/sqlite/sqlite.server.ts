import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { openApart } from './apart.server.ts'
import { databaseFile, mostBytes } from './copy.server.ts'
import { sqlite } from './sqlite.ts'

const texts = defineMessages({
  size: { en: '{kilobytes, number} KB', de: '{kilobytes, number} KB' },
})

export const sqliteBody = defineConnectorBody(sqlite, {
  async check({ path }, reach, passed) {
    const { bytes } = await databaseFile(reach, path)
    passed('connection', texts.size({ kilobytes: Math.ceil(bytes / 1_000) }))
    passed('version', 'SQLite 3')
  },
  async open({ path }, reach) {
    const copy = await (await databaseFile(reach, path)).copy(mostBytes)
    try {
      // Where this is such a process already, it is ended at its limits by whoever gave the task.
      const session = reach.apart
        ? await openApart(reach.apart, copy, path)
        : (await import('./session.server.ts')).openSession(copy.place, path)
      return { ...session, close: () => session.close().finally(copy.release) }
    } catch (error) {
      await copy.release()
      throw error
    }
  },
})
