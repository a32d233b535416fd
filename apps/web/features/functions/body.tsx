import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { change, redo, undo, type UndoHistory } from '@weft/designers/mapping/history.ts'
import type { MappingDesignerProps } from '@weft/designers/mapping/mapping-designer.tsx'
import { rowsOf } from '@weft/designers/mapping/rows.ts'
import type { MappingDefinition } from '@weft/kit/define/mapping.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { PickersProvider } from '@weft/kit/ui/form/pickers.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { iconOf } from '../mappings/icons.ts'
import { mappingPickers } from '../mappings/pickers.tsx'
import { isOfBoxes } from './draft.ts'
import s from './functions.module.css'

const MappingDesigner = lazy(() =>
  import('@weft/designers/mapping/mapping-designer.tsx').then((module) => ({ default: module.MappingDesigner })),
)
const MappingTable = lazy(() =>
  import('@weft/designers/mapping/mapping-table.tsx').then((module) => ({ default: module.MappingTable })),
)

const texts = defineMessages({
  title: { en: 'What it computes', de: 'Was sie rechnet' },
  way: { en: 'How it is written', de: 'Wie sie geschrieben ist' },
  formula: { en: 'Formula', de: 'Formel' },
  boxes: { en: 'Transformers', de: 'Umwandlungen' },
  undo: { en: 'Undo', de: 'Rückgängig' },
  redo: { en: 'Redo', de: 'Wiederholen' },
})

type History = UndoHistory<MappingDefinition>
type Drawn = Pick<
  MappingDesignerProps,
  'source' | 'target' | 'transformers' | 'problems' | 'types' | 'samples' | 'traces' | 'readOnly'
>
type Props = Drawn & {
  body: History
  /** What the server said of it as a whole. */
  errors: readonly string[]
  onChange(step: (body: History) => History): void
}

/** The body of a function: a formula, or boxes with lines, by the designer of mappings. */
export function Body({ body, errors, onChange, ...drawn }: Props) {
  const t = useTexts(texts)
  const [way, setWay] = useState<'formula' | 'boxes'>(isOfBoxes(body.now) ? 'boxes' : 'formula')
  const pickers = useMemo(() => mappingPickers(rowsOf(drawn.source)), [drawn.source])
  const Designer = way === 'boxes' ? MappingDesigner : MappingTable
  return (
    <Panel
      title={t.title()}
      bleed
      actions={
        <>
          {!drawn.readOnly && (
            <>
              <Tooltip label={t.undo()}>
                <ActionIcon aria-label={t.undo()} disabled={body.past.length === 0} onClick={() => onChange(undo)}>
                  <IconArrowBackUp size={16} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={t.redo()}>
                <ActionIcon aria-label={t.redo()} disabled={body.future.length === 0} onClick={() => onChange(redo)}>
                  <IconArrowForwardUp size={16} />
                </ActionIcon>
              </Tooltip>
            </>
          )}
          <SegmentedControl
            size="xs"
            aria-label={t.way()}
            data={[
              { value: 'formula', label: t.formula() },
              { value: 'boxes', label: t.boxes() },
            ]}
            value={way}
            onChange={setWay}
          />
        </>
      }
    >
      {errors.length > 0 && (
        <ul className={s['wrong']} role="status">
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
      <PickersProvider pickers={pickers}>
        <div className={s['body']} data-way={way}>
          <Suspense>
            <Designer
              {...drawn}
              definition={body.now}
              iconOf={iconOf}
              onChange={(next, group) => onChange((now) => change(now, next, group))}
              onUndo={() => onChange(undo)}
              onRedo={() => onChange(redo)}
            />
          </Suspense>
        </div>
      </PickersProvider>
    </Panel>
  )
}
