import { NumberInput, SegmentedControl, Select, Slider, Switch } from '@mantine/core'
import { chartThemes, directions, isRound, isWritten, type InsightDefinition } from '@weft/kit/define/insight.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { ReactNode } from 'react'
import { texts } from './editor-texts.ts'
import type { InsightDraft } from './insight-draft.ts'
import s from './insight.module.css'

type Props = {
  draft: InsightDraft
  onChange: (draft: InsightDraft) => void
  error: (path: string) => string | undefined
}

const definer =
  ({ draft, onChange }: Props) =>
  (change: Partial<InsightDefinition>) =>
    onChange({ ...draft, definition: { ...draft.definition, ...change } })

/** Colours, and how a chart is drawn beside what it draws. */
export function LookFields(props: Props) {
  const t = useTexts(texts)
  const { draft, onChange } = props
  const { chart_type, theme, definition } = draft
  const define = definer(props)
  return (
    <section className={s['section']}>
      <h3>{t.look()}</h3>
      <Select
        label={t.theme()}
        allowDeselect={false}
        data={chartThemes.map((value) => ({ value, label: t[value]() }))}
        value={theme}
        onChange={(value) => value && onChange({ ...draft, theme: value })}
      />
      {isRound(chart_type) && <Angles {...props} />}
      {!isRound(chart_type) && !isWritten(chart_type) && <Stacking {...props} />}
      {chart_type === 'number' && <Comparison {...props} />}
      <NumberInput
        label={t.decimals()}
        placeholder={t.asIs()}
        min={0}
        max={6}
        value={definition.decimals ?? ''}
        onChange={(value) => define({ decimals: typeof value === 'number' ? value : undefined })}
      />
      {!isWritten(chart_type) && (
        <>
          <Switch
            size="xs"
            label={t.legend()}
            checked={definition.legend}
            onChange={(event) => define({ legend: event.currentTarget.checked })}
          />
          <Switch
            size="xs"
            label={t.values()}
            checked={definition.values}
            onChange={(event) => define({ values: event.currentTarget.checked })}
          />
        </>
      )}
      {['line', 'area', 'combo', 'custom'].includes(chart_type) && (
        <Switch
          size="xs"
          label={t.smooth()}
          checked={definition.smooth}
          onChange={(event) => define({ smooth: event.currentTarget.checked })}
        />
      )}
    </section>
  )
}

/** What a number is compared with, and which change is a good one. */
function Comparison(props: Props) {
  const t = useTexts(texts)
  const { definition } = props.draft
  const define = definer(props)
  return (
    <>
      <div>
        <span className={s['name']} id="better">
          {t.better()}
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby="better"
          value={definition.better}
          onChange={(better) => define({ better })}
          data={directions.map((value) => ({ value, label: t[value]() }))}
        />
      </div>
      <NumberInput
        label={t.days()}
        description={t.daysHelp()}
        placeholder={t.noDays()}
        min={1}
        max={3_660}
        value={definition.days ?? ''}
        error={props.error('definition.days')}
        onChange={(value) => define({ days: typeof value === 'number' ? value : undefined })}
      />
    </>
  )
}

/** From where to where a round chart goes. */
function Angles(props: Props) {
  const t = useTexts(texts)
  const { definition } = props.draft
  const define = definer(props)
  return (
    <>
      <Angle
        label={t.start()}
        value={definition.start_angle}
        error={props.error('definition.start_angle')}
        onChange={(start_angle) => define({ start_angle })}
      />
      <Angle
        label={t.end()}
        value={definition.end_angle}
        error={props.error('definition.end_angle')}
        onChange={(end_angle) => define({ end_angle })}
      />
    </>
  )
}

/** Whether series stand beside or on each other. */
function Stacking(props: Props) {
  const t = useTexts(texts)
  const { definition } = props.draft
  const define = definer(props)
  return (
    <div>
      <span className={s['name']} id="stacking">
        {t.stacking()}
      </span>
      <SegmentedControl
        fullWidth
        aria-labelledby="stacking"
        value={definition.stacking}
        onChange={(stacking) => define({ stacking })}
        data={[
          { value: 'none', label: t.side() },
          { value: 'stacked', label: t.stacked() },
          { value: 'percent', label: t.percent() },
        ]}
      />
    </div>
  )
}

const Angle = ({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: number
  error: ReactNode
  onChange: (value: number) => void
}) => (
  <div>
    <div className={s['angle']}>
      <span className={s['name']}>{label}</span>
      <Slider
        size="xs"
        min={-360}
        max={360}
        step={15}
        value={value}
        label={null}
        thumbLabel={label}
        onChange={onChange}
      />
      <output>{value}°</output>
    </div>
    {error && <p className={s['problem']}>{error}</p>}
  </div>
)
