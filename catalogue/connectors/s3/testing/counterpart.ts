import type { FileCounterpart } from '@weft/kit/testing/file-counterpart.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { versitygw, versitygwVersion } from '@weft/kit/testing/versitygw.ts'
import { s3Body } from '../s3.server.ts'
import { s3 } from '../s3.ts'

/** What a connection to it is configured with. */
export const settingsFor = ({ port }: { port: number }, more: object = {}) =>
  s3.settings.parse({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'shop',
    access_key: 'shop-key',
    secret_key: 'shop-secret/+=',
    folder: '/in/here',
    ...more,
  })

export async function s3Counterpart(): Promise<FileCounterpart | string> {
  const server = await versitygw()
  if (typeof server === 'string') return server
  return {
    product: `Versity S3 Gateway ${versitygwVersion.slice(1)}`,
    open: () => s3Body.files!(settingsFor(server), httpReach),
    kill: () => server.stop('SIGKILL'),
    start: () => server.start(),
    emptyFolders: false,
  }
}
