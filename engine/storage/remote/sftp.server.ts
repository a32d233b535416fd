import { constants } from 'node:fs'
import { posix } from 'node:path'
import { Forbidden, Unavailable } from '@weft/kit/errors/errors.ts'
import ssh2, { type Client, type SFTPWrapper, type Stats } from 'ssh2'
import { storageTexts } from '../texts.ts'
import { hostKeyFingerprint } from './fingerprint.server.ts'
import { Fault, type Access, type RemoteConnection, type Seen } from './connection.ts'
import { unlessMissing } from './sftp-faults.server.ts'
import { openRequests } from './sftp-requests.server.ts'
import { readFile, writeFile } from './sftp-transfer.server.ts'
import { ignore, ignoring } from '@weft/kit/log/ignore.server.ts'

/** Signs in by SSH and opens its SFTP channel. */
export async function connectSftp(access: Access): Promise<RemoteConnection> {
  const { host, timeout } = access
  const client = await signedIn(access)
  const { ask, isOpen } = openRequests(client, timeout)
  const sftp = await ask<SFTPWrapper>((done) => client.sftp(done)).catch((cause: Error) => {
    client.destroy()
    throw new Unavailable('STORAGE_REFUSED', storageTexts.refused({ host, reason: cause.message }), { cause })
  })
  sftp.on('error', ignore('a line to an SFTP server is lost, which its work is told'))

  return {
    home: await ask<string>((done) => sftp.realpath('.', done)),
    isOpen,
    begin: () => {},
    answers: () =>
      ask<string>((done) => sftp.realpath('.', done)).then(
        () => true,
        ignoring('a kept line to a storage no longer answers', false),
      ),
    close: () => client.end(),
    list: async (folder) =>
      (await ask<{ filename: string; attrs: Stats }[]>((done) => sftp.readdir(folder, done as never))).map(
        ({ filename, attrs }) => seen(filename, attrs),
      ),
    async look(path) {
      const found = await ask<Stats>((done) => sftp.lstat(path, done)).catch(unlessMissing)
      return found && seen(posix.basename(path), found)
    },
    read: (path, start) => readFile({ ask, sftp }, path, start),
    write: (path, source) => writeFile({ ask, sftp }, path, source),
    makeFolder: (path) => ask<void>((done) => sftp.mkdir(path, done)),
    async rename(path, to) {
      try {
        await ask<void>((done) => sftp.ext_openssh_rename(path, to, done))
      } catch (error) {
        // SFTP 3 itself knows no replacing, and only OpenSSH's servers know this one: the old file goes first.
        if (!(error instanceof Fault) || error.kind !== 'other') throw error
        await ask<void>((done) => sftp.unlink(to, done)).catch(unlessMissing)
        await ask<void>((done) => sftp.rename(path, to, done))
      }
    },
    removeFile: (path) => ask<void>((done) => sftp.unlink(path, done)),
    removeFolder: (path) => ask<void>((done) => sftp.rmdir(path, done)),
  }
}

function signedIn({ host, address, port, username, password, timeout, host_key, remember }: Access): Promise<Client> {
  let shown = ''
  const client = new ssh2.Client()
  return new Promise<Client>((resolve, reject) => {
    client
      .once('ready', () => {
        // Without this, every packet waits for the one before to be acknowledged: 0.3 MB/s instead of 60.
        client.setNoDelay(true)
        if (host_key === '') remember(shown)
        resolve(client)
      })
      .once('close', () =>
        reject(
          new Unavailable('STORAGE_UNREACHABLE', storageTexts.unreachable({ host, port, reason: 'connection closed' })),
        ),
      )
      .on('error', (error) => reject(whyNot(error)))
      .on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
        answer(prompts.map(() => password)),
      )
      .connect({
        host: address,
        port,
        username,
        password,
        tryKeyboard: true,
        readyTimeout: timeout * 1000,
        keepaliveInterval: 10_000,
        keepaliveCountMax: 3,
        hostVerifier: (key: Buffer) => {
          shown = key.toString('base64')
          return host_key === '' || host_key === shown
        },
      })
  }).catch((error: Error) => {
    client.destroy()
    throw error
  })

  function whyNot(cause: Error & { level?: string; code?: string }) {
    if (shown !== '' && host_key !== '' && shown !== host_key)
      return new Forbidden(
        'STORAGE_STRANGER',
        storageTexts.stranger({ host, fingerprint: hostKeyFingerprint(shown) }),
        {
          cause,
          meta: { host_key: shown },
        },
      )
    if (cause.level === 'client-authentication')
      return new Unavailable('STORAGE_LOGIN', storageTexts.login({ host }), { cause })
    if (cause.level === 'client-timeout')
      return new Unavailable('STORAGE_TIMEOUT', storageTexts.late({ host, seconds: timeout }), { cause })
    return new Unavailable(
      'STORAGE_UNREACHABLE',
      storageTexts.unreachable({ host, port, reason: cause.code ?? cause.message }),
      { cause },
    )
  }
}

const seen = (name: string, { mode, size, mtime }: Stats): Seen => ({
  name,
  kind: kindOf(mode),
  size,
  modified_at: new Date(mtime * 1000).toISOString(),
})

function kindOf(mode: number): Seen['kind'] {
  const type = mode & constants.S_IFMT
  return type === constants.S_IFDIR
    ? 'folder'
    : type === constants.S_IFLNK
      ? 'link'
      : type === constants.S_IFREG || type === 0
        ? 'file'
        : 'other'
}
