import { draftContents, type DraftContent, type DraftKind } from '@weft/contracts/drafts.ts'
import { definitionOf, sourceIn, textOf } from '@weft/engine/history/canonical.ts'
import {
  draftText,
  draftTextWithIds,
  dropDraft,
  findDraft,
  lockDraft,
  saveDraft,
  type Draft,
} from '@weft/engine/history/drafts.server.ts'
import { versionAt } from '@weft/engine/history/history.server.ts'
import { keepChanged, textNow } from '@weft/engine/history/keep.server.ts'
import { kindOf } from '@weft/engine/history/kinds.ts'
import { textsWithNames, textWithIds } from '@weft/engine/history/references.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict, Invalid } from '@weft/kit/errors/errors.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import { authorOf } from '../../http/author.ts'
import { findDefinition, refuseUnless } from '../definitions/admit.ts'
import { readHead } from '../workflows/rows.ts'
import { valuesIn, type Asked, type Publishing } from './draftable.ts'
import { draftables, isDraftKind } from './kinds.ts'

const texts = defineMessages({
  draft: { en: 'Draft of {name}', de: 'Entwurf von {name}' },
  published: { en: 'Publish {name}', de: '{name} veröffentlichen' },
  moved: {
    en: 'Somebody else has published in the meantime. Please compare again.',
    de: 'Jemand anderes hat inzwischen veröffentlicht. Bitte vergleichen Sie noch einmal.',
  },
  otherKind: {
    en: 'This is the draft of another kind of thing.',
    de: 'Das ist der Entwurf von etwas anderem.',
  },
  older: {
    en: 'This version has a form of long ago that cannot be edited any more.',
    de: 'Diese Fassung hat eine frühere Form, die sich nicht mehr bearbeiten lässt.',
  },
})

/** A thing there can be drafts of, as it is live. */
export type Live = { id: string; kind: DraftKind; name: string; project_id: string | null; version: number }

/** Whoever may change a thing may draft it; throws not found where it is not there or not drafted. */
export async function admitDraft(
  trx: Scoped,
  id: string,
  user: Caller,
  action: 'view' | 'update' | 'publish',
): Promise<Live> {
  const { kind, name, project_id, version, removed_at } = await findDefinition(trx, id)
  if (!isDraftKind(kind) || removed_at) throw notFound()
  // What runs by itself has a right of its own to be let loose.
  refuseUnless(user, kind, action === 'publish' && kind !== 'workflow' ? 'update' : action)
  // A workflow has a version for what runs, which its other settings leave as it is.
  return { id, kind, name, project_id, version: kind === 'workflow' ? (await readHead(trx, id)).version : version }
}

type Work = { content: DraftContent; revision?: number | undefined; base_version?: number | undefined }

/** Keeps somebody's draft of a thing: what is not drafted of it as it is, the rest as they wrote it. */
export async function saveContent(trx: Scoped, live: Live, { content, ...work }: Work, { user, language }: Asked) {
  if (content.kind !== live.kind) throw invalidField('content.kind', texts.otherKind())
  const text = await textNow(trx, live.id, await asStored(trx, content))
  if (text === undefined) throw notFound()
  return saveDraft(trx, {
    definition_id: live.id,
    user_id: user.id,
    text,
    ...work,
    base_version: work.base_version ?? live.version,
    is_rebased: work.base_version !== undefined,
    message: say(texts.draft({ name: live.name }), language),
    author: await authorOf(trx, user),
  })
}

/** Values in the order the database gives them back in, so that a comparison shows what differs and nothing else. */
async function asStored(trx: Scoped, content: DraftContent): Promise<Record<string, unknown>> {
  const values = valuesIn(content)
  if (kindOf(content.kind).text) return values
  const { rows } = await sql<{ values: Record<string, unknown> }>`
    select ${JSON.stringify(values)}::jsonb as values`.execute(trx)
  return rows[0]!.values
}

/** A draft as whoever asks sees it. */
export const toldDraft = (draft: Draft, version: number, user: Pick<Caller, 'id'>) => ({
  ...draft,
  is_own: draft.user_id === user.id,
  is_behind: draft.base_version !== version,
})

