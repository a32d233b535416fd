import type { fileContract } from '@weft/contracts/files.ts'
import { viewFile, viewOf, promisesRecords } from '@weft/engine/file-views/view-tasks.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { lookIntoFile } from '@weft/engine/models/model-tasks.ts'
import { drawPictures } from '@weft/engine/pictures/picture-tasks.ts'
import type { Storage } from '@weft/engine/storage/storage.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'

type Preview = z.input<(typeof fileContract)['GET /files/preview']['answers'][200]>['data']
type Isolation = AppContext<'isolation'>['isolation']
type Looked = { storage: Storage; path: string; rows: number; language: Language }

const screen = { width: 1_600, height: 1_600 }
/** So much is shown of what is not what its name says: enough to see what it is. */
const beginning = 20_000

/** What a file holds, looked at in a process of its own; of what cannot be shown as it is meant, how it begins and why. */
export async function previewOf(isolation: Isolation, file: Looked, given: Given): Promise<Preview> {
  const { storage, path, language } = file
  const { size } = await storage.stat(path)
  const asked = { ...given, input: () => storage.read(path) }
  try {
    return { size, ...(await shown(isolation, file, asked)) }
  } catch (error) {
    if (!(error instanceof WeftError) || error.status !== 422) throw error
    const { value } = await isolation.run(viewFile, { as: 'text' }, asked)
    if (value.kind !== 'text') throw error
    const isPlain = viewOf(path) === 'records' && !promisesRecords(path) && value.text !== ''
    if (isPlain) return { size, ...value }
    const text = value.text.slice(0, beginning)
    const complete = value.complete && text === value.text
    return { size, kind: 'text', text, complete, reason: error.answer(language).message }
  }
}

async function shown(isolation: Isolation, { path, rows }: Looked, given: Given) {
  const as = viewOf(path)
  if (as === 'records')
    return { kind: 'records' as const, ...(await isolation.run(lookIntoFile, { name: path, rows }, given)).value }
  if (as !== 'picture') return (await isolation.run(viewFile, { as }, given)).value
  const { value, bytes } = await isolation.run(
    drawPictures,
    { pictures: [{}, { inside: screen, format: 'webp' as const }] },
    given,
  )
  return {
    kind: 'picture' as const,
    ...value.sizes[0]!,
    source: `data:image/webp;base64,${bytes[0]!.toString('base64')}`,
  }
}
