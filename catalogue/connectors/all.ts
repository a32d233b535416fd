import { amqp } from './amqp/amqp.ts'
import { azureBlob } from './azure-blob/azure-blob.ts'
import { feed } from './feed/feed.ts'
import { firebird } from './firebird/firebird.ts'
import { ftp } from './ftp/ftp.ts'
import { graphql } from './graphql/graphql.ts'
import { httpProxy } from './http-proxy/http-proxy.ts'
import { imap } from './imap/imap.ts'
import { kafka } from './kafka/kafka.ts'
import { ldap } from './ldap/ldap.ts'
import { mariadb } from './mariadb/mariadb.ts'
import { mongodb } from './mongodb/mongodb.ts'
import { mqtt } from './mqtt/mqtt.ts'
import { nats } from './nats/nats.ts'
import { odata } from './odata/odata.ts'
import { oracle } from './oracle/oracle.ts'
import { pop3 } from './pop3/pop3.ts'
import { postgres } from './postgres/postgres.ts'
import { redis } from './redis/redis.ts'
import { rest } from './rest/rest.ts'
import { s3 } from './s3/s3.ts'
import { sftp } from './sftp/sftp.ts'
import { smb } from './smb/smb.ts'
import { smtp } from './smtp/smtp.ts'
import { soap } from './soap/soap.ts'
import { sqlServer } from './sql-server/sql-server.ts'
import { sqlite } from './sqlite/sqlite.ts'
import { sshTunnel } from './ssh-tunnel/ssh-tunnel.ts'
import { tryton } from './tryton/tryton.ts'
import { webdav } from './webdav/webdav.ts'
import { weft } from './weft/weft.ts'

/** Every kind of system that can be connected, alphabetically. */
export const connectors = [
  amqp,
  azureBlob,
  feed,
  firebird,
  ftp,
  graphql,
  httpProxy,
  imap,
  kafka,
  ldap,
  mariadb,
  mongodb,
  mqtt,
  nats,
  odata,
  oracle,
  pop3,
  postgres,
  redis,
  rest,
  s3,
  sftp,
  smb,
  smtp,
  soap,
  sqlServer,
  sqlite,
  sshTunnel,
  tryton,
  webdav,
  weft,
] as const
