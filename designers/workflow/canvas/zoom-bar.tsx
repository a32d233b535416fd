import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconFocusCentered,
  IconHierarchy,
  IconMinus,
  IconPlus,
  type Icon,
} from '@tabler/icons-react'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useReactFlow, useStore } from '@xyflow/react'
import { texts } from '../texts.ts'
import s from './canvas.module.css'

export const wholeView = { padding: { top: '26px', right: '60px', bottom: '62px', left: '60px' }, maxZoom: 1 } as const

type Props = {
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  tidy(): void
  isTidying: boolean
  readOnly: boolean
}

/** Undo, zoom, fit and tidy, floating over the canvas. */
export function ZoomBar({ undo, redo, tidy, isTidying, readOnly }: Props) {
  const t = useTexts(texts)
  const view = useReactFlow()
  const zoom = useStore((state) => state.transform[2])
  return (
    <div className={s['bar']} role="toolbar" aria-label={t.canvas()}>
      {!readOnly && (
        <>
          <Action label={t.undo()} icon={IconArrowBackUp} run={undo} />
          <Action label={t.redo()} icon={IconArrowForwardUp} run={redo} />
          <span className={s['sep']} />
        </>
      )}
      <Action label={t.zoomOut()} icon={IconMinus} run={() => void view.zoomOut({ duration: 120 })} />
      <span className={s['zoom']}>{Math.round(zoom * 100)} %</span>
      <Action label={t.zoomIn()} icon={IconPlus} run={() => void view.zoomIn({ duration: 120 })} />
      <span className={s['sep']} />
      <Action label={t.fit()} icon={IconFocusCentered} run={() => void view.fitView({ ...wholeView, duration: 200 })} />
      {!readOnly && <Action label={t.tidy()} icon={IconHierarchy} run={tidy} busy={isTidying} />}
    </div>
  )
}

type ActionProps = { label: string; icon: Icon; run: (() => void) | undefined; busy?: boolean }
const Action = ({ label, icon: Shown, run, busy = false }: ActionProps) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={label} disabled={!run} loading={busy} onClick={run}>
      <Shown size={16} />
    </ActionIcon>
  </Tooltip>
)
