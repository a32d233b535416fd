import { Button } from '@mantine/core'
import s from './confirm.module.css'
import type { Question } from './confirm.tsx'
import { DialogFrame } from './dialog-frame.tsx'

/** The dialog of `confirm`; keeps its words while it closes. */
export function ConfirmDialog({
  question,
  opened,
  answer,
}: {
  question: Question
  opened: boolean
  answer: (yes: boolean) => void
}) {
  const act = (
    <Button variant={question.danger ? 'danger' : 'filled'} onClick={() => answer(true)} data-autofocus>
      {question.action}
    </Button>
  )
  return (
    <DialogFrame
      opened={opened}
      onClose={() => answer(false)}
      title={question.title}
      size={420}
      cancel={question.cancel}
      actions={act}
    >
      {question.text && <p className={s['text']}>{question.text}</p>}
    </DialogFrame>
  )
}
