import { constants } from 'node:fs'
import { posix } from 'node:path'
import type { Client, SFTPWrapper, Stats } from 'ssh2'
import { ignore, ignoring } from '../../log/ignore.server.ts'
import { Fault, type RemoteConnection, type Seen } from './connection.ts'
import { unlessMissing } from './sftp-faults.server.ts'
import { openRequests } from './sftp-requests.server.ts'
import { readFile, writeFile } from './sftp-transfer.server.ts'

type Listed = { filename: string; attrs: Stats }

/** Opens the SFTP channel of a client that is signed in. */
export async function sftpLine(client: Client, timeout: number): Promise<RemoteConnection> {
  // Without this, every packet waits for the one before to be acknowledged: 0.3 MB/s instead of 60.
  client.setNoDelay(true)
  const { ask, isOpen } = openRequests(client, timeout)
  const sftp = await ask<SFTPWrapper>((done) => client.sftp(done)).catch((error: unknown) => {
    client.destroy()
    throw error
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
      (await ask<Partial<Listed>[]>((done) => sftp.readdir(folder, done as never))).map(({ filename, attrs }) => {
        // What a broken answer leaves out the library leaves out, too.
        if (typeof filename !== 'string') throw new Fault('other', 'a list of files that cannot be read')
        return seen(filename, attrs ?? {})
      }),
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
    // SFTP 3 itself replaces nothing.
    move: (path, to) => ask<void>((done) => sftp.rename(path, to, done)),
    removeFile: (path) => ask<void>((done) => sftp.unlink(path, done)),
    removeFolder: (path) => ask<void>((done) => sftp.rmdir(path, done)),
  }
}

/** A server need not say any of it. */
const seen = (name: string, { mode = 0, size = 0, mtime = 0 }: Partial<Stats>): Seen => ({
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
