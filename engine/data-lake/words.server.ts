import { WeftError } from '@weft/kit/errors/errors.ts'
import { viewFile, viewOf, type FileView } from '../file-views/view-tasks.ts'
import type { Isolation } from '../isolation/isolation.server.ts'
import type { Given } from '../isolation/perform.server.ts'
import { lookIntoFile } from '../models/model-tasks.ts'
import type { Storage } from '../storage/storage.ts'
import type { ReadWords } from './lake.server.ts'

const most = { bytes: 60_000_000, words: 100_000, rows: 500 }

/** Reads the words of files in processes of their own. What cannot be read or is too large is found by its name alone. */
export function wordsOf(isolation: Pick<Isolation, 'run'>, storage: Storage, given: Given): ReadWords {
  return async (path, size) => {
    const as = viewOf(path)
    if (size > most.bytes || as === 'picture') return ''
    const asked = { ...given, input: () => storage.read(path) }
    const text = async () => wordsIn((await isolation.run(viewFile, { as: 'text' }, asked)).value)
    try {
      if (as !== 'records') return wordsIn((await isolation.run(viewFile, { as }, asked)).value)
      const { columns, rows } = (await isolation.run(lookIntoFile, { name: path, rows: most.rows }, asked)).value
      return cut([columns, ...rows.map((row) => Object.values(row))].map((cells) => cells.join(' ')))
    } catch (error) {
      if (!(error instanceof WeftError) || error.status !== 422) throw error
      return as === 'records' ? text() : ''
    }
  }
}

const cut = (pieces: readonly string[]) => pieces.join(' ').slice(0, most.words)

function wordsIn(view: FileView): string {
  if (view.kind === 'text') return cut([view.text])
  if (view.kind === 'pdf') return cut([view.title, ...view.pages])
  if (view.kind === 'archive') return cut(view.entries.map(({ name }) => name))
  const { subject, from, to, cc, text, attachments } = view
  return cut([subject, from, to, cc, text, ...attachments.map(({ name }) => name)])
}
