import { realServer } from '@weft/kit/testing/real-server.ts'
import { redis } from '../redis.ts'

const password = 'Sturm-und-Drang'

/** A Redis of a test file's own that keeps nothing, or why there is none. */
export const redisServer = () =>
  realServer({
    name: 'redis',
    packages: ['redis-server', 'redis-tools'],
    command: ({ port }) => [
      'redis-server',
      '--port',
      String(port),
      '--dir',
      '/srv',
      '--save',
      '',
      '--requirepass',
      password,
    ],
  })

export const settingsOf = (port: number) =>
  redis.settings.parse({ host: '127.0.0.1', port, password, database: 3, encryption: 'none' })
