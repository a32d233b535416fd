import { firebird } from './firebird/firebird.ts'
import { mariadb } from './mariadb/mariadb.ts'
import { mongodb } from './mongodb/mongodb.ts'
import { postgres } from './postgres/postgres.ts'
import { rest } from './rest/rest.ts'
import { sftp } from './sftp/sftp.ts'

/** Every kind of system that can be connected, alphabetically. */
export const connectors = [firebird, mariadb, mongodb, postgres, rest, sftp] as const
