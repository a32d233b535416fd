import { noPast } from '@weft/kit/workflow-text/undo.ts'
import type { Written } from '@weft/designers/workflow/use-document.ts'
import { createStore, useStore } from 'zustand'
import type { Seen } from '../../shared/drafts/use-drafts.ts'

/** A text that is being changed, which one it is, and the version it began from. Lives outside the screens, so changing the mode loses nothing. */
export type OpenText = Written & {
  seen: Seen
  saved: string
  version: number
  /** Of a draft: which save of it. */
  revision: number
}

type Begun = { source: string; version: number; seen: Seen; revision: number }

const all = createStore<Record<string, OpenText | undefined>>(() => ({}))

export const useOpenText = (id: string) => useStore(all, (texts) => texts[id])

/** Begins with what the server has; a text with changes of its own stays as it is. */
export function openText(id: string, { source, ...begun }: Begun) {
  const known = all.getState()[id]
  if (known && known.text !== known.saved) return
  const isKnown = (['version', 'seen', 'revision'] as const).every((part) => known?.[part] === begun[part])
  if (isKnown && known?.saved === source) return
  all.setState({ [id]: { text: source, past: noPast, saved: source, ...begun } })
}

export function writeText(id: string, written: Written) {
  const known = all.getState()[id]
  if (known) all.setState({ [id]: { ...known, ...written } })
}

/** After saving: what the server now has; what was typed meanwhile stays. */
export function keepSaved(id: string, { source, ...begun }: Begun) {
  const known = all.getState()[id]
  all.setState({
    [id]: { text: known?.text ?? source, past: known?.past ?? noPast, saved: source, ...begun },
  })
}

export const dropText = (id: string) => all.setState({ [id]: undefined })
