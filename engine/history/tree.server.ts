import git from 'isomorphic-git'
import type { Place } from './objects.server.ts'

type Change = { path: string[]; blob: string | null }
/** Each file's new text, or null where it goes. */
export type Files = Record<string, string | null>

/** The tree that comes of `tree` when some of its files are written or removed, and what their texts are called. */
export async function changedTree(
  { fs, gitdir, cache }: Place,
  tree: string | undefined,
  files: Files,
): Promise<{ tree: string; blobs: Map<string, string> }> {
  const place = { fs, gitdir, cache }
  const blobs = new Map<string, string>()
  const changes: Change[] = []
  for (const [path, text] of Object.entries(files)) {
    const blob = text === null ? null : await git.writeBlob({ ...place, blob: new TextEncoder().encode(text) })
    if (blob) blobs.set(path, blob)
    changes.push({ path: path.split('/'), blob })
  }
  return { tree: (await descend(place, tree, changes)) ?? (await git.writeTree({ ...place, tree: [] })), blobs }
}

type Base = Pick<Place, 'fs' | 'gitdir' | 'cache'>

/** A tree without entries is none: git keeps no empty folders. */
async function descend(place: Base, tree: string | undefined, changes: Change[]): Promise<string | undefined> {
  const entries = new Map(
    tree ? (await git.readTree({ ...place, oid: tree })).tree.map((entry) => [entry.path, entry]) : [],
  )
  for (const [name, inside] of Map.groupBy(changes, (change) => change.path[0]!)) {
    const file = inside.find((change) => change.path.length === 1)
    const oid = file
      ? (file.blob ?? undefined)
      : await descend(
          place,
          folderOf(entries.get(name)),
          inside.map(({ path, blob }) => ({ path: path.slice(1), blob })),
        )
    if (oid) entries.set(name, { path: name, oid, type: file ? 'blob' : 'tree', mode: file ? '100644' : '040000' })
    else entries.delete(name)
  }
  return entries.size === 0 ? undefined : git.writeTree({ ...place, tree: [...entries.values()] })
}

const folderOf = (entry: { oid: string; type: string } | undefined) => (entry?.type === 'tree' ? entry.oid : undefined)
