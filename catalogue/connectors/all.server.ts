import type { ConnectorBody } from '@weft/kit/define/connector.ts'
import type { connectors } from './all.ts'
import { feedBody } from './feed/feed.server.ts'
import { graphqlBody } from './graphql/graphql.server.ts'
import { mariadbBody } from './mariadb/mariadb.server.ts'
import { odataBody } from './odata/odata.server.ts'
import { postgresBody } from './postgres/postgres.server.ts'
import { restBody } from './rest/rest.server.ts'
import { sftpBody } from './sftp/sftp.server.ts'
import { soapBody } from './soap/soap.server.ts'
import { trytonBody } from './tryton/tryton.server.ts'
import { weftBody } from './weft/weft.server.ts'

type Connectors = (typeof connectors)[number]['key']

/** What each connector does, by its key. Leaving one out is a compile error. */
export const connectorBodies: Record<Connectors, ConnectorBody<never>> = {
  feed: feedBody,
  graphql: graphqlBody,
  mariadb: mariadbBody,
  odata: odataBody,
  postgres: postgresBody,
  rest: restBody,
  sftp: sftpBody,
  soap: soapBody,
  tryton: trytonBody,
  weft: weftBody,
}
