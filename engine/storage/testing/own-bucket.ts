import { versitygw } from '@weft/kit/testing/versitygw.ts'
import { readEnvironment, type Environment } from '@weft/kit/env/environment.server.ts'
import type { RealServer } from '@weft/kit/testing/real-server.ts'
import { openFileStore } from '../../file-store/open-file-store.server.ts'

/** Settings with which an installation keeps its files in a bucket of a server. */
export const bucketSettings = ({ port }: Pick<RealServer, 'port'>, prefix: string) => ({
  WEFT_FILES: `s3://shop/${prefix}`,
  WEFT_FILES_ENDPOINT_URL: `http://127.0.0.1:${port}`,
  WEFT_FILES_REGION: 'eu-central-1',
  WEFT_FILES_ACCESS_KEY_ID: 'shop-key',
  WEFT_FILES_SECRET_ACCESS_KEY: 'shop-secret/+=',
})

/** A real server with a bucket, or why there is none; `open` is what a process opens that keeps its files there. */
export async function anOwnBucket() {
  const server = await versitygw()
  const at = typeof server === 'string' ? { port: 1, folder: '' } : server
  return {
    server,
    skip: typeof server === 'string' ? server : (false as const),
    open: (prefix = 'weft', more: Partial<Environment> = {}) =>
      openFileStore({ ...readEnvironment(bucketSettings(at, prefix)), ...more }),
  }
}
