import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useStore } from '@xyflow/react'
import clsx from 'clsx'
import type { CSSProperties } from 'react'
import { shortCount } from '../run.ts'
import { texts } from '../texts.ts'
import s from './canvas.module.css'

/** Drawn smaller, a button on a line is too small a target; what it does is reached from its step, too. */
const pressableFrom = 0.95
export const usePressable = () => {
  const isPressable = useStore(({ transform: [, , zoom] }) => zoom >= pressableFrom)
  return isPressable ? {} : { 'aria-hidden': true, tabIndex: -1 }
}

/** Records that left a step by one of its exits in the run shown. */
export type ExitCount = {
  count: number
  step: string
  exit: string
  /** What the exit is called. */
  name: string
  isAmber: boolean
  /** Whether they stand in the data column. */
  isShown: boolean
  show(): void
}

type Props = { of: ExitCount; className?: string | undefined; style?: CSSProperties }

/** Their count, which shows them. */
export function LineCount({ of, className, style }: Props) {
  const t = useTexts(texts)
  const formats = useFormats()
  const pressable = usePressable()
  const count = shortCount(of.count, formats.number)
  return (
    <button
      type="button"
      className={clsx(s['count'], className, 'nodrag', 'nopan')}
      style={style}
      data-amber={of.isAmber || undefined}
      data-shown={of.isShown || undefined}
      {...pressable}
      aria-label={t.showRecords({ count, exit: of.name })}
      aria-pressed={of.isShown}
      title={t.showRecords({ count: formats.number(of.count), exit: of.name })}
      onClick={(event) => {
        event.stopPropagation()
        of.show()
      }}
    >
      {count}
    </button>
  )
}
