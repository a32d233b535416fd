import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { defineMessages } from '../messages/messages.ts'
import { confirm } from './confirm.tsx'
import { currentLanguage } from './language.ts'
import { textsIn } from './texts.ts'

const texts = defineMessages({
  title: { en: 'Discard unsaved changes?', de: 'Ungespeicherte Änderungen verwerfen?' },
  text: {
    en: 'What you have changed on this page has not been saved yet.',
    de: 'Ihre Änderungen auf dieser Seite sind noch nicht gespeichert.',
  },
  discard: { en: 'Discard changes', de: 'Änderungen verwerfen' },
  stay: { en: 'Stay on this page', de: 'Auf der Seite bleiben' },
})

/** Asks before a page with unsaved changes is left, by link, back button or closing the window. */
export function useUnsavedGuard(dirty: boolean) {
  useAskedBefore(dirty, isDiscarded)
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    // A change of the address' search alone (a tab, a sort order) leaves nothing.
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await isDiscarded()),
  })
}

const guards = new Set<() => Promise<boolean>>()

/** What is asked before the page is about another tenant or project, too: that is no change of address. */
export function useAskedBefore(dirty: boolean, ask: () => Promise<boolean>) {
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    if (!dirty) return
    const guard = () => latest.current()
    guards.add(guard)
    return () => void guards.delete(guard)
  }, [dirty])
}

/** Asks whatever has unsaved changes; false keeps everything as it is. */
export async function mayLeave(): Promise<boolean> {
  for (const ask of guards) if (!(await ask())) return false
  return true
}

function isDiscarded() {
  const t = textsIn(texts, currentLanguage())
  return confirm({ title: t.title(), text: t.text(), action: t.discard(), cancel: t.stay(), danger: true })
}
