import type { ConnectorBody } from '@weft/kit/define/connector.ts'
import type { connectors } from './all.ts'
import { firebirdBody } from './firebird/firebird.server.ts'
import { mariadbBody } from './mariadb/mariadb.server.ts'
import { mongodbBody } from './mongodb/mongodb.server.ts'
import { oracleBody } from './oracle/oracle.server.ts'
import { postgresBody } from './postgres/postgres.server.ts'
import { redisBody } from './redis/redis.server.ts'
import { restBody } from './rest/rest.server.ts'
import { sftpBody } from './sftp/sftp.server.ts'
import { sqlServerBody } from './sql-server/sql-server.server.ts'

type Connectors = (typeof connectors)[number]['key']

/** What each connector does, by its key. Leaving one out is a compile error. */
export const connectorBodies: Record<Connectors, ConnectorBody<never>> = {
  firebird: firebirdBody,
  mariadb: mariadbBody,
  mongodb: mongodbBody,
  oracle: oracleBody,
  postgres: postgresBody,
  redis: redisBody,
  rest: restBody,
  sftp: sftpBody,
  sql_server: sqlServerBody,
}
