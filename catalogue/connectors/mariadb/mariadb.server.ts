import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { RowDataPacket } from 'mysql2'
import { openCapture } from './capture.server.ts'
import { lineError, openLine } from './line.server.ts'
import { mariadb } from './mariadb.ts'
import { openSession } from './session.server.ts'

const texts = defineMessages({
  rights: {
    en: '{read, plural, one {# table} other {# tables}} to read',
    de: '{read, plural, one {# Tabelle} other {# Tabellen}} zum Lesen',
  },
})

export const mariadbBody = defineConnectorBody(mariadb, {
  async check(settings, reach, passed) {
    const connection = await openLine(settings, reach, passed)
    const first = async (text: string) => String((await connection.query<RowDataPacket[]>(text))[0][0]!['said'])
    try {
      passed('version', await first(`select concat(@@version_comment, ' ', version()) as "said"`))
      const read = Number(
        await first(`select count(*) as "said" from information_schema.tables where table_schema = database()`),
      )
      passed('rights', texts.rights({ read }))
    } catch (cause) {
      throw lineError(settings, cause)
    } finally {
      await connection.end().catch(ignore('a connection that is given up could not be closed'))
    }
  },
  open: async (settings, reach) => openSession(settings, await openLine(settings, reach)),
  capture: openCapture,
})
