import type { ConnectorBody } from '@weft/kit/define/connector.ts'
import type { connectors } from './all.ts'
import { amqpBody } from './amqp/amqp.server.ts'
import { azureBlobBody } from './azure-blob/azure-blob.server.ts'
import { feedBody } from './feed/feed.server.ts'
import { firebirdBody } from './firebird/firebird.server.ts'
import { ftpBody } from './ftp/ftp.server.ts'
import { graphqlBody } from './graphql/graphql.server.ts'
import { httpProxyBody } from './http-proxy/http-proxy.server.ts'
import { imapBody } from './imap/imap.server.ts'
import { kafkaBody } from './kafka/kafka.server.ts'
import { ldapBody } from './ldap/ldap.server.ts'
import { mariadbBody } from './mariadb/mariadb.server.ts'
import { mongodbBody } from './mongodb/mongodb.server.ts'
import { mqttBody } from './mqtt/mqtt.server.ts'
import { natsBody } from './nats/nats.server.ts'
import { odataBody } from './odata/odata.server.ts'
import { oracleBody } from './oracle/oracle.server.ts'
import { pop3Body } from './pop3/pop3.server.ts'
import { postgresBody } from './postgres/postgres.server.ts'
import { redisBody } from './redis/redis.server.ts'
import { restBody } from './rest/rest.server.ts'
import { s3Body } from './s3/s3.server.ts'
import { sftpBody } from './sftp/sftp.server.ts'
import { smbBody } from './smb/smb.server.ts'
import { smtpBody } from './smtp/smtp.server.ts'
import { soapBody } from './soap/soap.server.ts'
import { sqlServerBody } from './sql-server/sql-server.server.ts'
import { sqliteBody } from './sqlite/sqlite.server.ts'
import { sshTunnelBody } from './ssh-tunnel/ssh-tunnel.server.ts'
import { trytonBody } from './tryton/tryton.server.ts'
import { webdavBody } from './webdav/webdav.server.ts'
import { weftBody } from './weft/weft.server.ts'

type Connectors = (typeof connectors)[number]['key']

/** What each connector does, by its key. Leaving one out is a compile error. */
export const connectorBodies: Record<Connectors, ConnectorBody<never>> = {
  amqp: amqpBody,
  azure_blob: azureBlobBody,
  feed: feedBody,
  firebird: firebirdBody,
  ftp: ftpBody,
  graphql: graphqlBody,
  http_proxy: httpProxyBody,
  imap: imapBody,
  kafka: kafkaBody,
  ldap: ldapBody,
  mariadb: mariadbBody,
  mongodb: mongodbBody,
  mqtt: mqttBody,
  nats: natsBody,
  odata: odataBody,
  oracle: oracleBody,
  pop3: pop3Body,
  postgres: postgresBody,
  redis: redisBody,
  rest: restBody,
  s3: s3Body,
  sftp: sftpBody,
  smb: smbBody,
  smtp: smtpBody,
  soap: soapBody,
  sql_server: sqlServerBody,
  sqlite: sqliteBody,
  ssh_tunnel: sshTunnelBody,
  tryton: trytonBody,
  webdav: webdavBody,
  weft: weftBody,
}
