import { Button, Modal } from '@mantine/core'
import { defineMessages } from '../messages/messages.ts'
import s from './confirm.module.css'
import type { Question } from './confirm.tsx'
import { useTexts } from './texts.ts'

const texts = defineMessages({
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  close: { en: 'Close', de: 'Schließen' },
})

/** The dialog of `confirm`; keeps its words while it closes. */
export function ConfirmDialog({ question, opened, answer }: { question: Question; opened: boolean; answer: (yes: boolean) => void }) {
  const t = useTexts(texts)
  return (
    <Modal opened={opened} onClose={() => answer(false)} title={question.title} size={420} closeButtonProps={{ 'aria-label': t.close() }}>
      {question.text && <p className={s['text']}>{question.text}</p>}
      <div className={s['actions']}>
        <Button variant="default" onClick={() => answer(false)}>
          {question.cancel ?? t.cancel()}
        </Button>
        <Button variant={question.danger ? 'danger' : 'filled'} onClick={() => answer(true)} data-autofocus>
          {question.action}
        </Button>
      </div>
    </Modal>
  )
}
