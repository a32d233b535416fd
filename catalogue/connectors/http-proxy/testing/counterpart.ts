import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { realServer } from '@weft/kit/testing/real-server.ts'
import { httpProxy } from '../http-proxy.ts'

/** A proxy with a sign-in, or why there is none. */
export const tinyproxy = () =>
  realServer({
    name: 'tinyproxy',
    packages: ['tinyproxy-bin'],
    prepare({ folder, port }) {
      const lines = [`Port ${port}`, 'Listen 127.0.0.1', 'Allow 127.0.0.1', 'BasicAuth shop right', 'Timeout 60']
      writeFileSync(path.join(folder, 'tinyproxy.conf'), `${lines.join('\n')}\n`)
    },
    command: () => ['tinyproxy', '-d', '-c', '/srv/tinyproxy.conf'],
  })

export const settingsFor = ({ port }: { port: number }, more: object = {}) =>
  httpProxy.settings.parse({ host: 'localhost', port, encryption: 'none', user: 'shop', password: 'right', ...more })
