import type { StepProblemView } from '@weft/designers/workflow/problem.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { invalidate, queries, refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useLeaving } from '../../shared/editing/draft.ts'
import { codeKey, type WorkflowCode } from '../api.ts'
import { dropText, keepSaved, type OpenText } from './open-text.ts'
import { useDrafting } from '../../shared/drafts/use-drafting.tsx'
import type { DraftHead, Drafts } from '../../shared/drafts/use-drafts.ts'

const texts = defineMessages({
  leaveText: {
    en: 'The changes to this workflow have not been saved yet.',
    de: 'Die Änderungen an diesem Workflow sind noch nicht gespeichert.',
  },
  saved: { en: 'Saved as version {version}', de: 'Als Version {version} gespeichert' },
  withHints: {
    en: 'Saved with {count, plural, one {# hint} other {# hints}}',
    de: 'Mit {count, plural, one {# Hinweis} other {# Hinweisen}} gespeichert',
  },
  published: { en: 'Published as version {version}', de: 'Als Version {version} veröffentlicht' },
  notYet: { en: 'Not publishable yet', de: 'Noch nicht veröffentlichbar' },
})

type Work = {
  workflow: WorkflowCode
  open: OpenText
  drafts: Drafts
  mistake(): Promise<StepProblemView | undefined>
  onMistake(problem: StepProblemView): void
}

/**
 * Saves what is open: beside what runs, once something does. A workflow with mistakes is saved, and not published; the first of them is
 * shown. Publishing over what runs is asked for beside it, so that whoever does it has seen it.
 */
export function useSavingWorkflow({ workflow, open, drafts, mistake, onMistake }: Work) {
  const { id, published } = workflow
  const t = useTexts(texts)
  const language = useLanguage()
  const isDirty = open.text !== open.saved
  useLeaving({
    dirty: isDirty,
    text: t.leaveText(),
    keeps: (pathname) => pathname.startsWith(`/project/workflows/${id}/mode/`),
    drop: () => dropText(id),
  })
  const { isSaving, saving, keep, tellSaved, askToPublish, dialog, compare } = useDrafting(drafts, async () => {
    await invalidate({ queryKey: codeKey(id) })
    await refresh('/workflows')
  })

  const saveLive = (publish: boolean) =>
    saving(async () => {
      const { text: source, version } = open
      const { data } = await api.put(`/workflows/${id}/code`, { source, version, ...(publish && { published: true }) })
      if (publish && !data.active) await api.put(`/workflows/${id}/triggers`, { active: true })
      keepSaved(id, { ...data, seen: 'live', revision: 0 })
      queries.setQueryData(codeKey(id), { ...data, active: publish || data.active })
      await refresh('/workflows', `/definitions/${id}/drafts`)
      if (publish) toast({ title: t.published(data), tone: 'green' })
      else tell(data, t.saved(data))
    })

  async function saveDraft(): Promise<DraftHead | undefined> {
    const { text: source, revision } = open
    const kept = await keep({ kind: 'workflow', source }, revision)
    if (kept) keepSaved(id, { source, version: workflow.version, seen: kept.id, revision: kept.revision })
    return kept
  }

  function tell({ problems: found }: Pick<WorkflowCode, 'problems'>, title: string) {
    if (found.length > 0) toast({ title: t.withHints({ count: found.length }), tone: 'amber' })
    else toast({ title, tone: 'green' })
  }

  async function save(): Promise<boolean> {
    if (!published) return saveLive(false)
    const kept = await saveDraft()
    if (kept) tellSaved()
    return kept !== undefined
  }

  async function publish(): Promise<void> {
    const error = await mistake()
    if (error) {
      toast({ title: t.notYet(), message: say(error.message, language), tone: 'amber' })
      return onMistake(error)
    }
    if (!published) return void (await saveLive(true))
    const draft = isDirty ? await saveDraft() : drafts.own
    if (draft) askToPublish(draft)
  }

  return { isSaving, save, publish, dialog, compare }
}
