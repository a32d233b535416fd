import type { DraftContent } from '@weft/contracts/drafts.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { lazy, Suspense, useState } from 'react'
import { useSaving } from '../editing/draft.ts'
import { keepDraft, leaveDraft, type Draft, type DraftHead, type Drafts } from './use-drafts.ts'

const DraftDialog = lazy(() => import('./draft-dialog.tsx').then((module) => ({ default: module.DraftDialog })))

const texts = defineMessages({
  saved: { en: 'Draft saved; what is live is unchanged', de: 'Entwurf gespeichert; was live ist, bleibt unverändert' },
  published: { en: 'Published as version {version}', de: 'Als Version {version} veröffentlicht' },
})

/**
 * Saves one's own draft of a thing and publishes it, by a dialog that shows the difference from what is live. Where another window was
 * quicker, the newest is loaded.
 */
export function useDrafting(drafts: Drafts, loadNewest: () => Promise<unknown>) {
  const { id, drop } = drafts
  const t = useTexts(texts)
  const [asked, setAsked] = useState<{ draft: DraftHead; publishes: boolean }>()
  const { isSaving, saving } = useSaving(async () => {
    drop(id)
    await refresh(`/definitions/${id}/drafts`)
    await loadNewest()
  })

  /** In place of the save one sees, or of another; 0 where there is none yet. */
  async function keep(
    content: DraftContent,
    revision = (drafts.isOwn && drafts.draft?.revision) || 0,
  ): Promise<Draft | undefined> {
    let kept: Draft | undefined
    await saving(async () => {
      kept = await keepDraft(id, { content, revision })
    })
    return kept
  }
  const askToPublish = (draft: DraftHead) => setAsked({ draft, publishes: true })
  const tellSaved = () => toast({ title: t.saved(), tone: 'green' })

  async function onPublished(version: number) {
    await loadNewest()
    drop(id)
    await leaveDraft(id)
    await refresh(`/definitions/${id}/versions`)
    toast({ title: t.published({ version }), tone: 'green' })
  }

  return {
    drafts,
    isSaving,
    saving,
    keep,
    tellSaved,
    askToPublish,
    compare: () => drafts.draft && setAsked({ draft: drafts.draft, publishes: false }),
    async saveDraft(content: DraftContent) {
      if (await keep(content)) tellSaved()
    },
    /** The last look before; what is not saved yet is saved first. */
    async publish(content: DraftContent, isDirty: boolean) {
      const draft = isDirty ? await keep(content) : drafts.own
      if (draft) askToPublish(draft)
    },
    dialog: asked && (
      <Suspense>
        <DraftDialog
          id={id}
          draft={asked.draft}
          onPublished={asked.publishes ? onPublished : undefined}
          onClose={() => setAsked(undefined)}
        />
      </Suspense>
    ),
  }
}
export type Drafting = ReturnType<typeof useDrafting>
