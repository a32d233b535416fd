import { NamedIcon } from '@weft/kit/ui/icon.tsx'
import s from './workflow-mark.module.css'

type Props = {
  logo: string | null | undefined
  /** What stands there where there is no logo. */
  icon?: string | undefined
  size?: number
}

/** The picture of a workflow before its name: its logo, or its icon. */
export const WorkflowMark = ({ logo, icon, size = 20 }: Props) => (
  <span className={s['mark']} style={{ inlineSize: size, blockSize: size }} aria-hidden>
    {logo ? (
      <img className={s['logo']} src={logo} alt="" loading="lazy" />
    ) : (
      <NamedIcon name={icon || 'IconRoute'} size={Math.min(size, 16)} />
    )}
  </span>
)

type Marked = { logo?: string | null; workflow_logo?: string | null }

/** Whether names of a list stand behind marks: as soon as one of its workflows has a logo, so that all names stand below each other. */
export const hasMarks = (rows: readonly Marked[]) => rows.some(({ logo, workflow_logo }) => logo || workflow_logo)
