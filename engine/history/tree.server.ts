import git from 'isomorphic-git'
import { gitFiles as fs } from './files.server.ts'

type Change = { path: string[]; blob: string | null }
type Place = { gitdir: string; cache: object }

/** The tree that comes of `tree` when some of its files are written (`text`) or removed (`null`). */
export async function changedTree(
  place: Place,
  tree: string | undefined,
  files: Record<string, string | null>,
): Promise<string> {
  const changes: Change[] = []
  for (const [path, text] of Object.entries(files)) {
    const blob =
      text === null ? null : await git.writeBlob({ fs, gitdir: place.gitdir, blob: new TextEncoder().encode(text) })
    changes.push({ path: path.split('/'), blob })
  }
  return (await descend(place, tree, changes)) ?? git.writeTree({ fs, gitdir: place.gitdir, tree: [] })
}

/** A tree without entries is none: git keeps no empty folders. */
async function descend(place: Place, tree: string | undefined, changes: Change[]): Promise<string | undefined> {
  const entries = new Map(
    tree ? (await git.readTree({ fs, ...place, oid: tree })).tree.map((entry) => [entry.path, entry]) : [],
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
  return entries.size === 0 ? undefined : git.writeTree({ fs, gitdir: place.gitdir, tree: [...entries.values()] })
}

const folderOf = (entry: { oid: string; type: string } | undefined) => (entry?.type === 'tree' ? entry.oid : undefined)
