import { setTimeout as sleep } from 'node:timers/promises'
import { Fault, type RemoteConnection, type Seen } from '@weft/kit/files/remote/connection.ts'
import { ignoring } from '@weft/kit/log/ignore.server.ts'
import type { Line } from './line.server.ts'
import { onServer, opened } from './opened.server.ts'
import { listed } from './protocol/answers.ts'
import { access, disposition, option } from './protocol/requests.ts'
import * as requests from './protocol/requests.ts'
import { isInUse, status } from './protocol/status.ts'
import { readFile, writeFile } from './transfer.server.ts'

/** How long a file that somebody reads is waited for before it is replaced. */
const replacing_ms = 15_000
const again_ms = 25
const mostListed = 1_000_000

/** The files of a share as of any other server. */
export function shareFiles(line: Line): RemoteConnection {
  const rename = (path: string, to: string, replaces: boolean) =>
    opened(line, path, { access: access.rename, options: option.as_link }, async ({ file }) => {
      const target = onServer(to)
      const until = Date.now() + replacing_ms
      for (;;) {
        const asked = line.ask({ command: 'set_info', body: requests.rename(file, target, replaces) })
        const error = await asked.then(
          () => undefined,
          (caught: unknown) => caught,
        )
        if (error === undefined) return
        // Windows and Samba replace no file that somebody has open; whoever reads it lets go of it before long.
        if (!replaces || !isInUse(error) || Date.now() > until) throw error
        await sleep(again_ms)
      }
    })

  const remove = (path: string, options: number) =>
    opened(line, path, { access: access.remove, options: options | option.as_link }, async ({ file }) => {
      await line.ask({ command: 'set_info', body: requests.remove(file) })
    })

  return {
    home: '/',
    isOpen: line.isOpen,
    begin: () => {},
    answers: () =>
      line
        .ask({ command: 'echo', body: requests.echo() })
        .then(() => true, ignoring('a kept line to a share no longer answers', false)),
    list: (folder) =>
      opened(line, folder, { access: access.list, options: option.folder }, async ({ file }) => {
        const found: Seen[] = []
        const body = requests.queryDirectory(file)
        for (;;) {
          const fine = [status.no_more_files, status.no_such_file]
          const answer = await line.ask({ command: 'query_directory', body, fine })
          if (answer.status !== status.ok) return found
          found.push(...listed(answer.message))
          if (found.length > mostListed) throw new Fault('other', `more than ${mostListed} entries`)
        }
      }),
    look: (path) =>
      opened(line, path, { access: access.look, options: option.as_link }, async ({ kind, size, modified_at }) => ({
        name: path.split('/').at(-1)!,
        kind,
        size,
        modified_at,
      })).catch(undefinedWhereMissing),
    read: (path, start) => readFile(line, path, start),
    write: (path, source) => writeFile(line, path, source),
    makeFolder: (path) =>
      opened(
        line,
        path,
        { access: access.look, disposition: disposition.create, options: option.folder },
        async () => {},
      ),
    rename: (path, to) => rename(path, to, true),
    move: (path, to) => rename(path, to, false),
    removeFile: (path) => remove(path, option.file),
    removeFolder: (path) => remove(path, option.folder),
    close: line.close,
  }
}

function undefinedWhereMissing(error: unknown): undefined {
  if (!(error instanceof Fault) || error.kind !== 'missing') throw error
}
