import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { closeLine, lineError, openLine } from './line.server.ts'
import { oracle } from './oracle.ts'

const texts = defineMessages({
  rights: {
    en: '{read, plural, one {# table} other {# tables}} to read',
    de: '{read, plural, one {# Tabelle} other {# Tabellen}} zum Lesen',
  },
})

const rights = `select count(*) from all_objects where object_type in ('TABLE', 'VIEW') and oracle_maintained = 'N'`

export const oracleBody = defineConnectorBody(oracle, {
  async check(settings, reach, passed) {
    const line = await openLine(settings, reach, passed)
    try {
      passed('version', `Oracle ${line.oracleServerVersionString}`)
      const { rows } = await line.execute<[number]>(rights)
      passed('rights', texts.rights({ read: Number(rows?.[0]?.[0]) }))
    } catch (cause) {
      throw lineError(settings, cause)
    } finally {
      await closeLine(line)
    }
  },
  async open(settings, reach) {
    const { openSession } = await import('./session.server.ts')
    return openSession(settings, await openLine(settings, reach))
  },
})
