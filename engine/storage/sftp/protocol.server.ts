import path from 'node:path'
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2'
import { absolute } from './rooted.server.ts'
import { denied, type FileAttributes, type SftpFileSystem } from './file-system.ts'
import { openHandles, type Handles } from './handles.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

type Session = { sftp: SFTPWrapper; answering: ReturnType<typeof answeringWith>; handles: Handles }

/** Answers one SFTP session from a shelf. `welcome` is asked now and then, so that a deactivated tenant is shown out. */
export function serveSftpSession(
  sftp: SFTPWrapper,
  shelving: Promise<SftpFileSystem>,
  welcome: () => Promise<boolean>,
) {
  shelving.catch(heardElsewhere) // told by the first request
  const handles = openHandles()
  const session: Session = { sftp, answering: answeringWith(sftp, shelving, welcome), handles }
  answerAttributes(session)
  answerFiles(session)
  answerFolders(session)
  answerChanges(session)
  sftp.on('close', () => handles.closeAll(ignore('what a lost SFTP session had open could not be closed')))
}

/** Each request runs on its own; whatever it throws becomes its status. */
const answeringWith =
  (sftp: SFTPWrapper, shelving: Promise<SftpFileSystem>, welcome: () => Promise<boolean>) =>
  <A extends unknown[]>(work: (shelf: SftpFileSystem, id: number, ...args: A) => Promise<void>) =>
  (id: number, ...args: A) => {
    void (async () => {
      try {
        if (!(await welcome())) throw Object.assign(new Error('Access has ended'), { code: 'EACCES' })
        await work(await shelving, id, ...args)
      } catch (error) {
        refuse(sftp, id, error as NodeJS.ErrnoException)
      }
    })()
  }

const done = (sftp: SFTPWrapper, id: number) => sftp.status(id, STATUS_CODE.OK)

/** What stands where, and as what. */
function answerAttributes({ sftp, answering, handles }: Session) {
  sftp.on(
    'REALPATH',
    answering(async (_, id, at: string) =>
      sftp.name(id, [{ filename: absolute(at), longname: absolute(at), attrs: {} as Attributes }]),
    ),
  )
  // Links are neither followed nor shown, so both ask the same.
  for (const request of ['STAT', 'LSTAT'] as const)
    sftp.on(
      request,
      answering(async (shelf, id, at: string) => sftp.attrs(id, attributes(await shelf.look(at)))),
    )
  sftp.on(
    'FSTAT',
    answering(async (_, id, handle: Buffer) => sftp.attrs(id, attributes(await handles.file(handle).look()))),
  )
  sftp.on(
    'SETSTAT',
    answering(async (shelf, id, at: string, { atime, mtime }: Attributes) => {
      // Times are kept, because clients compare them; owners and modes are ours.
      if (typeof mtime === 'number') await shelf.touch(at, atime ?? mtime, mtime)
      else await shelf.look(at)
      done(sftp, id)
    }),
  )
  sftp.on(
    'FSETSTAT',
    answering(async (_, id, handle: Buffer, wanted: Attributes) => {
      const file = handles.file(handle)
      if (typeof wanted.size === 'number') await file.truncate(wanted.size)
      done(sftp, id)
    }),
  )
}

/** Open files, read and written at any place. */
function answerFiles({ sftp, answering, handles }: Session) {
  sftp.on(
    'OPEN',
    answering(async (shelf, id, at: string, flags: number) => {
      if (handles.isFull()) throw new Error('Too many open files')
      sftp.handle(id, handles.add({ file: await shelf.open(at, wishes(flags)) }))
    }),
  )
  sftp.on(
    'READ',
    answering(async (_, id, handle: Buffer, offset: number, length: number) => {
      const buffer = Buffer.allocUnsafe(Math.min(length, 256 * 1024))
      const count = await handles.file(handle).read(buffer, offset)
      if (count === 0) return void sftp.status(id, STATUS_CODE.EOF)
      sftp.data(id, buffer.subarray(0, count))
    }),
  )
  sftp.on(
    'WRITE',
    answering(async (_, id, handle: Buffer, offset: number, data: Buffer) => {
      await handles.file(handle).write(data, offset)
      done(sftp, id)
    }),
  )
  // Of files and of folders.
  sftp.on(
    'CLOSE',
    answering(async (_, id, handle: Buffer) => {
      await handles.close(handle)
      done(sftp, id)
    }),
  )
}

