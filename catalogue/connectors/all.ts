import { azureBlob } from './azure-blob/azure-blob.ts'
import { ftp } from './ftp/ftp.ts'
import { mariadb } from './mariadb/mariadb.ts'
import { mqtt } from './mqtt/mqtt.ts'
import { postgres } from './postgres/postgres.ts'
import { rest } from './rest/rest.ts'
import { s3 } from './s3/s3.ts'
import { sftp } from './sftp/sftp.ts'
import { webdav } from './webdav/webdav.ts'

/** Every kind of system that can be connected, alphabetically. */
export const connectors = [azureBlob, ftp, mariadb, mqtt, postgres, rest, s3, sftp, webdav] as const
