import { begin, change, redo, undo, type UndoHistory } from '@weft/designers/mapping/history.ts'
import type { MappingDefinition } from '@weft/kit/define/mapping.ts'
import { createStore, useStore } from 'zustand'
import type { Seen } from '../shared/drafts/use-drafts.ts'

/** Which version of a mapping it is, as it was saved last: the live one, or that save of a draft. */
type Begun = { version: number; seen: Seen; revision: number }
/** A definition that is being changed. Lives outside the screens, so changing the mode loses nothing. */
export type MappingDraft = Begun & {
  history: UndoHistory<MappingDefinition>
  saved: string
  /** A text that is no mapping yet, and the mapping it was to be instead of. */
  unfinished?: { text: string; of: MappingDefinition } | undefined
  /** The text that was a mapping last, for its comments and its order. */
  written?: string
}

/** The texts that mappings came of, letter for letter: undo goes back to them with their comments and their order. */
const writtenAs = new WeakMap<MappingDefinition, string>()

const drafts = createStore<Record<string, MappingDraft | undefined>>(() => ({}))
const textOf = (definition: MappingDefinition) => JSON.stringify(definition)

export const useDraft = (id: string) => useStore(drafts, (all) => all[id])
export const isDirty = (draft: MappingDraft) =>
  unfinishedText(draft) !== undefined || textOf(draft.history.now) !== draft.saved
/** What is written in code mode and is no mapping yet; a change of the drawing takes its place. */
export const unfinishedText = ({ unfinished, history }: MappingDraft) =>
  unfinished?.of === history.now ? unfinished.text : undefined
/** What was written in code mode: as the mapping is now, and before somebody drew on. */
export const writtenText = (draft: MappingDraft) => ({
  now: unfinishedText(draft) ?? writtenAs.get(draft.history.now),
  before: draft.written,
})

/** Begins with what the server has; a draft with changes of its own stays as it is. */
export function openDraft(id: string, definition: MappingDefinition, begun: Begun) {
  const known = drafts.getState()[id]
  if (known && isDirty(known)) return
  const isKnown = (['version', 'seen', 'revision'] as const).every((part) => known?.[part] === begun[part])
  if (isKnown && known?.saved === textOf(definition)) return
  drafts.setState({ [id]: { history: begin(definition), saved: textOf(definition), ...begun } })
}

const update = (id: string, step: (history: UndoHistory<MappingDefinition>) => UndoHistory<MappingDefinition>) => {
  const known = drafts.getState()[id]
  if (known) drafts.setState({ [id]: { ...known, history: step(known.history) } })
}

export const changeDraft = (id: string, definition: MappingDefinition, group?: string) =>
  update(id, (history) => change(history, definition, group))

/** Keeps what was written in code mode, and draws it once it is a mapping. */
export function writeDraft(id: string, text: string, definition: MappingDefinition | undefined) {
  const known = drafts.getState()[id]
  if (!known) return
  if (!definition) {
    drafts.setState({ [id]: { ...known, unfinished: { text, of: known.history.now } } })
    return
  }
  writtenAs.set(definition, text)
  drafts.setState({
    [id]: { ...known, history: change(known.history, definition, 'write'), written: text, unfinished: undefined },
  })
}

/** Takes back what was written last and is no mapping, else the last change. */
export function undoDraft(id: string) {
  const known = drafts.getState()[id]
  if (known && unfinishedText(known) !== undefined) drafts.setState({ [id]: { ...known, unfinished: undefined } })
  else update(id, undo)
}
export const redoDraft = (id: string) => update(id, redo)

/** After saving: what the server now has; what was changed meanwhile stays. */
export function keepSaved(id: string, sent: MappingDefinition, begun: Partial<Begun>) {
  const known = drafts.getState()[id]
  if (known) drafts.setState({ [id]: { ...known, saved: textOf(sent), ...begun } })
}

export const dropDraft = (id: string) => drafts.setState({ [id]: undefined })
