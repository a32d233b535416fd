import { Button, Modal } from '@mantine/core'
import { defineMessages } from '../messages/messages.ts'
import s from './confirm.module.css'
import { createStore } from './store.ts'
import { useTexts } from './texts.ts'

const texts = defineMessages({
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  close: { en: 'Close', de: 'Schließen' },
})

type Question = { title: string; text?: string; action: string; danger?: boolean; cancel?: string }
const store = createStore<{ asked?: (Question & { answer: (yes: boolean) => void }) | undefined }>({})

/** Asks before something that cannot be taken back; true when the user agrees. `action` names what happens ("Delete queue"). */
export const confirm = (question: Question) =>
  new Promise<boolean>((resolve) => {
    store.get().asked?.answer(false)
    store.set({ asked: { ...question, answer: resolve } })
  })

/** Where questions appear; stands once in the shell. */
export function ConfirmHost() {
  const t = useTexts(texts)
  const asked = store.use((value) => value.asked)
  const answer = (yes: boolean) => {
    asked?.answer(yes)
    store.set({ asked: undefined })
  }
  return (
    <Modal opened={Boolean(asked)} onClose={() => answer(false)} title={asked?.title} size={420} closeButtonProps={{ 'aria-label': t.close() }}>
      {asked?.text && <p className={s['text']}>{asked.text}</p>}
      <div className={s['actions']}>
        <Button variant="default" onClick={() => answer(false)}>
          {asked?.cancel ?? t.cancel()}
        </Button>
        <Button variant={asked?.danger ? 'danger' : 'filled'} onClick={() => answer(true)} data-autofocus>
          {asked?.action}
        </Button>
      </div>
    </Modal>
  )
}