/** Open folders, listed a part at a time. */
function answerFolders({ sftp, answering, handles }: Session) {
  sftp.on(
    'OPENDIR',
    answering(async (shelf, id, at: string) => {
      if (handles.isFull()) throw new Error('Too many open folders')
      sftp.handle(id, handles.add({ entries: await shelf.entries(at) }))
    }),
  )
  sftp.on(
    'READDIR',
    answering(async (_, id, handle: Buffer) => {
      const next = await handles.entries(handle).next()
      if (next.length === 0) return void sftp.status(id, STATUS_CODE.EOF)
      sftp.name(
        id,
        next.map(({ name, ...look }): FileEntry => ({
          filename: name,
          longname: longName(name, look),
          attrs: attributes(look),
        })),
      )
    }),
  )
}

/** What is made, removed and renamed by its path. */
function answerChanges({ sftp, answering }: Session) {
  sftp.on(
    'MKDIR',
    answering(async (shelf, id, at: string) => {
      await shelf.makeFolder(at)
      done(sftp, id)
    }),
  )
  sftp.on(
    'RMDIR',
    answering(async (shelf, id, at: string) => {
      await shelf.removeFolder(notRoot(at))
      done(sftp, id)
    }),
  )
  sftp.on(
    'REMOVE',
    answering(async (shelf, id, at: string) => {
      await shelf.removeFile(notRoot(at))
      done(sftp, id)
    }),
  )
  sftp.on(
    'RENAME',
    answering(async (shelf, id, from: string, to: string) => {
      // As everywhere in SFTP 3: an existing file is not overwritten by renaming another.
      await shelf.rename(notRoot(from), notRoot(to))
      done(sftp, id)
    }),
  )
}

const attributes = ({ mode, size, accessed, modified }: FileAttributes): Attributes => ({
  mode,
  uid: 0,
  gid: 0,
  size,
  atime: Math.floor(accessed / 1000),
  mtime: Math.floor(modified / 1000),
})

/** The line `ls -l` would print: what some clients show as it is. */
function longName(name: string, { mode, size, modified }: FileAttributes) {
  const date = new Date(modified).toISOString()
  return `${(mode & 0o170000) === 0o040000 ? 'drwx------' : '-rw-------'} 1 weft weft ${String(size).padStart(12)} ${date.slice(0, 10)} ${date.slice(11, 16)} ${name}`
}

function wishes(flags: number) {
  const has = (flag: number) => (flags & flag) !== 0
  return {
    read: has(OPEN_MODE.READ),
    write: has(OPEN_MODE.WRITE),
    append: has(OPEN_MODE.APPEND),
    create: has(OPEN_MODE.CREAT),
    truncate: has(OPEN_MODE.TRUNC),
    exclusive: has(OPEN_MODE.EXCL),
  }
}

function notRoot(at: string) {
  if (path.posix.normalize(`/${at}`).split('/').filter(Boolean).length === 0) throw denied()
  return at
}

function refuse(sftp: SFTPWrapper, id: number, { code, message }: NodeJS.ErrnoException) {
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'FILE_NOT_FOUND' || code === 'FOLDER_NOT_FOUND')
    return sftp.status(id, STATUS_CODE.NO_SUCH_FILE, 'No such file or folder')
  if (code === 'EACCES' || code === 'EPERM' || code === 'ELOOP' || code === 'FILE_PATH' || code === 'STORAGE_DENIED')
    return sftp.status(id, STATUS_CODE.PERMISSION_DENIED, 'Permission denied')
  // Messages of the file system name the real path, which is nobody's business.
  return sftp.status(id, STATUS_CODE.FAILURE, code ?? message)
}
