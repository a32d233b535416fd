import { text } from 'node:stream/consumers'
import { everyPage, removeBelow } from '@weft/kit/files/object-pages.server.ts'
import type { ObjectStore } from '@weft/kit/files/object-store.ts'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'
import { isJobId, placeOfJob, type JobFiles } from './job-files.ts'

/** The files of jobs as objects below a prefix of a bucket, which ends with `/`. Nothing is done in more requests at once than these. */
const atOnce = 8

export function bucketJobFiles(store: ObjectStore, prefix: string): JobFiles {
  const placeOf = (job_id: string) => `${prefix}${placeOfJob(job_id)}/`
  const spoolOf = (job_id: string, spool: string) => `${placeOf(job_id)}${spool}/`
  const limited = createSemaphore({ at_once: atOnce })
  const inFolder = async (folder: string) => {
    const found = { names: [] as string[], folders: [] as string[] }
    for await (const { objects, prefixes } of everyPage(store, { prefix: folder, grouped: true })) {
      found.names.push(...objects.map(({ key }) => key.slice(folder.length)))
      found.folders.push(...prefixes.map((one) => one.slice(folder.length, -1)))
    }
    return found
  }

  return {
    write: (job_id, spool, name, content) =>
      limited(() => store.put(spoolOf(job_id, spool) + name, Buffer.from(content, 'utf8'))),
    read: (job_id, spool, name) => limited(async () => text(await store.get(spoolOf(job_id, spool) + name, 0))),
    names: async (job_id, spool) => (await inFolder(spoolOf(job_id, spool))).names,
    async remove(job_id, spool, gone) {
      await Promise.all(gone.map((name) => limited(() => store.drop(spoolOf(job_id, spool) + name))))
    },
    spools: async (job_id) => (await inFolder(placeOf(job_id))).folders,
    async copy(from, to, spool) {
      for await (const { objects } of everyPage(store, { prefix: spoolOf(from, spool), grouped: false }))
        await Promise.all(
          objects.map((one) =>
            limited(() => store.copy(one, spoolOf(to, spool) + one.key.slice(spoolOf(from, spool).length))),
          ),
        )
    },
    tidy: (job_id, stays) =>
      removeBelow(store, placeOf(job_id), (key) => stays(key.slice(placeOf(job_id).length).split('/')[0]!)),
    async removeJobs(job_ids) {
      await Promise.all(job_ids.map((id) => limited(() => removeBelow(store, placeOf(id)))))
    },
    async *jobs() {
      for (const part of (await inFolder(prefix)).folders)
        for await (const { prefixes } of everyPage(store, { prefix: `${prefix}${part}/`, grouped: true }))
          yield prefixes.map((one) => one.slice(prefix.length + part.length + 1, -1)).filter(isJobId)
    },
    async changedAt(job_id) {
      const { objects } = await store.page({ prefix: placeOf(job_id), grouped: false })
      const newest = objects
        .map(({ modified_at }) => modified_at ?? '')
        .toSorted()
        .at(-1)
      return newest ? new Date(newest) : undefined
    },
    allStays: async () => false,
  }
}
