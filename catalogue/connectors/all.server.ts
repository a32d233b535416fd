import type { ConnectorBody } from '@weft/kit/define/connector.ts'
import type { connectors } from './all.ts'
import { azureBlobBody } from './azure-blob/azure-blob.server.ts'
import { ftpBody } from './ftp/ftp.server.ts'
import { mariadbBody } from './mariadb/mariadb.server.ts'
import { mqttBody } from './mqtt/mqtt.server.ts'
import { postgresBody } from './postgres/postgres.server.ts'
import { restBody } from './rest/rest.server.ts'
import { s3Body } from './s3/s3.server.ts'
import { sftpBody } from './sftp/sftp.server.ts'
import { webdavBody } from './webdav/webdav.server.ts'

type Connectors = (typeof connectors)[number]['key']

/** What each connector does, by its key. Leaving one out is a compile error. */
export const connectorBodies: Record<Connectors, ConnectorBody<never>> = {
  azure_blob: azureBlobBody,
  ftp: ftpBody,
  mariadb: mariadbBody,
  mqtt: mqttBody,
  postgres: postgresBody,
  rest: restBody,
  s3: s3Body,
  sftp: sftpBody,
  webdav: webdavBody,
}
