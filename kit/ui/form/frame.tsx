import { Input } from '@mantine/core'
import type { ReactNode } from 'react'

/** What stands around an input: handed to Mantine's own, which tie label, help and complaint to it. */
export type FieldFrame = {
  label: ReactNode
  labelProps: { className: string }
  description: ReactNode
  error: string | undefined
}

type Props = FieldFrame & {
  id: string
  /** An editor says its name and complaint itself. */
  isCode?: boolean
  children: ReactNode
}

/** The same around several inputs that are one field. */
export const GroupFrame = ({ id, isCode = false, children, ...frame }: Props) => (
  <Input.Wrapper
    id={id}
    {...frame}
    labelElement="div"
    {...(!isCode && {
      role: 'group',
      'aria-labelledby': `${id}-label`,
      'aria-describedby': describedBy(id, frame),
      'data-wrong': frame.error === undefined ? undefined : '',
    })}
  >
    {children}
  </Input.Wrapper>
)

/** The sentence below a field by its id: what is wrong with it, else what it is for. */
export const describedBy = (id: string, { error, description }: FieldFrame) =>
  error === undefined ? (description ? `${id}-description` : undefined) : `${id}-error`
