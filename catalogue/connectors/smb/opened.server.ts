import { badPath } from '@weft/kit/files/file-errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { Line } from './line.server.ts'
import { created } from './protocol/answers.ts'
import { disposition } from './protocol/requests.ts'
import * as requests from './protocol/requests.ts'

type Opening = { access: number; disposition?: number; options?: number }
export type Opened = ReturnType<typeof created>

/** Opens what stands at a path for as long as the work takes. */
export async function opened<T>(
  line: Line,
  path: string,
  { access, disposition: how = disposition.open, options = 0 }: Opening,
  work: (found: Opened) => Promise<T>,
): Promise<T> {
  const body = requests.create({ path: onServer(path), access, disposition: how, options })
  const found = created((await line.ask({ command: 'create', body })).message)
  const closed = () => line.ask({ command: 'close', body: requests.close(found.file) })
  let done = false
  try {
    const value = await work(found)
    done = true
    return value
  } finally {
    // What a server could not keep it may only say here.
    if (done) await closed()
    else await closed().catch(ignore('a file on a share could not be closed after something had failed'))
  }
}

/** Characters that no name on Windows has, and ends that it cuts off. */
const refused = /[<>:"|?*\\]|[ .](\/|$)/

/** A path as the server takes it: relative to the share. */
export function onServer(path: string): string {
  const plain = path.replace(/^\/+|\/+$/g, '')
  if (refused.test(plain)) throw badPath(plain)
  return plain.replaceAll('/', '\\')
}
