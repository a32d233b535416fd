import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { messageOf } from '../errors/caught.ts'
import { cachedFolder } from './cached-folder.ts'
import { realServer, type RealServer } from './real-server.ts'

export const versitygwVersion = 'v1.8.0'

/** A Versity S3 Gateway over a folder, built by Go where Go is; or why there is none. */
export async function versitygw(start = realServer): Promise<RealServer | string> {
  const built = await cachedFolder(`versitygw-${versitygwVersion}`, async (folder) => {
    const environment = { ...process.env, GOBIN: folder, GOFLAGS: '-modcacherw' }
    await promisify(execFile)('go', ['install', `github.com/versity/versitygw/cmd/versitygw@${versitygwVersion}`], {
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
