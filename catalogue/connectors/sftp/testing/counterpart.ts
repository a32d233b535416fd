import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { newSshKey } from '@weft/kit/network/ssh-key.server.ts'
import type { FileCounterpart } from '@weft/kit/testing/file-counterpart.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { realServer, type RealServer } from '@weft/kit/testing/real-server.ts'
import { sftpBody } from '../sftp.server.ts'
import { sftp } from '../sftp.ts'

const passphrase = 'a "phrase" of words'
const keys = newSshKey(passphrase)

/** An OpenSSH server that lets in by key, beside what a session needs; or why there is none. */
export async function openSsh(start = realServer): Promise<RealServer | string> {
  const hostKey = newSshKey()
  return start({
    name: 'openssh',
    packages: ['openssh-server'],
    accounts: ['sshd'],
    prepare({ folder }) {
      const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text, { mode: 0o600 })
      write('host_key', hostKey.private)
      write('authorized_keys', `${keys.public}\n`)
      chmodSync(path.join(folder, 'authorized_keys'), 0o644)
      mkdirSync(path.join(folder, 'in'))
      chmodSync(folder, 0o755)
    },
    command: ({ port }) => [
      'sh',
      '-c',
      `mkdir -p /run/sshd && exec /usr/sbin/sshd -D -e -f /dev/null -p ${port} ${Object.entries({
        HostKey: '/srv/host_key',
        AuthorizedKeysFile: '/srv/authorized_keys',
        PasswordAuthentication: 'no',
        StrictModes: 'no',
        PidFile: 'none',
        UsePAM: 'no',
        Subsystem: 'sftp internal-sftp',
        MaxStartups: '100',
      })
        .map(([name, value]) => `-o '${name} ${value}'`)
        .join(' ')}`,
    ],
  })
}

/** What a connection to it is configured with. */
export const settingsFor = ({ port }: { port: number }, more: object = {}) =>
  sftp.settings.parse({
    host: 'files.example',
    port,
    user: 'root',
    private_key: keys.private,
    passphrase,
    folder: '/srv/in',
    ...more,
  })

export async function sftpCounterpart(): Promise<FileCounterpart | string> {
  const server = await openSsh()
  if (typeof server === 'string') return server
  const version = /OpenSSH_([\w.]+)/.exec(await server.run('sh', '-c', 'ssh -V 2>&1 || /usr/sbin/sshd -V 2>&1 || true'))
  return {
    product: `OpenSSH ${version?.[1] ?? ''}`.trim(),
    open: () => sftpBody.files!(settingsFor(server), localReach),
    kill: () => server.stop('SIGKILL'),
    start: () => server.start(),
    folder: path.join(server.folder, 'in'),
    emptyFolders: true,
  }
}
