import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { realServer } from '@weft/kit/testing/real-server.ts'

/** Tryton with its sales module and a database of SQLite, from Debian's packages. */
export const trytonServer = () =>
  realServer({
    name: 'tryton',
    packages: ['tryton-server', 'tryton-modules-sale', 'python3', 'python3-minimal', 'ca-certificates'],
    environment: { TRYTONPASSFILE: '/srv/password', PYTHONDONTWRITEBYTECODE: '1' },
    async prepare(server) {
      mkdirSync(path.join(server.folder, 'db'))
      writeFileSync(path.join(server.folder, 'db/shop.sqlite'), '')
      writeFileSync(path.join(server.folder, 'password'), 'Right-Word-1')
      writeFileSync(
        path.join(server.folder, 'trytond.conf'),
        `[database]\nuri = sqlite://\npath = /srv/db\n[web]\nlisten = 127.0.0.1:${server.port}\n[session]\nauthentications = password\n`,
      )
      const admin = ['/usr/bin/trytond-admin', '-c', '/srv/trytond.conf', '-d', 'shop', '--email', 'admin@shop.example']
      await server.run('/usr/bin/python3', ...admin, '-u', 'sale', '--activate-dependencies')
    },
    command: () => ['/usr/bin/python3', '/usr/bin/trytond', '-c', '/srv/trytond.conf', '-d', 'shop'],
  })
