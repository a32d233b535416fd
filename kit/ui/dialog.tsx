import { DialogFrame, type DialogProps } from './dialog-frame.tsx'
import { useTypedGuard } from './typed-guard.ts'

/** A window over the page. Left by Escape, beside it or by its buttons, it asks first where something was typed in it. */
export function Dialog({ opened = true, onClose, children, ...props }: DialogProps) {
  const { leave, onInput } = useTypedGuard(opened, onClose)
  return (
    <DialogFrame {...props} opened={opened} onClose={leave}>
      <div style={{ display: 'contents' }} onInput={onInput}>
        {children}
      </div>
    </DialogFrame>
  )
}
