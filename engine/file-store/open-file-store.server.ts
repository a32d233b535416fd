import type { Environment } from '@weft/kit/env/environment.server.ts'
import { StartRefused } from '@weft/kit/errors/start-refused.ts'
import { requestsTo } from '@weft/kit/files/s3/requests.server.ts'
import { s3Store } from '@weft/kit/files/s3/store.server.ts'
import { bucketFileStore } from './bucket-file-store.server.ts'
import { openBucketTransport } from './bucket-transport.server.ts'
import type { FileStore } from './file-store.ts'
import { folderFileStore } from './folder-file-store.server.ts'
import { ownBucket } from './own-bucket.server.ts'

export type FileStoreSettings = Pick<
  Environment,
  | 'WEFT_HOME'
  | 'WEFT_FILES'
  | 'WEFT_FILES_ENDPOINT_URL'
  | 'WEFT_FILES_REGION'
  | 'WEFT_FILES_ACCESS_KEY_ID'
  | 'WEFT_FILES_SECRET_ACCESS_KEY'
>

/** Where the settings say that files lie. Throws StartRefused where they do not say enough. */
export function openFileStore(settings: FileStoreSettings): FileStore {
  const {
    WEFT_FILES: address,
    WEFT_FILES_ENDPOINT_URL: endpoint = '',
    WEFT_FILES_REGION: region,
    WEFT_FILES_ACCESS_KEY_ID: access_key,
    WEFT_FILES_SECRET_ACCESS_KEY: secret_key,
  } = settings
  if (!address) return folderFileStore(settings.WEFT_HOME)
  if (!access_key || !secret_key)
    throw new StartRefused(
      `WEFT_FILES=${address} needs WEFT_FILES_ACCESS_KEY_ID and WEFT_FILES_SECRET_ACCESS_KEY: please give the keys of somebody who may read, write, list and delete there.`,
    )
  const { hostname: bucket, pathname } = new URL(address)
  const prefix = pathname.split('/').filter(Boolean).join('/')
  const transport = openBucketTransport()
  const place = { endpoint, region, bucket, addressing: 'automatic' as const, ca: '', session_token: '' }
  const store = ownBucket(s3Store(requestsTo({ ...place, access_key, secret_key }, transport)))
  return bucketFileStore(store, {
    address: `s3://${[bucket, prefix].filter(Boolean).join('/')}`,
    prefix: prefix === '' ? '' : `${prefix}/`,
    close: async () => transport.close(),
  })
}
