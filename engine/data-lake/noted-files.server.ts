import type { Files } from '@weft/kit/define/step-context.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import { openLake } from './lake.server.ts'

const missed = ignore('where a file of a run came from is not known; the file itself is there')

/** The files of a storage as a run uses them: which run has written a file is kept beside it. */
export function notedFiles(
  databases: Pick<TenantDatabases, 'documents'>,
  files: Files,
  { id: job_id, workflow_id, tenant_id }: { id: string; workflow_id: string; tenant_id: string },
): Files {
  const lake = openLake(databases, tenant_id)
  return {
    list: (pattern) => files.list(pattern),
    stat: (path) => files.stat(path),
    read: (path, start) => files.read(path, start),
    async write(path, source) {
      const file = await files.write(path, source)
      await lake.brought(file, { by: 'run', job_id, workflow_id, at: new Date().toISOString() }).catch(missed)
      return file
    },
    async move(path, to) {
      await files.move(path, to)
      await lake.moved(path, to).catch(missed)
    },
    async remove(path) {
      await files.remove(path)
      await lake.removed(path).catch(missed)
    },
  }
}
