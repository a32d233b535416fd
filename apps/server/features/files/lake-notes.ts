import { openLake } from '@weft/engine/data-lake/lake.server.ts'
import { wordsOf } from '@weft/engine/data-lake/words.server.ts'
import type { FileReference } from '@weft/kit/define/record.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { AppContext } from '../../context.ts'

const missed = ignore('what is known of files is behind; the next look at the data lake finds it')

/** Keeps what is known of files up with what is done to them. A file is there whether or not its knowledge could be written. */
export function lakeNotes(context: AppContext<'databases' | 'files' | 'isolation'>, tenant_id: string) {
  const lake = openLake(context.databases, tenant_id)
  return {
    /** Behind the answer: whoever has uploaded does not wait for their files being read. */
    uploaded(files: readonly FileReference[], { email }: Caller): void {
      const words = wordsOf(context.isolation, context.files(tenant_id), { owner: tenant_id })
      const origin = { by: 'upload', name: email, at: new Date().toISOString() } as const
      void files
        .reduce((before, file) => before.then(() => lake.brought(file, origin, words)), Promise.resolve())
        .catch(missed)
    },
    moved: (path: string, to: string) => lake.moved(path, to).catch(missed),
    removed: (path: string) => lake.removed(path).catch(missed),
  }
}
