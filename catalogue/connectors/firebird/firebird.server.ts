import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { firebird } from './firebird.ts'
import { closeLine, lineError, openLine } from './line.server.ts'
import { openSession } from './session.server.ts'

const texts = defineMessages({
  rights: {
    en: '{read, plural, one {# table} other {# tables}} to read',
    de: '{read, plural, one {# Tabelle} other {# Tabellen}} zum Lesen',
  },
})

/** What the login may read itself; the owner of a table and the administrator are given all rights when it is made. */
const rights = `
  select cast(count(distinct r.rdb$relation_name) as integer) as "read" from rdb$relations r
  where coalesce(r.rdb$system_flag, 0) = 0 and (current_user = 'SYSDBA' or exists (select 1 from rdb$user_privileges p
    where p.rdb$relation_name = r.rdb$relation_name and p.rdb$privilege = 'S' and p.rdb$user in (current_user, current_role, 'PUBLIC')))`

export const firebirdBody = defineConnectorBody(firebird, {
  async check(settings, reach, passed) {
    const line = await openLine(settings, reach, passed)
    const first = async (text: string) => (await line.queryAsync<Record<string, unknown>>(text))[0]!
    try {
      const { said } = await first(`select rdb$get_context('SYSTEM', 'ENGINE_VERSION') as "said" from rdb$database`)
      passed('version', `Firebird ${String(said)}`)
      passed('rights', texts.rights({ read: Number((await first(rights))['read']) }))
    } catch (cause) {
      throw lineError(settings, cause)
    } finally {
      await closeLine(line)
    }
  },
  open: async (settings, reach) => openSession(settings, await openLine(settings, reach)),
})
