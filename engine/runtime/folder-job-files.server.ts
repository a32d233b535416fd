import { cp, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { ifMissing, unlessEmpty } from '@weft/kit/errors/if-missing.ts'
import { isBackupUnderWay } from '../backup/under-way.server.ts'
import { isJobId, placeOfJob, type JobFiles } from './job-files.ts'

/** The files of jobs below `WEFT_HOME/jobs`. */
export function folderJobFiles(home: string): JobFiles {
  const root = path.join(home, 'jobs')
  const folderOf = (job_id: string) => path.join(root, placeOfJob(job_id))

  return {
    write: (job_id, spool, name, text) => writeWhole(path.join(folderOf(job_id), spool), name, text),
    read: (job_id, spool, name) => readFile(path.join(folderOf(job_id), spool, name), 'utf8'),
    names: (job_id, spool) => names(path.join(folderOf(job_id), spool)),
    async remove(job_id, spool, gone) {
      for (const name of gone) await rm(path.join(folderOf(job_id), spool, name), { force: true })
    },
    spools: (job_id) => names(folderOf(job_id)),
    async copy(from, to, spool) {
      await mkdir(folderOf(to), { recursive: true })
      await cp(path.join(folderOf(from), spool), path.join(folderOf(to), spool), { recursive: true })
    },
    async tidy(job_id, stays) {
      const there = await names(folderOf(job_id))
      for (const spool of there)
        if (!stays(spool)) await rm(path.join(folderOf(job_id), spool), { recursive: true, force: true })
      if (!there.some(stays)) await rmdir(folderOf(job_id)).catch(unlessEmpty)
    },
    async removeJobs(job_ids) {
      for (const id of job_ids) await rm(folderOf(id), { recursive: true, force: true })
    },
    async *jobs() {
      for (const part of await folders(root)) {
        yield (await folders(path.join(root, part))).filter(isJobId)
        await rmdir(path.join(root, part)).catch(unlessEmpty)
      }
    },
    changedAt: async (job_id) => (await stat(folderOf(job_id)).catch(ifMissing(undefined)))?.mtime,
    allStays: () => isBackupUnderWay(home),
  }
}

async function writeWhole(folder: string, name: string, text: string) {
  const file = path.join(folder, name)
  const handle = await open(`${file}.partial`, 'w').catch(async () => {
    await mkdir(folder, { recursive: true })
    return open(`${file}.partial`, 'w')
  })
  try {
    await handle.writeFile(text)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.partial`, file)
}

const names = (folder: string) => readdir(folder).catch(ifMissing<string[]>([]))
const folders = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true }).catch(ifMissing([]))).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
