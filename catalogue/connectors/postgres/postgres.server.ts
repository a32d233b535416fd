import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, inserted, type Message } from '@weft/kit/messages/messages.ts'
import { openCapture } from './capture.server.ts'
import { lineError, openLine } from './line.server.ts'
import { logRights, type LogRights } from './log-rights.ts'
import { postgres } from './postgres.ts'
import { openSession } from './session.server.ts'

const texts = defineMessages({
  rights: {
    en: '{read, plural, one {# table} other {# tables}} to read, {write} to write',
    de: '{read, plural, one {# Tabelle} other {# Tabellen}} zum Lesen, {write} zum Schreiben',
  },
  captured: {
    en: '{rights}; changes can be read from the log',
    de: '{rights}; Änderungen lassen sich aus dem Protokoll lesen',
  },
  notLogged: {
    en: '{rights}; no changes from the log, as wal_level is {level}',
    de: '{rights}; keine Änderungen aus dem Protokoll, da wal_level {level} ist',
  },
  mayNot: {
    en: '{rights}; no changes from the log, as the login lacks the attribute REPLICATION',
    de: '{rights}; keine Änderungen aus dem Protokoll, da dem Benutzer das Attribut REPLICATION fehlt',
  },
})

/** Tables and views of others than the system that the login may read and change. */
const rights = `
  select count(*) filter (where has_table_privilege(c.oid, 'select')) as read,
    count(*) filter (where has_table_privilege(c.oid, 'insert, update')) as write
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`

export const postgresBody = defineConnectorBody(postgres, {
  async check(settings, reach, passed) {
    const client = await openLine(settings, reach, passed)
    try {
      const { rows } = await client.query<{ version: string }>('select version()')
      passed('version', rows[0]!.version.split(' on ')[0]!)
      const [may] = (await client.query<{ read: string; write: string }>(rights)).rows
      const [log] = (await client.query<LogRights>(logRights)).rows
      const tables = texts.rights({ read: Number(may!.read), write: Number(may!.write) })
      passed('rights', inserted(ofLog(log!), 'rights', tables))
    } catch (cause) {
      throw lineError(settings, cause)
    } finally {
      await client.end().catch(ignore('a connection that is given up could not be closed'))
    }
  },
  open: async (settings, reach) => openSession(settings, await openLine(settings, reach)),
  capture: openCapture,
})

/** What may be read of the log is told behind what may be done with tables. */
function ofLog({ wal_level: level, may }: LogRights): Message {
  if (level !== 'logical') return texts.notLogged({ rights: '', level })
  return may === 't' ? texts.captured({ rights: '' }) : texts.mayNot({ rights: '' })
}
