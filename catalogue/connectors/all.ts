import { firebird } from './firebird/firebird.ts'
import { mariadb } from './mariadb/mariadb.ts'
import { mongodb } from './mongodb/mongodb.ts'
import { oracle } from './oracle/oracle.ts'
import { postgres } from './postgres/postgres.ts'
import { redis } from './redis/redis.ts'
import { rest } from './rest/rest.ts'
import { sftp } from './sftp/sftp.ts'
import { sqlServer } from './sql-server/sql-server.ts'

/** Every kind of system that can be connected, alphabetically. */
export const connectors = [firebird, mariadb, mongodb, oracle, postgres, redis, rest, sftp, sqlServer] as const
