import { useBlocker } from '@tanstack/react-router'
import { defineMessages } from '../messages/messages.ts'
import { confirm } from './confirm.tsx'
import { useTexts } from './texts.ts'

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
  const t = useTexts(texts)
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    // A change of the address' search alone (a tab, a sort order) leaves nothing.
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname &&
      !(await confirm({ title: t.title(), text: t.text(), action: t.discard(), cancel: t.stay(), danger: true })),
  })
}
