import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { cachedFolder } from '@weft/kit/testing/cached-folder.ts'
import type { FileCounterpart } from '@weft/kit/testing/file-counterpart.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { realServer, type RealServer } from '@weft/kit/testing/real-server.ts'
import { s3Body } from '../s3.server.ts'
import { s3 } from '../s3.ts'

const version = 'v1.8.0'

/** A Versity S3 Gateway over a folder, built by Go where Go is; or why there is none. */
export async function versitygw(start = realServer): Promise<RealServer | string> {
  const built = await cachedFolder(`versitygw-${version}`, async (folder) => {
    const environment = { ...process.env, GOBIN: folder, GOFLAGS: '-modcacherw' }
    await promisify(execFile)('go', ['install', `github.com/versity/versitygw/cmd/versitygw@${version}`], {
      env: environment,
      timeout: 900_000,
    })
  }).catch((error: unknown) => new Error(messageOf(error)))
  if (built instanceof Error) {
    console.warn(`SKIPPED, no versitygw: ${built.message}`)
    return `There is no versitygw here: ${built.message}`
  }
  return start({
    name: 'versitygw',
    packages: ['ca-certificates'],
    prepare({ folder }) {
      copyFileSync(path.join(built, 'versitygw'), path.join(folder, 'versitygw'))
      chmodSync(path.join(folder, 'versitygw'), 0o755)
      mkdirSync(path.join(folder, 'buckets/shop'), { recursive: true })
      mkdirSync(path.join(folder, 'iam'))
    },
    environment: { ROOT_ACCESS_KEY: 'shop-key', ROOT_SECRET_KEY: 'shop-secret/+=' },
    command: ({ port }) => [
      '/srv/versitygw',
      '--port',
      `127.0.0.1:${port}`,
      '--region',
      'eu-central-1',
      'posix',
      '--sidecar',
      '/srv/iam',
      '/srv/buckets',
    ],
  })
}

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
    product: `Versity S3 Gateway ${version.slice(1)}`,
    open: () => s3Body.files!(settingsFor(server), httpReach),
    kill: () => server.stop('SIGKILL'),
    start: () => server.start(),
    emptyFolders: false,
  }
}
