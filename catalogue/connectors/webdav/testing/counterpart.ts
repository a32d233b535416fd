import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FileCounterpart } from '@weft/kit/testing/file-counterpart.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { realServer, type RealServer } from '@weft/kit/testing/real-server.ts'
import { webdavBody } from '../webdav.server.ts'
import { webdav } from '../webdav.ts'

/** A lighttpd with WebDAV behind a password, or why there is none. */
export const lighttpd = (): Promise<RealServer | string> =>
  realServer({
    name: 'lighttpd-webdav',
    packages: ['lighttpd', 'lighttpd-mod-webdav', 'lighttpd-modules-dbi', 'lighttpd-mod-openssl'],
    accounts: ['www-data'],
    prepare({ folder, port }) {
      writeFileSync(path.join(folder, 'users'), 'shop:secret\n')
      mkdirSync(path.join(folder, 'files/my files'), { recursive: true })
      mkdirSync(path.join(folder, 'uploads'))
      for (const one of ['', 'files', 'files/my files']) chmodSync(path.join(folder, one), 0o777)
      writeFileSync(
        path.join(folder, 'lighttpd.conf'),
        `server.modules = ("mod_auth", "mod_authn_file", "mod_webdav")
server.document-root = "/srv/files"
server.bind = "127.0.0.1"
server.port = ${port}
server.upload-dirs = ("/srv/uploads")
server.max-request-size = 0
server.errorlog = "/srv/errors"
auth.backend = "plain"
auth.backend.plain.userfile = "/srv/users"
auth.require = ("/" => ("method" => "basic", "realm" => "files", "require" => "valid-user"))
webdav.activate = "enable"
webdav.is-readonly = "disable"
`,
      )
    },
    command: () => ['/usr/sbin/lighttpd', '-D', '-f', '/srv/lighttpd.conf'],
  })

/** What a connection to it is configured with. */
export const settingsFor = ({ port }: { port: number }, more: object = {}) =>
  webdav.settings.parse({
    url: `http://127.0.0.1:${port}/`,
    user: 'shop',
    secret: 'secret',
    folder: '/my files',
    ...more,
  })

export async function webdavCounterpart(): Promise<FileCounterpart | string> {
  const server = await lighttpd()
  if (typeof server === 'string') return server
  const version = /lighttpd\/([\d.]+)/.exec(await server.run('/usr/sbin/lighttpd', '-v'))
  return {
    product: `lighttpd ${version?.[1] ?? ''} mod_webdav`,
    open: () => webdavBody.files!(settingsFor(server), httpReach),
    kill: () => server.stop('SIGKILL'),
    start: () => server.start(),
    folder: path.join(server.folder, 'files/my files'),
    emptyFolders: true,
  }
}
