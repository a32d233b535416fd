import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FileSession, FoundFile } from '../define/file-session.ts'
import type { ObjectStore } from '../files/object-store.ts'

const contents = {
  'a.txt': 'a',
  'b/c.txt': 'c',
  'b/d/e.txt': 'e',
  'large.bin': 'large '.repeat(1_600_000),
}
const names = Object.keys(contents) as (keyof typeof contents)[]

/** A folder of a store that copies and drops objects one by one is moved whole, wherever a move before was cut off. */
export async function endsFolderMoves(session: FileSession, store: ObjectStore, folder: string) {
  const write = (path: string, content: string) => session.write(path, Readable.from([Buffer.from(content)]))
  const here = async () => {
    for (const name of names) await write(`from/${name}`, contents[name])
  }
  const copy = async (name: string) => store.copy((await store.head(`${folder}/from/${name}`))!, `${folder}/to/${name}`)
  const drop = (name: string) => store.drop(`${folder}/from/${name}`)
  const isMoved = async () => {
    assert.equal(await session.stat('from'), undefined)
    assert.deepEqual(await below(session, 'to'), contents)
    await session.remove('to')
  }

  for (const copied of [names.slice(0, 2), names]) {
    await here()
    for (const name of copied) await copy(name)
    await session.move('from', 'to')
    await isMoved()
  }
  await here()
  for (const name of names) await copy(name)
  for (const name of names.slice(1, 3)) await drop(name)
  await session.move('from', 'to')
  await isMoved()

  // What is no copy of it stands in the way, and nothing is lost.
  await here()
  await write('to/a.txt', 'b')
  await assert.rejects(session.move('from', 'to'), { code: 'FILE_EXISTS' })
  await session.remove('to')
  await copy('a.txt')
  await write('to/other.txt', 'other')
  await assert.rejects(session.move('from', 'to'), { code: 'FILE_EXISTS' })
  assert.deepEqual(await below(session, 'to'), { 'a.txt': 'a', 'other.txt': 'other' })
  await session.remove('to')
  await write('to', 'a file')
  await assert.rejects(session.move('from', 'to'), { code: 'FILE_EXISTS' })
  for (const into of ['from', 'from/b', 'from/b/new'])
    await assert.rejects(session.move('from', into), { code: 'FILE_PATH' }, into)
  assert.deepEqual(await below(session, 'from'), contents)
  for (const path of ['from', 'to']) await session.remove(path)
  await assert.rejects(session.move('from', 'to'), { code: 'FILE_NOT_FOUND' })
}

/** What lies below a folder, by its path in there. */
export async function below(session: FileSession, folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const walk = async ({ kind, path }: Pick<FoundFile, 'kind' | 'path'>): Promise<void> => {
    if (kind === 'file') found[path.slice(folder.length + 1)] = await text(await session.read(path))
    else for (const one of await session.list(path)) await walk(one)
  }
  await walk({ kind: 'folder', path: folder })
  return found
}
