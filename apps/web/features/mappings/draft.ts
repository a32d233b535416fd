import { begin, change, redo, undo, type UndoHistory } from '@weft/designers/mapping/history.ts'
import type { MappingDefinition } from '@weft/kit/define/mapping.ts'
import { createStore, useStore } from 'zustand'

/** A definition that is being changed. Lives outside the screens, so changing the mode loses nothing. */
export type MappingDraft = { history: UndoHistory<MappingDefinition>; saved: string; version: number }

const drafts = createStore<Record<string, MappingDraft | undefined>>(() => ({}))
const textOf = (definition: MappingDefinition) => JSON.stringify(definition)

export const useDraft = (id: string) => useStore(drafts, (all) => all[id])
export const isDirty = (draft: MappingDraft) => textOf(draft.history.now) !== draft.saved

/** Begins with what the server has; a draft with changes of its own stays as it is. */
export function openDraft(id: string, { definition, version }: { definition: MappingDefinition; version: number }) {
  const known = drafts.getState()[id]
  if (known && (isDirty(known) || (known.version === version && known.saved === textOf(definition)))) return
  drafts.setState({ [id]: { history: begin(definition), saved: textOf(definition), version } })
}

const update = (id: string, step: (history: UndoHistory<MappingDefinition>) => UndoHistory<MappingDefinition>) => {
  const known = drafts.getState()[id]
  if (known) drafts.setState({ [id]: { ...known, history: step(known.history) } })
}

export const changeDraft = (id: string, definition: MappingDefinition, group?: string) =>
  update(id, (history) => change(history, definition, group))
export const undoDraft = (id: string) => update(id, undo)
export const redoDraft = (id: string) => update(id, redo)

/** After saving: what the server now has; what was changed meanwhile stays. */
export function keepSaved(id: string, sent: MappingDefinition, version: number) {
  const known = drafts.getState()[id]
  if (known) drafts.setState({ [id]: { ...known, saved: textOf(sent), version } })
}

export const dropDraft = (id: string) => drafts.setState({ [id]: undefined })
