import { constants } from 'node:fs'
import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { Forbidden, Unavailable } from '@weft/kit/errors/errors.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import ssh2, { type Client, type SFTPWrapper, type Stats } from 'ssh2'
import { storageTexts } from '../texts.ts'
import { hostKeyFingerprint } from './fingerprint.server.ts'
import { Fault, type Access, type RemoteConnection, type Seen } from './connection.ts'
import { ignore, ignoring } from '@weft/kit/log/ignore.server.ts'

const { STATUS_CODE } = ssh2.utils.sftp
// So many requests of so many bytes are under way at once: what a far server needs to be fast.
const window = 16
const piece = 32 * 1024

/** Signs in by SSH and opens its SFTP channel. */
export async function connectSftp(access: Access): Promise<RemoteConnection> {
  const { host, timeout } = access
  const client = await signedIn(access)
  const unanswered = new Set<(fault: Fault) => void>()
  let open = true
  const end = (fault: Fault) => {
    open = false
    for (const refuse of unanswered) refuse(fault)
  }
  client
    .on('close', () => end(new Fault('lost', 'connection closed')))
    .on('error', ignore('a line to an SFTP server is lost, which its work is told'))

  /** Asks the server one thing, as a promise. */
  const ask = <T>(start: (done: (error: Error | null | undefined, answer?: T) => void) => void) =>
    new Promise<T>((resolve, reject) => {
      const refuse = (error: Error) => {
        settle()
        reject(faultOf(error))
      }
      const settle = () => {
        clearTimeout(bell)
        unanswered.delete(refuse)
      }
      const bell = setTimeout(() => {
        end(new Fault('late', 'timeout'))
        client.destroy()
      }, timeout * 1000)
      unanswered.add(refuse)
      if (!open) return refuse(new Fault('lost', 'connection closed'))
      try {
        start((error, answer) => {
          if (error) return refuse(error)
          settle()
          resolve(answer as T)
        })
      } catch (error) {
        refuse(error as Error)
      }
    })

  const sftp = await ask<SFTPWrapper>((done) => client.sftp(done)).catch((cause: Error) => {
    client.destroy()
    throw new Unavailable('STORAGE_REFUSED', storageTexts.refused({ host, reason: cause.message }), { cause })
  })
  sftp.on('error', ignore('a line to an SFTP server is lost, which its work is told'))

  const readWhole = async (handle: Buffer, at: number): Promise<Buffer> => {
    const bytes = Buffer.allocUnsafe(piece)
    let filled = 0
    while (filled < piece) {
      const count = await ask<number>((done) =>
        sftp.read(handle, bytes, filled, piece - filled, at + filled, (error, n) =>
          isEnd(error) ? done(null, 0) : done(error, n),
        ),
      )
      if (count === 0) break
      filled += count
    }
    return bytes.subarray(0, filled)
  }

  return {
    home: await ask<string>((done) => sftp.realpath('.', done)),
    isOpen: () => open,
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
    async *read(path, start) {
      const handle = await ask<Buffer>((done) => sftp.open(path, 'r', done))
      try {
        const under: Promise<Buffer>[] = []
        for (let at = start; ; at += piece) {
          const reading = readWhole(handle, at)
          reading.catch(heardElsewhere)
          under.push(reading)
          if (under.length < window) continue
          const bytes = await under.shift()!
          if (bytes.length > 0) yield bytes
          if (bytes.length < piece) return
        }
      } finally {
        await ask<void>((done) => sftp.close(handle, done)).catch(
          ignore('a file on an SFTP server could not be closed after it was read'),
        )
      }
    },
    async write(path, source) {
      const handle = await ask<Buffer>((done) => sftp.open(path, 'w', done))
      const under = new Set<Promise<void>>()
      let failed: Error | undefined
      let at = 0
      try {
        for await (const bytes of pieces(source)) {
          if (failed) throw failed
          const position = at
          at += bytes.length
          const writing = ask<void>((done) => sftp.write(handle, bytes, 0, bytes.length, position, done))
            .catch((error: Error) => void (failed ??= error))
            .finally(() => under.delete(writing))
          under.add(writing)
          if (under.size >= window) await Promise.race(under)
        }
        await Promise.all(under)
        if (failed) throw failed
      } finally {
        const closing = ask<void>((done) => sftp.close(handle, done))
        // What a server could not keep it may only say here.
        if (failed) await closing.catch(ignore('a file on an SFTP server could not be closed after writing had failed'))
        else await closing
      }
    },
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

const isEnd = (error: unknown) => (error as { code?: number } | undefined)?.code === STATUS_CODE.EOF

function faultOf(error: Error & { code?: number | string }) {
  if (error instanceof Fault) return error
  if (error.code === STATUS_CODE.NO_SUCH_FILE) return new Fault('missing', error.message, error)
  if (error.code === STATUS_CODE.PERMISSION_DENIED) return new Fault('denied', error.message, error)
  if (
    error.code === STATUS_CODE.NO_CONNECTION ||
    error.code === STATUS_CODE.CONNECTION_LOST ||
    /No response from server|Not connected/.test(error.message)
  )
    return new Fault('lost', error.message, error)
  if (/ENOSPC|EDQUOT|no space|quota|disk full/i.test(error.message)) return new Fault('full', error.message, error)
  return new Fault('other', error.message, error)
}

function unlessMissing(error: Error): undefined {
  if (!(error instanceof Fault) || error.kind !== 'missing') throw error
}

/** The bytes of a stream in pieces no larger than one request may be. */
async function* pieces(source: Readable): AsyncIterable<Buffer> {
  for await (const chunk of source as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk as Buffer)
    for (let i = 0; i < bytes.length; i += piece) yield bytes.subarray(i, i + piece)
  }
}
