import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import type { FileCounterpart } from '@weft/kit/testing/file-counterpart.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { realServer, type RealServer } from '@weft/kit/testing/real-server.ts'
import { ftpBody } from '../ftp.server.ts'
import { ftp } from '../ftp.ts'

/** A vsftpd that insists on TLS, or has none; or why there is none. */
export async function vsftpd({ implicit = false, plain = false } = {}): Promise<RealServer | string> {
  const first = await freePort()
  return realServer({
    name: 'vsftpd',
    packages: ['vsftpd'],
    accounts: ['ftp'],
    prepare({ folder, port }) {
      writeFileSync(path.join(folder, 'tls.pem'), `${localCertificate.key}\n${localCertificate.cert}\n`)
      const settings = {
        listen: 'YES',
        listen_port: port,
        listen_address: '127.0.0.1',
        background: 'NO',
        anonymous_enable: 'YES',
        anon_root: '/srv/ftp',
        no_anon_password: 'YES',
        anon_upload_enable: 'YES',
        anon_mkdir_write_enable: 'YES',
        anon_other_write_enable: 'YES',
        anon_world_readable_only: 'NO',
        anon_umask: '022',
        allow_anon_ssl: 'YES',
        write_enable: 'YES',
        ssl_enable: plain ? 'NO' : 'YES',
        force_anon_data_ssl: 'YES',
        force_anon_logins_ssl: 'YES',
        require_ssl_reuse: 'YES',
        implicit_ssl: implicit ? 'YES' : 'NO',
        rsa_cert_file: '/srv/tls.pem',
        rsa_private_key_file: '/srv/tls.pem',
        pasv_min_port: first,
        pasv_max_port: Math.min(first + 60, 65_535),
        pasv_address: '192.0.2.1',
        seccomp_sandbox: 'NO',
        secure_chroot_dir: '/srv/empty',
        use_localtime: 'NO',
        max_per_ip: 0,
      }
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
      writeFileSync(path.join(folder, 'vsftpd.conf'), lines.join(''))
      mkdirSync(path.join(folder, 'empty'))
      mkdirSync(path.join(folder, 'ftp/in'), { recursive: true })
      chmodSync(folder, 0o755)
      // It lets nobody in whose own folder can be written to.
      chmodSync(path.join(folder, 'ftp'), 0o555)
      chmodSync(path.join(folder, 'ftp/in'), 0o777)
    },
    command: () => ['/usr/sbin/vsftpd', '/srv/vsftpd.conf'],
  })
}

/** What a connection to it is configured with. */
export const settingsFor = ({ port }: { port: number }, more: object = {}) =>
  ftp.settings.parse({
    host: 'localhost',
    port,
    user: 'anonymous',
    password: 'any',
    ca: localCertificate.cert,
    folder: '/in',
    ...more,
  })

export async function ftpCounterpart(): Promise<FileCounterpart | string> {
  const server = await vsftpd()
  if (typeof server === 'string') return server
  return {
    product: 'vsftpd 3.0.3, TLS',
    open: () => ftpBody.files!(settingsFor(server), localReach),
    kill: () => server.stop('SIGKILL'),
    start: () => server.start(),
    folder: path.join(server.folder, 'ftp/in'),
    emptyFolders: true,
  }
}
