import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FileCounterpart } from '@weft/kit/testing/file-counterpart.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { realServer, type RealServer } from '@weft/kit/testing/real-server.ts'
import { smbBody } from '../smb.server.ts'
import { smb } from '../smb.ts'

const password = 'Sturm-und-Dräng'

/** A Samba that insists on signing and takes no guests, or why there is none. */
export const samba = (more: Record<string, string> = {}): Promise<RealServer | string> =>
  realServer({
    name: 'samba',
    packages: ['samba', 'samba-common-bin', 'samba-vfs-modules'],
    accounts: ['shop', 'nobody', 'nogroup'],
    async prepare({ folder, port, run }) {
      const settings = {
        'server role': 'standalone server',
        'server signing': 'mandatory',
        'map to guest': 'never',
        'smb ports': String(port),
        interfaces: '127.0.0.1/8',
        'bind interfaces only': 'yes',
        'disable netbios': 'yes',
        'load printers': 'no',
        printing: 'bsd',
        'disable spoolss': 'yes',
        'passdb backend': 'tdbsam:/srv/passdb.tdb',
        'log file': '/srv/smbd.log',
        'min protocol': 'SMB2_10',
        ...Object.fromEntries(
          ['private', 'lock', 'state', 'cache', 'pid', 'ncalrpc'].map((one) => [
            one === 'private' ? 'private dir' : one === 'ncalrpc' ? 'ncalrpc dir' : `${one} directory`,
            `/srv/${one}`,
          ]),
        ),
        ...more,
      }
      for (const one of ['private', 'lock', 'state', 'cache', 'pid', 'ncalrpc', 'scans'])
        mkdirSync(path.join(folder, one), { recursive: true })
      mkdirSync(path.join(folder, 'scans/in'))
      for (const one of ['.', 'scans', 'scans/in']) chmodSync(path.join(folder, one), 0o777)
      const lines = Object.entries(settings).map(([name, value]) => `  ${name} = ${value}\n`)
      const share = '[scans]\n  path = /srv/scans\n  read only = no\n  force user = root\n  create mask = 0666\n'
      writeFileSync(path.join(folder, 'smb.conf'), `[global]\n${lines.join('')}${share}`)
      writeFileSync(path.join(folder, 'password'), `${password}\n${password}\n`)
      await run('sh', '-c', 'smbpasswd -c /srv/smb.conf -a -s shop < /srv/password')
    },
    command: () => ['smbd', '--foreground', '--no-process-group', '--configfile=/srv/smb.conf'],
  })

/** What a connection to it is configured with. */
export const settingsFor = ({ port }: { port: number }, more: object = {}) =>
  smb.settings.parse({ host: 'localhost', port, share: 'scans', user: 'shop', password, folder: '/in', ...more })

export async function smbCounterpart(): Promise<FileCounterpart | string> {
  const server = await samba()
  if (typeof server === 'string') return server
  const version = /Version (\d+\.\d+)/.exec(await server.run('smbd', '--version'))
  return {
    product: `Samba ${version?.[1] ?? ''}, signing mandatory`,
    open: () => smbBody.files!(settingsFor(server), localReach),
    kill: () => server.stop('SIGKILL'),
    start: () => server.start(),
    refuses: /[<>:"|?*]|[ .]$/,
    folder: path.join(server.folder, 'scans/in'),
    emptyFolders: true,
  }
}
