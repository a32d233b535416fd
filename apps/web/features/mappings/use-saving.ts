import type { MappingProblem } from '@weft/kit/define/mapping.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { invalidate, queries, refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useDrafting } from '../shared/drafts/use-drafting.tsx'
import type { Draft, Drafts } from '../shared/drafts/use-drafts.ts'
import { useLeaving } from '../shared/editing/draft.ts'
import { mappingKey, type Mapping } from './api.ts'
import { dropDraft, isDirty, keepSaved, unfinishedText, type MappingDraft } from './draft.ts'

const texts = defineMessages({
  leaveText: {
    en: 'The changes to this mapping have not been saved yet.',
    de: 'Die Änderungen an diesem Mapping sind noch nicht gespeichert.',
  },
  saved: { en: 'Saved', de: 'Gespeichert' },
  savedOpen: { en: 'Saved; not ready to run yet', de: 'Gespeichert; noch nicht lauffähig' },
  textOpen: {
    en: 'The text in code mode is no mapping yet. Mend it there, or undo it.',
    de: 'Der Text im Code-Modus ist noch kein Mapping. Korrigieren Sie ihn dort oder machen Sie ihn rückgängig.',
  },
  cannotSave: { en: 'This cannot be saved yet', de: 'So lässt es sich noch nicht speichern' },
})

type Work = {
  mapping: Mapping
  draft: MappingDraft
  drafts: Drafts
  problems: readonly MappingProblem[]
  readOnly: boolean
}

/** Saves what is open: what is live at once, or a draft beside it, which is published by a dialog that shows the difference. */
export function useSavingMapping({ mapping: { id, version: live }, draft, drafts, problems, readOnly }: Work) {
  const t = useTexts(texts)
  const language = useLanguage()
  const definition = draft.history.now
  const dirty = isDirty(draft)
  useLeaving({
    dirty,
    text: t.leaveText(),
    keeps: (pathname) => ['mapper', 'code', 'debug'].some((one) => pathname === `/project/mappings/${id}/${one}`),
    drop: () => dropDraft(id),
  })
  const { saving, ...drafting } = useDrafting(drafts, () => invalidate({ queryKey: mappingKey(id) }))

  /** Says that what stands in code mode is no mapping yet, where that is so. */
  function refusesText() {
    const isOpen = unfinishedText(draft) !== undefined
    if (isOpen) toast({ title: t.cannotSave(), message: t.textOpen(), tone: 'amber' })
    return isOpen
  }

  async function save() {
    if (readOnly || !dirty || refusesText()) return
    await (draft.seen === 'live' ? saveLive() : saveDraft())
  }

  async function saveLive() {
    const error = problems.find(({ severity }) => severity === 'error')
    if (error) return toast({ title: t.cannotSave(), message: say(error.message, language), tone: 'amber' })
    await saving(async () => {
      const { data } = await api.put(`/mappings/${id}`, { definition, version: draft.version })
      keepSaved(id, definition, { version: data.version })
      queries.setQueryData(mappingKey(id), data)
      await refresh('/mappings', `/definitions/${id}/drafts`)
      toast(data.runnable ? { title: t.saved(), tone: 'green' } : { title: t.savedOpen(), tone: 'amber' })
    })
  }

  async function keep(): Promise<Draft | undefined> {
    const kept = await drafting.keep({ kind: 'mapping', definition }, draft.revision)
    if (kept) keepSaved(id, definition, { version: live, seen: kept.id, revision: kept.revision })
    return kept
  }

  async function saveDraft() {
    if (!refusesText() && (await keep())) drafting.tellSaved()
  }

  async function publish() {
    if (refusesText()) return
    const kept = dirty ? await keep() : drafts.own
    if (kept) drafting.askToPublish(kept)
  }

  const { isSaving, dialog, compare } = drafting
  return { isSaving, save, saveDraft, publish, dialog, compare }
}
