import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { lineError, openLine } from './line.server.ts'
import { postgres } from './postgres.ts'
import { openSession } from './session.server.ts'

const texts = defineMessages({
  rights: {
    en: '{read, plural, one {# table} other {# tables}} to read, {write} to write',
    de: '{read, plural, one {# Tabelle} other {# Tabellen}} zum Lesen, {write} zum Schreiben',
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
      passed('rights', texts.rights({ read: Number(may!.read), write: Number(may!.write) }))
    } catch (cause) {
      throw lineError(settings, cause)
    } finally {
      await client.end().catch(ignore('a connection that is given up could not be closed'))
    }
  },
  open: async (settings, reach) => openSession(settings, await openLine(settings, reach)),
})
