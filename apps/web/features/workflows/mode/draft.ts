import { noPast } from '@weft/kit/workflow-text/undo.ts'
import type { Written } from '@weft/designers/workflow/use-document.ts'
import { createStore, useStore } from 'zustand'

/** A text that is being changed and the version it began from. Lives outside the screens, so changing the mode loses nothing. */
export type WorkflowDraft = Written & { saved: string; version: number }

const drafts = createStore<Record<string, WorkflowDraft | undefined>>(() => ({}))

export const useDraft = (id: string) => useStore(drafts, (all) => all[id])

/** Begins with what the server has; a draft with changes of its own stays as it is. */
export function openDraft(id: string, { source, version }: { source: string; version: number }) {
  const known = drafts.getState()[id]
  if (known && known.text !== known.saved) return
  if (known?.version === version && known.saved === source) return
  drafts.setState({ [id]: { text: source, past: noPast, saved: source, version } })
}

export function writeDraft(id: string, written: Written) {
  const known = drafts.getState()[id]
  if (known) drafts.setState({ [id]: { ...known, ...written } })
}

/** After saving: what the server now has; what was typed meanwhile stays. */
export function keepSaved(id: string, { source, version }: { source: string; version: number }) {
  const known = drafts.getState()[id]
  drafts.setState({ [id]: { text: known?.text ?? source, past: known?.past ?? noPast, saved: source, version } })
}

export const dropDraft = (id: string) => drafts.setState({ [id]: undefined })
