import { defineConnectorBody } from '@weft/kit/define/connector.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import pg from 'pg'
import { postgres } from './postgres.ts'

const texts = defineMessages({
  failed: {
    en: 'The database {database} on {host} cannot be opened: {reason}',
    de: 'Die Datenbank {database} auf {host} lässt sich nicht öffnen: {reason}',
  },
})

export const postgresBody = defineConnectorBody(postgres, {
  async test({ host, port, database, user, password, encryption }, reach) {
    const ssl = encryption === 'none' ? false : { servername: host, rejectUnauthorized: encryption === 'verified' }
    const client = new pg.Client({
      host: await reach.resolve(host, port),
      port,
      database,
      user,
      password,
      ssl,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    })
    client.on('error', ignore('a connection is gone, which the query under way is told'))
    try {
      await client.connect()
      const { rows } = await client.query<{ version: string }>('select version()')
      return { answered: rows[0]!.version.split(' on ')[0]! }
    } catch (cause) {
      throw new Unavailable('CONNECTION_FAILED', texts.failed({ host, database, reason: messageOf(cause) }), {
        cause,
      })
    } finally {
      await client.end().catch(ignore('a connection that is given up could not be closed'))
    }
  },
})
