import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, inserted } from '@weft/kit/messages/messages.ts'
import type { RowDataPacket } from 'mysql2'
import { logRefusal, openCapture } from './capture.server.ts'
import { lineError, openLine } from './line.server.ts'
import { mariadb } from './mariadb.ts'
import { openSession } from './session.server.ts'

const texts = defineMessages({
  rights: {
    en: '{read, plural, one {# table} other {# tables}} to read',
    de: '{read, plural, one {# Tabelle} other {# Tabellen}} zum Lesen',
  },
  captured: {
    en: '{rights}; changes can be read from the log',
    de: '{rights}; Änderungen lassen sich aus dem Protokoll lesen',
  },
  notLogged: {
    en: '{rights}; no changes from the log: {reason}',
    de: '{rights}; keine Änderungen aus dem Protokoll: {reason}',
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
      const refusal = await logRefusal(settings, reach, connection)
      const said = refusal
        ? inserted(texts.notLogged({ rights: '', reason: '' }), 'reason', refusal)
        : texts.captured({ rights: '' })
      passed('rights', inserted(said, 'rights', texts.rights({ read })))
    } catch (cause) {
      throw lineError(settings, cause)
    } finally {
      await connection.end().catch(ignore('a connection that is given up could not be closed'))
    }
  },
  open: async (settings, reach) => openSession(settings, await openLine(settings, reach)),
  capture: openCapture,
})
