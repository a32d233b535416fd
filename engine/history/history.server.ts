import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { headOf } from './commit.server.ts'
import { readText } from './objects.server.ts'

const texts = defineMessages({
  noProject: { en: 'Git project for this tenant not found', de: 'Git-Projekt für diesen Mandanten nicht gefunden' },
  noRevision: { en: 'This revision does not exist.', de: 'Diese Revision gibt es nicht.' },
})

export type Revision = {
  commit: string
  version: number | null
  name: string
  message: string
  author_name: string
  author_email: string
  created_at: string
}

const columns = ['commit', 'version', 'name', 'message', 'author_name', 'author_email', 'created_at'] as const

/** The versions of a thing, newest first. */
export async function versionsOf(
  trx: Scoped,
  id: string,
  { page = 1, perPage = 25 }: { page?: number; perPage?: number } = {},
): Promise<{ revisions: Revision[]; total: number }> {
  const of = trx.selectFrom('git_changes').where('definition_id', '=', id)
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const revisions = await of
    .select(columns)
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { revisions, total }
}

/** The change that a revision of a thing is: its newest up to that commit. */
async function changeAt(trx: Scoped, id: string, commit: string) {
  const known = await trx
    .selectFrom('git_changes')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('commit', '=', commit)
    .executeTakeFirst()
  if (known?.id) return newestChange(trx, id, '<=', known.id)
  if ((await headOf(trx)) === '') throw new NotFound('GIT_PROJECT_NOT_FOUND', texts.noProject())
  throw new NotFound('GIT_REVISION_NOT_FOUND', texts.noRevision())
}

const newestChange = (trx: Scoped, id: string, is: '<' | '<=', change: number) =>
  trx
    .selectFrom('git_changes')
    .select(['id', 'commit', 'version', 'blob', 'created_at'])
    .where('definition_id', '=', id)
    .where('id', is, change)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A thing as it stood after a commit, as it was kept; nothing where it was not there. */
export async function versionAt(
  trx: Scoped,
  id: string,
  commit: string,
): Promise<{ id: number; text: string } | undefined> {
  const change = await changeAt(trx, id, commit)
  const text = change?.blob && (await readText(trx, change.blob))
  return change && text ? { id: Number(change.id), text } : undefined
}

/** A thing at two revisions, ready to be laid side by side; without `from`, against the version before. */
export async function compareVersions(
  trx: Scoped,
  id: string,
  to: string,
  from?: string,
): Promise<{ before: string; after: string; from: string | undefined; to: string }> {
  const after = (await versionAt(trx, id, to))?.text ?? ''
  const against = from ?? (await previous(trx, id, to))
  return { before: against ? ((await versionAt(trx, id, against))?.text ?? '') : '', after, from: against, to }
}

async function previous(trx: Scoped, id: string, commit: string) {
  const change = await changeAt(trx, id, commit)
  return change && (await newestChange(trx, id, '<', change.id))?.commit
}

/** Gives a version another name; nothing where there is no such version. */
export const renameVersion = (trx: Scoped, id: string, commit: string, name: string): Promise<Revision | undefined> =>
  trx
    .updateTable('git_changes')
    .set({ name })
    .where('definition_id', '=', id)
    .where('commit', '=', commit)
    .returning(columns)
    .executeTakeFirst()
