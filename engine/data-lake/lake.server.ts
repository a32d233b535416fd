import { posix } from 'node:path'
import { uuidOf } from '@weft/kit/define/uuid-of.server.ts'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import type { FieldCondition, NewDocument, StoredDocument } from '../documents/document-store.ts'
import { cleanPath } from '../storage/storage-path.server.ts'
import type { Storage } from '../storage/storage.ts'
import { isVersion } from '../storage/versions.server.ts'
import { cuttingOff } from './budget.ts'

/** Where a file came from; `found` was put there by a program or an SFTP user and met by looking. */
type Origin =
  | { by: 'upload'; name: string; at: string }
  | { by: 'run'; job_id: string; workflow_id: string; at: string }
  | { by: 'found'; at: string }
/** What is known of a file beside its bytes. */
type LakeEntry = {
  path: string
  name: string
  folder: string
  size: number
  modified_at: string
  tags: string[]
  origin: Origin
  /** Whether the words it is found by are those of the file as it is now. */
  is_read: boolean
}
type Stat = { path: string; size: number; modified_at: string }
/** The words of a file as it is now; nothing where it has none. */
export type ReadWords = (path: string, size: number) => Promise<string>
type Look = { files: number; read: number; left: number }

const collection = 'data_lake'
const onPage = 500
/** So many files are looked through; what lies beyond is found in its folder, not by searching. */
const mostFiles = 20_000
const mostTags = 20

/** The knowledge of a tenant's files, in its document store. The bytes stay where they lie. */
export function openLake(databases: Pick<TenantDatabases, 'documents'>, tenant_id: string) {
  const store = () => databases.documents(tenant_id)

  const find = async (conditions: FieldCondition[]): Promise<LakeEntry[]> => {
    const found: LakeEntry[] = []
    const documents = await store()
    for (let after: string | undefined, more = true; more && found.length < mostFiles;) {
      const page = await documents.find(collection, { conditions, limit: onPage, ...(after && { after }) })
      found.push(...page.documents.map(entryOf))
      after = page.next
      more = after !== undefined
    }
    return found
  }
  const below = (path: string): FieldCondition => ({ field: 'path', operator: 'starts_with', value: `${path}/` })
  const one = async (path: string) => {
    const kept = await (await store()).get(collection, idOf(path))
    return kept && entryOf(kept)
  }

  async function keep(files: readonly (LakeEntry & { words: string })[]) {
    await (await store()).putMany(collection, files.map(documentOf))
  }

  return {
    one,
    inFolder: (folder: string) => find([{ field: 'folder', operator: 'equals', value: cleanPath(folder) }]),

    /** Files whose names, tags or words hold each of the words, the newest first. */
    async search({ words, tag, after, limit }: { words: string; tag: string; after?: string; limit: number }) {
      const { documents, next } = await (
        await store()
      ).find(collection, {
        limit,
        ...(words !== '' && { search: words }),
        ...(tag !== '' && { conditions: [{ field: 'tag_line', operator: 'contains', value: lineOf([tag]) }] }),
        ...(after && { after }),
      })
      return { entries: documents.map(entryOf), next: next ?? null }
    },

    /** All tags, with how many files have each. */
    async tags(): Promise<{ tag: string; files: number }[]> {
      const tagged = await find([{ field: 'tag_line', operator: 'not_equals', value: '' }])
      const counts = Map.groupBy(
        tagged.flatMap(({ tags }) => tags),
        (tag) => tag,
      )
      return [...counts].map(([tag, of]) => ({ tag, files: of.length })).toSorted((a, b) => a.tag.localeCompare(b.tag))
    },

    async tag(file: Stat, tags: readonly string[], readWords: ReadWords): Promise<LakeEntry> {
      const known = (await one(file.path)) ?? newEntry(file, { by: 'found', at: now() })
      const entry = { ...known, tags: tagsOf(tags) }
      await keep([{ ...entry, words: await readWords(file.path, file.size) }])
      return entry
    },

    /** A file has been written: where it came from holds from now on, its tags stay. Without words it waits for the next look to read them. */
    async brought(file: Stat, origin: Origin, readWords?: ReadWords): Promise<void> {
      const known = await one(file.path)
      const entry = { ...newEntry(file, origin), tags: known?.tags ?? [], is_read: readWords !== undefined }
      await keep([{ ...entry, words: (await readWords?.(file.path, file.size)) ?? '' }])
    },

    /** A file or folder has got another place. */
    async moved(path: string, to: string): Promise<void> {
      const [from, target] = [cleanPath(path), cleanPath(to)]
      const own = await one(from)
      const moved = [...(own ? [own] : []), ...(await find([below(from)]))]
      if (moved.length === 0) return
      // Their words are read again by the next look.
      await keep(
        moved.map((entry) => ({
          ...entry,
          ...placeOf(target + entry.path.slice(from.length)),
          ...{ is_read: false, words: '' },
        })),
      )
      await (await store()).remove(collection, { ids: moved.map((entry) => idOf(entry.path)) })
    },

    async removed(path: string): Promise<void> {
      const documents = await store()
      await documents.remove(collection, { ids: [idOf(path)] })
      await documents.remove(collection, { conditions: [below(cleanPath(path))] })
    },

    /** Finds what lies in the storage and reads the words of what is new or different, as far as the time reaches. */
    async look(storage: Storage, readWords: ReadWords, { milliseconds }: { milliseconds: number }): Promise<Look> {
      const isOver = cuttingOff(milliseconds)
      const { files, complete } = await filesOf(storage)
      const known = new Map((await find([])).map((entry) => [entry.path, entry]))
      const changed = files.filter(({ path, size, modified_at }) => {
        const kept = known.get(path)
        return !kept?.is_read || kept.size !== size || kept.modified_at !== modified_at
      })
      let read = 0
      for (const file of changed) {
        if (isOver()) break
        const kept = known.get(file.path)
        const entry = { ...newEntry(file, kept?.origin ?? { by: 'found', at: now() }), tags: kept?.tags ?? [] }
        await keep([{ ...entry, words: await readWords(file.path, file.size) }])
        read++
      }
      if (complete) {
        const there = new Set(files.map(({ path }) => path))
        const gone = [...known.keys()].filter((path) => !there.has(path)).map(idOf)
        for (let i = 0; i < gone.length; i += onPage)
          await (await store()).remove(collection, { ids: gone.slice(i, i + onPage) })
      }
      return { files: files.length, read, left: changed.length - read }
    },
  }
}

