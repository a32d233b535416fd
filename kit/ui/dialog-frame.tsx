import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { defineMessages } from '../messages/messages.ts'
import s from './dialog-frame.module.css'
import { useOverlay } from './overlay.ts'
import { useTexts } from './texts.ts'

const texts = defineMessages({
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  close: { en: 'Close', de: 'Schließen' },
})

export type DialogProps = {
  title: ReactNode
  size: number | string
  opened?: boolean
  onClose: () => void
  /** At its foot, behind the button that leaves it. */
  actions?: ReactNode
  /** Before that button: what does not end it. */
  beside?: ReactNode
  cancel?: string | undefined
  children: ReactNode
}

/** How a window over the page looks; what is typed in a `Dialog` is not lost by leaving it. */
export function DialogFrame({ title, size, opened = true, onClose, actions, beside, cancel, children }: DialogProps) {
  const t = useTexts(texts)
  useOverlay(opened, onClose)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      returnFocus={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t.close() }}
    >
      {children}
      {actions !== undefined && (
        <div className={s['actions']}>
          {beside}
          <Button variant="default" onClick={onClose}>
            {cancel ?? t.cancel()}
          </Button>
          {actions}
        </div>
      )}
    </Modal>
  )
}
