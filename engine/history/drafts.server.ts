import { sql } from 'kysely'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { commitBeside, headOf, type Author } from './commit.server.ts'
import { readText } from './objects.server.ts'
import { textsWithNames, textWithIds } from './references.server.ts'

const texts = defineMessages({
  moved: {
    en: 'You have changed this draft elsewhere in the meantime. Please load it again.',
    de: 'Sie haben diesen Entwurf inzwischen an anderer Stelle geändert. Bitte laden Sie ihn neu.',
  },
  changed: {
    en: 'This draft has been changed in the meantime. Please look at it again.',
    de: 'Dieser Entwurf wurde inzwischen geändert. Bitte sehen Sie ihn sich noch einmal an.',
  },
})

export type Draft = {
  id: string
  definition_id: string
  user_id: string
  author_name: string
  author_email: string
  base_version: number
  revision: number
  blob: string
  seen: number
  updated_at: string
}

const columns = [
  'id',
  'definition_id',
  'user_id',
  'author_name',
  'author_email',
  'base_version',
  'revision',
  'blob',
  'seen',
  'updated_at',
] as const

/** Whoever works on a thing has a draft of it: the most recent first. */
export const draftsOf = (trx: Scoped, definition_id: string): Promise<Draft[]> =>
  trx
    .selectFrom('definition_drafts')
    .select(columns)
    .where('definition_id', '=', definition_id)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()

/** One draft of a thing; throws not found. */
export async function findDraft(trx: Scoped, definition_id: string, id: string): Promise<Draft> {
  const found = await trx
    .selectFrom('definition_drafts')
    .select(columns)
    .where('definition_id', '=', definition_id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** The draft of that save, which stays as it is until the transaction ends; anything else is a conflict. */
export async function lockDraft(trx: Scoped, definition_id: string, id: string, revision: number): Promise<Draft> {
  await trx.selectFrom('definitions').select('id').where('id', '=', definition_id).forUpdate().execute()
  const draft = await findDraft(trx, definition_id, id)
  if (draft.revision !== revision) throw new Conflict('DRAFT_CONFLICT', texts.changed())
  return draft
}

/** What a draft says, with names for what it points to. */
export const draftText = async (trx: Scoped, { blob }: Pick<Draft, 'blob'>) => (await readText(trx, blob)) ?? ''

/** The same as it runs: with ids. */
export const draftTextWithIds = async (trx: Scoped, draft: Draft, project_id: string | null) =>
  textWithIds(trx, await draftText(trx, draft), { project_id, at: draft.seen })

export type DraftSaving = {
  definition_id: string
  user_id: string
  /** What is kept: the whole text of the thing with ids, finished or not. */
  text: string
  /** The version it is begun from. */
  base_version: number
  /** Whether one there is already counts as begun from there, too. */
  is_rebased?: boolean
  /** The save it was made on; another one in the meantime is a conflict. */
  revision?: number | undefined
  message: string
  author: Author
}

/** Keeps somebody's draft of a thing in place of the one before, whatever stands in it. */
export async function saveDraft(trx: Scoped, saving: DraftSaving): Promise<Draft> {
  const { definition_id, user_id, revision, base_version, is_rebased, message, author } = saving
  const { path } = await trx
    .selectFrom('definitions')
    .select('path')
    .where('id', '=', definition_id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  const before = await trx
    .selectFrom('definition_drafts')
    .select('revision')
    .where('definition_id', '=', definition_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (revision !== undefined && revision !== (before?.revision ?? 0))
    throw new Conflict('DRAFT_CONFLICT', texts.moved())
  const [text] = await textsWithNames(trx, [saving.text])
  const { commit, blobs, objects } = await commitBeside(trx, await headOf(trx), {
    files: { [path]: text! },
    message,
    author,
  })
  const kept = {
    commit,
    blob: blobs.get(path)!,
    objects,
    seen: await newestChange(trx),
    author_name: author.name,
    author_email: author.email,
  }
  return trx
    .insertInto('definition_drafts')
    .values({ definition_id, user_id, base_version, ...kept })
    .onConflict((conflict) =>
      conflict.columns(['definition_id', 'user_id']).doUpdateSet({
        ...kept,
        ...(is_rebased && { base_version }),
        revision: sql<number>`definition_drafts.revision + 1`,
      }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Takes a draft away; a trigger takes what only it needed. */
export async function dropDraft(trx: Scoped, id: string): Promise<void> {
  await trx.deleteFrom('definition_drafts').where('id', '=', id).execute()
}

const newestChange = async (trx: Scoped) =>
  (
    await trx
      .selectFrom('git_changes')
      .select('id')
      .where('tenant_id', '=', sql<string>`weft_tenant()`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? 0