const now = () => new Date().toISOString()
const idOf = (path: string) => uuidOf(`file ${cleanPath(path)}`)
const placeOf = (path: string) => ({
  path,
  name: posix.basename(path),
  folder: posix.dirname(path).replace(/^\.$/, ''),
})
const newEntry = ({ path, size, modified_at }: Stat, origin: Origin): LakeEntry => ({
  ...placeOf(cleanPath(path)),
  ...{ size, modified_at, tags: [], origin, is_read: true },
})

/** Each once, without what a line of them begins and ends them with. */
const tagsOf = (tags: readonly string[]) =>
  [...new Set(tags.map((tag) => tag.trim().replaceAll('|', ' ')).filter(Boolean))].slice(0, mostTags)
/** Lists equal nothing in a document, so that tags are also kept as a line that can be looked through. */
const lineOf = (tags: readonly string[]) => (tags.length === 0 ? '' : `|${tags.join('|')}|`)

function documentOf({ words, ...entry }: LakeEntry & { words: string }): NewDocument {
  const { name, path, tags } = entry
  return {
    id: idOf(path),
    document: { ...entry, tag_line: lineOf(tags) },
    text: [name, path, ...tags, words].join(' ').toWellFormed().replaceAll('\0', ' '),
  }
}

function entryOf({ document }: Pick<StoredDocument, 'document'>): LakeEntry {
  const { tag_line: _, ...entry } = document as LakeEntry & { tag_line: string }
  return entry
}

async function filesOf(storage: Storage) {
  const files: Stat[] = []
  const folders = ['']
  while (folders.length > 0) {
    if (files.length >= mostFiles) return { files, complete: false }
    for (const { kind, path, size, modified_at } of await storage.folder(folders.pop()!))
      if (isVersion(path)) continue
      else if (kind === 'folder') folders.push(path)
      else files.push({ path, size, modified_at })
  }
  return { files, complete: true }
}
