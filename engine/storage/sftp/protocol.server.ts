import { constants, type Dir, type Stats } from 'node:fs'
import { lstat, mkdir, open, opendir, rename, rmdir, unlink, utimes, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2'
import { unfinished } from '../place.server.ts'
import { absolute, inside } from './rooted.server.ts'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp
const entriesAtOnce = 100
const mostHandles = 64

type Handle = { file?: FileHandle; written?: boolean; folder?: Dir; at?: string }

/** Answers one SFTP session from the folder `root`. `welcome` is asked now and then, so that a deactivated tenant is shown out. */
export function speak(sftp: SFTPWrapper, root: string, welcome: () => Promise<boolean>) {
  const handles = new Map<number, Handle>()
  let last = 0

  function keep(handle: Handle): Buffer {
    const name = Buffer.alloc(4)
    name.writeUInt32BE(++last)
    handles.set(last, handle)
    return name
  }
  function held(name: Buffer): Handle {
    const handle = name.length === 4 ? handles.get(name.readUInt32BE()) : undefined
    if (!handle) throw new Error('Unknown handle')
    return handle
  }
  function file(name: Buffer): FileHandle {
    const { file } = held(name)
    if (!file) throw new Error('Not a file')
    return file
  }

  /** Each request runs on its own; whatever it throws becomes its status. */
  const answering = <A extends unknown[]>(work: (id: number, ...args: A) => Promise<void>) => (id: number, ...args: A) => {
    void (async () => {
      try {
        if (!(await welcome())) throw Object.assign(new Error('Access has ended'), { code: 'EACCES' })
        await work(id, ...args)
      } catch (error) {
        refuse(sftp, id, error as NodeJS.ErrnoException)
      }
    })()
  }
  const done = (id: number) => sftp.status(id, STATUS_CODE.OK)

  sftp
    .on('REALPATH', answering(async (id, at: string) => sftp.name(id, [{ filename: absolute(at), longname: absolute(at), attrs: {} as Attributes }])))
    .on('STAT', answering(async (id, at: string) => sftp.attrs(id, attributes(await lstat(await inside(root, at))))))
    .on('LSTAT', answering(async (id, at: string) => sftp.attrs(id, attributes(await lstat(await inside(root, at))))))
    .on('FSTAT', answering(async (id, handle: Buffer) => sftp.attrs(id, attributes(await file(handle).stat()))))
    .on('SETSTAT', answering(async (id, at: string, wanted: Attributes) => {
      await touch(await inside(root, at), wanted)
      done(id)
    }))
    .on('FSETSTAT', answering(async (id, handle: Buffer, wanted: Attributes) => {
      file(handle)
      if (typeof wanted.size === 'number') await file(handle).truncate(wanted.size)
      done(id)
    }))
    .on('OPEN', answering(async (id, at: string, flags: number) => {
      if (handles.size >= mostHandles) throw new Error('Too many open files')
      const opened = await open(await inside(root, at), openFlags(flags), 0o600)
      if (!(await opened.stat()).isFile()) {
        await opened.close()
        throw new Error('Not a file')
      }
      sftp.handle(id, keep({ file: opened }))
    }))
    .on('READ', answering(async (id, handle: Buffer, offset: number, length: number) => {
      const buffer = Buffer.allocUnsafe(Math.min(length, 256 * 1024))
      const { bytesRead } = await file(handle).read(buffer, 0, buffer.length, offset)
      if (bytesRead === 0) return void sftp.status(id, STATUS_CODE.EOF)
      sftp.data(id, buffer.subarray(0, bytesRead))
    }))
    .on('WRITE', answering(async (id, handle: Buffer, offset: number, data: Buffer) => {
      held(handle).written = true
      await file(handle).write(data, 0, data.length, offset)
      done(id)
    }))
    .on('CLOSE', answering(async (id, name: Buffer) => {
      const handle = held(name)
      handles.delete(name.readUInt32BE())
      await close(handle)
      done(id)
    }))
    .on('OPENDIR', answering(async (id, at: string) => {
      if (handles.size >= mostHandles) throw new Error('Too many open folders')
      const real = await inside(root, at)
      sftp.handle(id, keep({ folder: await opendir(real), at: real }))
    }))
    .on('READDIR', answering(async (id, handle: Buffer) => {
      const { folder, at } = held(handle)
      if (!folder) throw new Error('Not a folder')
      const entries = await nextEntries(folder, at!)
      if (entries.length === 0) return void sftp.status(id, STATUS_CODE.EOF)
      sftp.name(id, entries)
    }))
    .on('MKDIR', answering(async (id, at: string) => {
      await mkdir(await inside(root, at), { mode: 0o700 })
      done(id)
    }))
    .on('RMDIR', answering(async (id, at: string) => {
      await rmdir(await notRoot(root, at))
      done(id)
    }))
    .on('REMOVE', answering(async (id, at: string) => {
      await unlink(await notRoot(root, at))
      done(id)
    }))
    .on('RENAME', answering(async (id, from: string, to: string) => {
      const target = await notRoot(root, to)
      // As everywhere in SFTP 3: an existing file is not overwritten by renaming another.
      if (await lstat(target).then(() => true, () => false)) throw Object.assign(new Error('The target exists'), { code: 'EEXIST' })
      await rename(await notRoot(root, from), target)
      done(id)
    }))

  sftp.on('close', () => {
    for (const handle of handles.values()) void close(handle).catch(() => {})
    handles.clear()
  })
}

async function close({ file, written, folder }: Handle) {
  if (written) await file!.datasync()
  await file?.close()
  await folder?.close()
}

async function nextEntries(folder: Dir, at: string): Promise<FileEntry[]> {
  const entries: FileEntry[] = []
  while (entries.length < entriesAtOnce) {
    const found = await folder.read()
    if (!found) break
    if ((!found.isFile() && !found.isDirectory()) || unfinished.test(found.name)) continue
    const stats = await lstat(path.join(at, found.name)).catch(() => undefined)
    if (stats) entries.push({ filename: found.name, longname: longName(found.name, stats), attrs: attributes(stats) })
  }
  return entries
}

const attributes = (stats: Stats): Attributes => ({ mode: stats.mode, uid: 0, gid: 0, size: stats.size, atime: Math.floor(stats.atimeMs / 1000), mtime: Math.floor(stats.mtimeMs / 1000) })

/** The line `ls -l` would print: what some clients show as it is. */
function longName(name: string, stats: Stats) {
  const date = stats.mtime.toISOString()
  return `${stats.isDirectory() ? 'drwx------' : '-rw-------'} 1 weft weft ${String(stats.size).padStart(12)} ${date.slice(0, 10)} ${date.slice(11, 16)} ${name}`
}

/** Times are kept, because clients compare them; owners and modes are ours. */
async function touch(at: string, { atime, mtime }: Attributes) {
  if (typeof mtime === 'number') await utimes(at, atime ?? mtime, mtime)
  else await lstat(at)
}

function openFlags(wanted: number): number {
  const has = (flag: number) => (wanted & flag) !== 0
  const access = has(OPEN_MODE.READ) && has(OPEN_MODE.WRITE) ? constants.O_RDWR : has(OPEN_MODE.WRITE) ? constants.O_WRONLY : constants.O_RDONLY
  return (
    access | constants.O_NOFOLLOW | constants.O_NONBLOCK |
    (has(OPEN_MODE.APPEND) ? constants.O_APPEND : 0) |
    (has(OPEN_MODE.CREAT) ? constants.O_CREAT : 0) |
    (has(OPEN_MODE.TRUNC) ? constants.O_TRUNC : 0) |
    (has(OPEN_MODE.EXCL) ? constants.O_EXCL : 0)
  )
}

async function notRoot(root: string, at: string) {
  const real = await inside(root, at)
  if (real === root) throw Object.assign(new Error('Permission denied'), { code: 'EACCES' })
  return real
}

function refuse(sftp: SFTPWrapper, id: number, { code, message }: NodeJS.ErrnoException) {
  if (code === 'ENOENT') return sftp.status(id, STATUS_CODE.NO_SUCH_FILE, 'No such file or folder')
  if (code === 'EACCES' || code === 'EPERM' || code === 'ELOOP') return sftp.status(id, STATUS_CODE.PERMISSION_DENIED, 'Permission denied')
  // Messages of the file system name the real path, which is nobody's business.
  return sftp.status(id, STATUS_CODE.FAILURE, code ?? message)
}
