import { feed } from './feed/feed.ts'
import { graphql } from './graphql/graphql.ts'
import { mariadb } from './mariadb/mariadb.ts'
import { odata } from './odata/odata.ts'
import { postgres } from './postgres/postgres.ts'
import { rest } from './rest/rest.ts'
import { sftp } from './sftp/sftp.ts'
import { soap } from './soap/soap.ts'
import { tryton } from './tryton/tryton.ts'
import { weft } from './weft/weft.ts'

/** Every kind of system that can be connected, alphabetically. */
export const connectors = [feed, graphql, mariadb, odata, postgres, rest, sftp, soap, tryton, weft] as const
