import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { lineError, openLine } from './line.server.ts'
import { sqlServer } from './sql-server.ts'

const texts = defineMessages({
  rights: {
    en: '{read, plural, one {# table} other {# tables}} to read',
    de: '{read, plural, one {# Tabelle} other {# Tabellen}} zum Lesen',
  },
})

const about = `
  select cast(serverproperty('ProductVersion') as nvarchar(60)) as [version],
    (select count(*) from sys.objects o where o.type in ('U', 'V') and o.is_ms_shipped = 0
      and has_perms_by_name(quotename(schema_name(o.schema_id)) + '.' + quotename(o.name), 'OBJECT', 'SELECT') = 1) as [read]`

export const sqlServerBody = defineConnectorBody(sqlServer, {
  async check(settings, reach, passed) {
    const line = await openLine(settings, reach, passed)
    const { rowsOf } = await import('./rows.server.ts')
    try {
      const question = { text: about, values: [] }
      for await (const [row] of rowsOf(line, question, 1, ([cells]) => [{ cells: cells!.map(({ value }) => value) }])) {
        const [version, read] = row!['cells'] as unknown[]
        passed('version', `SQL Server ${String(version)}`)
        passed('rights', texts.rights({ read: Number(read) }))
      }
    } catch (cause) {
      throw lineError(settings, cause)
    } finally {
      line.close()
    }
  },
  async open(settings, reach) {
    const { openSession } = await import('./session.server.ts')
    return openSession(settings, await openLine(settings, reach))
  },
})
