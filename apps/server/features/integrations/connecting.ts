import { settingsOf } from '@weft/engine/connectors/stored.server.ts'
import { inScope, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { connectorFor } from '../connections/connector-of.ts'
import { reachedBy, tokenFor } from '../connections/reached.ts'

const texts = defineMessages({
  none: { en: 'Please sign in to the system first.', de: 'Bitte melden Sie sich zuerst am System an.' },
  noTables: {
    en: 'A system of this kind holds no tables.',
    de: 'Ein System dieser Art enthält keine Tabellen.',
  },
})

/** What a task needs to connect to a system that holds tables, and where it may go. Throws what is in the way. */
export async function connectingTo(
  context: AppContext<'db' | 'ways' | 'files' | 'key'>,
  request: FastifyRequest,
  reply: FastifyReply,
  connection_id: string | null,
) {
  const { db, key, ways } = context
  const scope = request.scope as ProjectScope
  const { connection, connector } = await inScope(db, scope, async (trx) => {
    const connection = connection_id
      ? await trx.selectFrom('connections').selectAll().where('id', '=', connection_id).executeTakeFirst()
      : undefined
    if (!connection) throw invalidField('connection_id', texts.none())
    return { connection, connector: await connectorFor(trx, connection.connector) }
  })
  if (!connector?.provides.includes('tables')) throw new Conflict('NO_TABLES', texts.noTables())
  const settings = settingsOf(key, connector, connection)
  const out = ways.of(connection)
  const token = tokenFor({ db, key }, out, { connector, settings, stored: connection })
  return {
    connecting: { connector: connector.key, settings },
    given: reachedBy({ out, token, files: context.files(scope.tenant_id) }, request, reply),
  }
}
