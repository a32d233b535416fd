import { useQuery } from '@tanstack/react-query'
import type { DraftContent, DraftKind } from '@weft/contracts/drafts.ts'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { queries, refresh } from '@weft/kit/ui/queries.ts'
import { session } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { createStore, useStore } from 'zustand'

const texts = defineMessages({
  discardTitle: { en: 'Discard your draft?', de: 'Ihren Entwurf verwerfen?' },
  discardText: { en: 'What is live stays as it is.', de: 'Was live ist, bleibt, wie es ist.' },
  discard: { en: 'Discard draft', de: 'Entwurf verwerfen' },
  takeTitle: { en: 'Replace your own draft?', de: 'Ihren eigenen Entwurf ersetzen?' },
  takeText: {
    en: 'You have a draft already. It is replaced by the one of {name}.',
    de: 'Sie haben schon einen Entwurf. Er wird durch den von {name} ersetzt.',
  },
  take: { en: 'Replace', de: 'Ersetzen' },
})

type Listed = Answer<'GET', `/definitions/${string}/drafts`>['data']
export type DraftHead = Listed['drafts'][number]
export type Draft = Answer<'GET', `/definitions/${string}/drafts/${string}`>['data']
/** Which version of a thing one sees: the live one, or a draft by its id. */
export type Seen = 'live' | (string & {})

const listKey = (id: string) => [`/definitions/${id}/drafts`, session.get().project?.id]
export const draftKey = (id: string, draft: string) => [`/definitions/${id}/drafts/${draft}`]

/** What somebody has chosen to see of a thing; without a choice their own draft, where there is one. */
const chosen = createStore<Record<string, Seen | undefined>>(() => ({}))
const choose = (id: string, seen: Seen | undefined) => chosen.setState({ [id]: seen })

/** The drafts of a thing, and which version of it one sees. What is typed and not saved goes with `drop`. */
export function useDrafts(id: string, drop: (id: string) => void) {
  const { data, isError } = useQuery({
    queryKey: listKey(id),
    queryFn: async ({ signal }) =>
      (await api.get(`/definitions/${id}/drafts`, undefined, { signal, quiet: true })).data,
    staleTime: 10_000,
    refetchOnMount: 'always',
  })
  const drafts = data?.drafts ?? (isError ? [] : undefined)
  const own = drafts?.find(({ is_own }) => is_own)
  const wish = useStore(chosen, (all) => all[id])
  const there = wish === 'live' || drafts?.some((draft) => draft.id === wish) ? wish : undefined
  const seen: Seen = there ?? own?.id ?? 'live'
  const isOwn = own !== undefined && own.id === seen
  const draft = useQuery({
    queryKey: draftKey(id, seen),
    enabled: seen !== 'live',
    queryFn: async ({ signal }) =>
      (await api.get(`/definitions/${id}/drafts/${seen}`, undefined, { signal, quiet: true })).data,
    staleTime: Infinity,
    refetchOnMount: 'always',
  })
  return {
    id,
    /** The one that is live; unknown while it is not loaded. */
    version: data?.version,
    drafts,
    own,
    seen,
    isOwn,
    /** What others work on is looked at; so is what is live where one has a draft of it. */
    isWritable: isOwn || (seen === 'live' && !own),
    draft: seen === 'live' ? undefined : draft.data,
    drop,
    see(wanted: Seen) {
      drop(id)
      choose(id, wanted)
    },
  }
}
export type Drafts = ReturnType<typeof useDrafts>

/** For a form that alone knows what is typed, and begins anew with what it is given. */
export const nothingElsewhere = () => {}

/** What a draft of a kind says. */
export const contentOf = <Kind extends DraftKind>(draft: Draft | undefined, kind: Kind) =>
  draft?.content.kind === kind ? (draft.content as Extract<DraftContent, { kind: Kind }>) : undefined

/** Takes up what the server now has of one's own draft, and shows it. */
function showDraft(id: string, draft: Draft) {
  queries.setQueryData(draftKey(id, draft.id), draft)
  queries.setQueryData<Listed>(
    listKey(id),
    (known) => known && { ...known, drafts: [draft, ...known.drafts.filter((one) => one.id !== draft.id)] },
  )
  choose(id, draft.id)
}

/** After a draft is published or gone, one sees what is live. */
export async function leaveDraft(id: string) {
  queries.setQueryData<Listed>(
    listKey(id),
    (known) => known && { ...known, drafts: known.drafts.filter(({ is_own }) => !is_own) },
  )
  choose(id, undefined)
  await refresh(`/definitions/${id}/drafts`)
}

type Keeping = { content: DraftContent; revision: number; base_version?: number }

/** Saves one's own draft in place of that save of it, 0 where there is none yet. */
export async function keepDraft(id: string, keeping: Keeping): Promise<Draft> {
  const { data } = await api.put(`/definitions/${id}/draft`, keeping)
  showDraft(id, data)
  return data
}

/** An earlier version becomes one's own draft, in place of the one there is. */
export async function draftVersion({ id, own, drop }: Drafts, commit: string): Promise<void> {
  const { data } = await api.post(`/definitions/${id}/versions/${commit}/draft`, { revision: own?.revision ?? 0 })
  drop(id)
  showDraft(id, data)
}

/** What one may do with drafts beside writing them. */
export function useDraftActions({ id, own, draft, drop }: Drafts) {
  const t = useTexts(texts)
  const discard = async () => {
    if (!own) return
    const question = { title: t.discardTitle(), text: t.discardText(), action: t.discard(), danger: true }
    if (!(await confirm(question))) return
    await api.delete(`/definitions/${id}/drafts/${own.id}`)
    drop(id)
    await leaveDraft(id)
  }
  const takeOver = async () => {
    if (!draft) return
    const question = { title: t.takeTitle(), text: t.takeText({ name: draft.author_name }), action: t.take() }
    if (own && !(await confirm({ ...question, danger: true }))) return
    const { content, base_version } = draft
    drop(id)
    await keepDraft(id, { content, base_version, revision: own?.revision ?? 0 })
  }
  return { discard, takeOver }
}
