import { useEffect, useRef, type FormEvent } from 'react'
import { defineMessages } from '../messages/messages.ts'
import { confirm } from './confirm.tsx'
import { useTexts } from './texts.ts'

const texts = defineMessages({
  title: { en: 'Discard what you have typed?', de: 'Eingaben verwerfen?' },
  text: { en: 'It has not been saved yet.', de: 'Sie sind noch nicht gespeichert.' },
  discard: { en: 'Discard', de: 'Verwerfen' },
  stay: { en: 'Go on writing', de: 'Weiter bearbeiten' },
})

/** What is typed to find something, or chosen to be sent at once, is nothing to lose. */
const passing = new Set(['search', 'file'])

/** For what lies over a page: `onInput` notes that something was typed, `leave` asks before that is thrown away. */
export function useTypedGuard(opened: boolean, onClose: () => void) {
  const t = useTexts(texts)
  const typed = useRef(false)
  useEffect(() => {
    if (!opened) typed.current = false
  }, [opened])
  return {
    onInput: ({ target }: FormEvent) => {
      if (!(target instanceof HTMLInputElement && passing.has(target.type))) typed.current = true
    },
    leave: async () => {
      // The Escape that leaves a dialog would at once answer a question that is asked while it is still being told.
      await new Promise((resolve) => setTimeout(resolve))
      const question = { title: t.title(), text: t.text(), action: t.discard(), cancel: t.stay(), danger: true }
      if (typed.current && !(await confirm(question))) return
      typed.current = false
      onClose()
    },
  }
}
