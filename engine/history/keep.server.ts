import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { textOf } from './canonical.ts'
import { commitFiles, type Author } from './commit.server.ts'
import { definitionKinds, kindOf, pathOf, type DefinitionKind } from './kinds.ts'
import { oidOfText } from './objects.server.ts'
import { textsWithNames } from './references.server.ts'
import { keepUses } from './uses.server.ts'

const texts = defineMessages({
  created: { en: 'Create {name}', de: '{name} anlegen' },
  changed: { en: 'Change {name}', de: '{name} ändern' },
  removed: { en: 'Delete {name}', de: '{name} löschen' },
  several: { en: 'Change {count} definitions', de: '{count} Definitionen ändern' },
})

export type Keeping = {
  /** Asked only where something is kept. */
  author: () => Promise<Author>
  /** In which the commit speaks where nothing is said. */
  language: Language
  /** What the commit says. */
  message?: string | undefined
  /** What the version is called. */
  name?: string | undefined
}

type Unkept = Awaited<ReturnType<typeof unkeptIn>>[number]
type Version = Unkept & { at: string; text: string | null; plain: string | undefined }

/**
 * Keeps whatever definitions were changed since their newest versions, as one commit of the transaction that changed them. Triggers say
 * which these are, so no way to change a thing can forget it.
 */
export async function keepChanged(trx: Scoped, keeping: Keeping): Promise<string | undefined> {
  const unkept = await unkeptIn(trx)
  if (unkept.length === 0) return undefined
  const versions = await versionsOf(trx, unkept)
  const changed = versions.filter(
    ({ text, blob, path, at }) => path !== at || (text === null ? blob !== null : oidOfText(text) !== blob),
  )
  const commit = changed.length > 0 ? await keep(trx, changed, keeping) : undefined
  const ids = unkept.map(({ id }) => id)
  await trx.updateTable('definitions').set({ unkept: false }).where('id', 'in', ids).execute()
  return commit
}

const unkeptIn = (trx: Scoped) =>
  trx
    .selectFrom('definitions')
    .select(['id', 'project_id', 'kind', 'key', 'name', 'path', 'blob', 'version', 'removed_at'])
    .where('unkept', '=', true)
    .where('kind', 'in', definitionKinds)
    // What names a field is read as of its own version: a structure kept together with it comes before it.
    .orderBy((eb) => eb('kind', '<>', 'data_structure'))
    .orderBy('id')
    .execute()

/** What each of them is now, and where it lies. */
async function versionsOf(trx: Scoped, unkept: Unkept[]): Promise<Version[]> {
  const projects = await projectKeys(trx, unkept)
  const rows = await rowsOf(trx, unkept)
  const isThere = unkept.filter(({ id }) => rows.has(id))
  const plain = isThere.map(({ id, kind, key }) => textOf({ kind: kind as DefinitionKind, key, values: rows.get(id)! }))
  const named = await textsWithNames(trx, plain)
  const texts = new Map(isThere.map(({ id }, i) => [id, { text: named[i]!, plain: plain[i] }]))
  return unkept.map((one) => ({
    ...one,
    at: pathOf(one.kind as DefinitionKind, one.key, one.project_id ? projects.get(one.project_id) : undefined),
    text: texts.get(one.id)?.text ?? null,
    plain: texts.get(one.id)?.plain,
  }))
}

async function projectKeys(trx: Scoped, of: Unkept[]) {
  const ids = [...new Set(of.flatMap(({ project_id }) => project_id ?? []))]
  if (ids.length === 0) return new Map<string, string>()
  const rows = await trx.selectFrom('definitions').select(['id', 'key']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, key }) => [id, key]))
}

async function rowsOf(trx: Scoped, of: Pick<Unkept, 'id' | 'kind'>[]) {
  const rows = new Map<string, Record<string, unknown>>()
  for (const [kind, group] of Map.groupBy(of, (one) => one.kind as DefinitionKind)) {
    const { table, columns, text } = kindOf(kind)
    // Which table it is, is known only at run time; the columns are the declaration's.
    const found = (await trx
      .selectFrom(table as 'notes')
      .select(['id', ...columns, ...(text ? [text] : [])] as 'id'[])
      .where(
        'id',
        'in',
        group.map(({ id }) => id),
      )
      .execute()) as ({ id: string } & Record<string, unknown>)[]
    for (const row of found) rows.set(row.id, row)
  }
  return rows
}

/** The text of a thing as it is, or would be with other values, with ids; nothing where it is not there. */
export async function textNow(
  trx: Scoped,
  id: string,
  other: Record<string, unknown> = {},
): Promise<string | undefined> {
  const found = await trx
    .selectFrom('definitions')
    .select(['id', 'kind', 'key'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const row = (await rowsOf(trx, [found])).get(id)
  return row && textOf({ kind: found.kind as DefinitionKind, key: found.key, values: { ...row, ...other } })
}

async function keep(
  trx: Scoped,
  changed: Version[],
  { author, language, message, name = '' }: Keeping,
): Promise<string> {
  const moved = changed.filter(({ path, at }) => path && path !== at).map(({ path }) => [path, null] as const)
  const files = Object.fromEntries([...moved, ...changed.map(({ at, text }) => [at, text] as const)])
  const said = message || say(usualMessage(changed), language)
  const by = await author()
  const { commit, blobs } = await commitFiles(trx, { files, message: said, author: by })
  await trx
    .insertInto('git_changes')
    .values(
      changed.map(({ id, project_id, kind, at, version }) => ({
        definition_id: id,
        project_id: kind === 'project' ? id : project_id,
        commit,
        path: at,
        blob: blobs.get(at) ?? null,
        version: version + 1,
        name,
        message: said,
        author_name: by.name,
        author_email: by.email,
      })),
    )
    .execute()
  for (const { id, at, version } of changed)
    await trx
      .updateTable('definitions')
      .set({ path: at, blob: blobs.get(at) ?? null, version: version + 1 })
      .where('id', '=', id)
      .execute()
  await keepUses(trx, changed)
  return commit
}

function usualMessage([first, ...others]: Version[]) {
  if (others.length > 0) return texts.several({ count: others.length + 1 })
  const { name, text, version } = first!
  return (text === null ? texts.removed : version === 0 ? texts.created : texts.changed)({ name })
}
