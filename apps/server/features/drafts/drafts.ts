import { sourceIn } from '@weft/engine/history/canonical.ts'
import {
  draftText,
  draftTextWithIds,
  dropDraft,
  findDraft,
  saveDraft,
  type Draft,
} from '@weft/engine/history/drafts.server.ts'
import { textNow } from '@weft/engine/history/keep.server.ts'
import { textsWithNames } from '@weft/engine/history/references.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { authorOf } from '../../http/author.ts'
import { readHead, readSource } from '../workflows/rows.ts'

const texts = defineMessages({ draft: { en: 'Draft of {label}', de: 'Entwurf von {label}' } })

type Work = {
  id: string
  source: string
  user: Pick<Caller, 'id' | 'email'>
  language: Language
  revision?: number | undefined
  base_version?: number | undefined
}

/** Keeps somebody's draft of a workflow: its columns as they are, its text as they wrote it. */
export async function saveWorkflowDraft(trx: Scoped, { id, source, user, language, ...work }: Work): Promise<Draft> {
  const { version, label } = await readHead(trx, id)
  const text = await textNow(trx, id, { source })
  if (text === undefined) throw notFound()
  return saveDraft(trx, {
    definition_id: id,
    user_id: user.id,
    text,
    ...work,
    base_version: work.base_version ?? version,
    is_rebased: work.base_version !== undefined,
    message: say(texts.draft({ label }), language),
    author: await authorOf(trx, user),
  })
}

/** A draft as whoever asks sees it. */
export const toldDraft = (draft: Draft, version: number, user: Pick<Caller, 'id'>) => ({
  ...draft,
  is_own: draft.user_id === user.id,
  is_behind: draft.base_version !== version,
})

/** The text of a draft as it would run. */
export async function sourceOfDraft(trx: Scoped, id: string, draft: Draft): Promise<string> {
  const { project_id } = await readHead(trx, id)
  return sourceIn(await draftTextWithIds(trx, draft, project_id))
}

/** The text of a draft beside the one that runs, both with names. */
export async function draftBesideLive(trx: Scoped, id: string, draft_id: string) {
  const { source, version } = await readSource(trx, id)
  const draft = await findDraft(trx, id, draft_id)
  const [before] = await textsWithNames(trx, [source])
  return { before: before!, after: sourceIn(await draftText(trx, draft)), version }
}

/** Takes somebody's own draft away; of others' nobody knows what is not theirs. */
export async function discardDraft(trx: Scoped, id: string, draft_id: string, user: Pick<Caller, 'id'>) {
  const draft = await findDraft(trx, id, draft_id)
  if (draft.user_id !== user.id) throw notFound()
  await dropDraft(trx, draft.id)
}