/** What a draft says, as it would be live. */
export const contentOf = async (trx: Scoped, { kind, project_id }: Live, draft: Draft): Promise<DraftContent> =>
  contentIn(kind, await draftTextWithIds(trx, draft, project_id))

/** What a version said, to go on from. */
export async function contentAt(trx: Scoped, { id, kind, project_id }: Live, revision: string): Promise<DraftContent> {
  const version = await versionAt(trx, id, revision)
  if (!version) throw notFound()
  return contentIn(kind, await textWithIds(trx, version.text, { project_id, at: version.id }))
}

function contentIn(kind: DraftKind, kept: string): DraftContent {
  const { text } = kindOf(kind)
  const all = text ? { [text]: sourceIn(kept) } : definitionOf(kept)?.values
  const values = Object.fromEntries(drafted(kind).map((column) => [column, all?.[column]]))
  const parsed = (said: object) => draftContents[kind].safeParse({ kind, ...said }).data
  // What was kept under older rules may lack what has a default today.
  const content = parsed(values) ?? parsed(draftables[kind].finished(values) ?? {})
  if (!content) throw new Invalid('DRAFT_OF_OLDER_FORM', texts.older())
  return content
}

/** The columns of a thing that its drafts say. */
const drafted = (kind: DraftKind) => Object.keys(draftContents[kind].shape).filter((column) => column !== 'kind')

/** A draft beside what is live, both with names: of a workflow its text, of others all that is kept of them. */
export async function draftBesideLive(trx: Scoped, { id, kind, version }: Live, draft_id: string) {
  const draft = await draftText(trx, await findDraft(trx, id, draft_id))
  const [live] = await textsWithNames(trx, [(await textNow(trx, id)) ?? ''])
  if (kindOf(kind).text) return { before: sourceIn(live!), after: sourceIn(draft), version }
  const [of, wanted] = [definitionOf(live!), definitionOf(draft)]
  if (!of || !wanted) throw notFound()
  const said = Object.fromEntries(drafted(kind).map((column) => [column, wanted.values[column]]))
  return { before: live!, after: textOf({ ...of, values: { ...of.values, ...said } }), version }
}

/** Takes somebody's own draft away; of others' nobody knows what is not theirs. */
export async function discardDraft(trx: Scoped, id: string, draft_id: string, user: Pick<Caller, 'id'>) {
  const draft = await findDraft(trx, id, draft_id)
  if (draft.user_id !== user.id) throw notFound()
  await dropDraft(trx, draft.id)
}

type Wish = Publishing & { version: number; revision: number }

/** Makes a draft what is live, with every check of a live save; the draft goes with it. Answers the version that is live now. */
export async function publishDraft(asked: Asked, id: string, draft_id: string, wish: Wish): Promise<number> {
  const { context, scope, user, language } = asked
  const admitted = (trx: Scoped) => admitDraft(trx, id, user, 'publish')
  const { content, kind } = await inScope(context.db, scope, async (trx) => {
    const live = await admitted(trx)
    return { content: await contentOf(trx, live, await lockDraft(trx, id, draft_id, wish.revision)), kind: live.kind }
  })
  const publish = await draftables[kind].publish(asked, id, valuesIn(content))
  return inScope(context.db, scope, async (trx) => {
    // The thing before its draft, as a live save has it: nobody waits for another in a circle.
    await trx
      .selectFrom(kindOf(kind).table as 'notes')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .execute()
    const live = await admitted(trx)
    await lockDraft(trx, id, draft_id, wish.revision)
    if (live.version !== wish.version) throw new Conflict('VERSION_CONFLICT', texts.moved())
    const message = wish.message || say(texts.published({ name: live.name }), language)
    await publish(trx, { ...wish, message })
    await keepChanged(trx, { author: () => authorOf(trx, user), language, message, name: wish.name })
    await dropDraft(trx, draft_id)
    return (await admitted(trx)).version
  })
}
