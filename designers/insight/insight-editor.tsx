import { Button, TextInput } from '@mantine/core'
import {
  IconBraces,
  IconChartArea,
  IconChartBar,
  IconChartCandle,
  IconChartDonut,
  IconChartHistogram,
  IconChartLine,
  IconChartPie,
  IconHash,
  IconLayoutGrid,
  IconPlus,
  IconTable,
  type Icon,
} from '@tabler/icons-react'
import type { DataSetColumn } from '@weft/kit/define/data-set.ts'
import {
  chartTypes,
  hasOneGraph,
  isRound,
  isWritten,
  type ChartType,
  type InsightDefinition,
} from '@weft/kit/define/insight.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { texts } from './editor-texts.ts'
import { GraphFields, type DataSetChoice } from './graph-fields.tsx'
import type { InsightDraft } from './insight-draft.ts'
import s from './insight.module.css'
import { LookFields } from './look-fields.tsx'
import { themeTones } from '@weft/kit/ui/insight-spec.ts'

const icons: Record<ChartType, Icon> = {
  area: IconChartArea,
  bar: IconChartHistogram,
  column: IconChartBar,
  donut: IconChartDonut,
  line: IconChartLine,
  pie: IconChartPie,
  combo: IconChartCandle,
  number: IconHash,
  table: IconTable,
  pivot: IconLayoutGrid,
  custom: IconBraces,
}

type Props = {
  draft: InsightDraft
  onChange: (draft: InsightDraft) => void
  dataSets: DataSetChoice[]
  /** The fields of a data set; undefined while they are not known yet. */
  columnsOf: (data_set_id: string) => DataSetColumn[] | undefined
  errors: Record<string, string[]>
  onSave: () => void
  onDiscard: () => void
  dirty: boolean
  busy: boolean
}

/** Everything that decides how an insight looks, beside its live preview. */
export function InsightEditor({ draft, onChange, dataSets, columnsOf, errors, onSave, onDiscard, dirty, busy }: Props) {
  const t = useTexts(texts)
  const { chart_type, theme, definition } = draft
  const single = hasOneGraph(chart_type)
  const set = (change: Partial<InsightDraft>) => onChange({ ...draft, ...change })
  const define = (change: Partial<InsightDefinition>) => set({ definition: { ...definition, ...change } })
  const error = (path: string) => errors[path]?.[0]
  const choose = (type: ChartType) =>
    set({
      chart_type: type,
      definition: hasOneGraph(type) ? { ...definition, graphs: definition.graphs.slice(0, 1) } : definition,
    })
  return (
    <aside className={s['edit']} aria-label={t.title()} data-end-panel>
      <header className={s['editHead']}>
        <h2>{t.title()}</h2>
      </header>
      <div className={s['editBody']}>
        <section className={s['section']}>
          <TextInput
            label={t.label()}
            withAsterisk
            value={draft.label}
            error={error('label')}
            onChange={(event) => set({ label: event.currentTarget.value })}
          />
          <TypeChoice value={chart_type} onChange={choose} />
        </section>
        <section className={s['section']}>
          <h3>{t.data()}</h3>
          {error('definition.graphs') && <p className={s['problem']}>{error('definition.graphs')}</p>}
          {definition.graphs.map((graph, i) => (
            <GraphFields
              key={i}
              graph={graph}
              tone={themeTones[theme][i % 8]!}
              number={i + 1}
              chart_type={chart_type}
              dataSets={dataSets}
              columns={columnsOf(graph.data_set_id)}
              error={(key) => error(`definition.graphs.${i}.${key}`)}
              onChange={(next) => define({ graphs: definition.graphs.map((one, n) => (n === i ? next : one)) })}
              onRemove={
                definition.graphs.length > 1 ? () => define({ graphs: definition.graphs.toSpliced(i, 1) }) : undefined
              }
            />
          ))}
          {!single && definition.graphs.length < 8 && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} />}
              onClick={() =>
                define({
                  graphs: [
                    ...definition.graphs,
                    { ...definition.graphs.at(-1)!, name: '', ...(chart_type === 'combo' && { axis: 'right' }) },
                  ],
                })
              }
            >
              {t.add()}
            </Button>
          )}
        </section>
        <AxesFields chart_type={chart_type} definition={definition} onChange={define} />
        <LookFields draft={draft} onChange={onChange} error={error} />
      </div>
      <footer className={s['editFoot']}>
        <Button variant="subtle" onClick={onDiscard}>
          {t.discard()}
        </Button>
        <Button disabled={!dirty} loading={busy} onClick={onSave}>
          {t.save()}
        </Button>
      </footer>
    </aside>
  )
}

function TypeChoice({ value, onChange }: { value: ChartType; onChange: (type: ChartType) => void }) {
  const t = useTexts(texts)
  return (
    <>
      <h3 id="chart-type">{t.type()}</h3>
      <div className={s['types']} role="radiogroup" aria-labelledby="chart-type">
        {chartTypes.map((type) => {
          const Icon = icons[type]
          return (
            <button
              key={type}
              type="button"
              role="radio"
              aria-checked={value === type}
              className={s['type']}
              onClick={() => onChange(type)}
            >
              <Icon size={18} stroke={1.6} aria-hidden />
              {t[type]()}
            </button>
          )
        })}
      </div>
    </>
  )
}

/** Titles and units of the axes a chart has. */
function AxesFields({
  chart_type,
  definition,
  onChange: define,
}: {
  chart_type: ChartType
  definition: InsightDefinition
  onChange: (change: Partial<InsightDefinition>) => void
}) {
  const t = useTexts(texts)
  const hasRight = ['custom', 'combo'].includes(chart_type) && definition.graphs.some(({ axis }) => axis === 'right')
  return (
    <section className={s['section']}>
      <h3>{t.axes()}</h3>
      {!isRound(chart_type) && !isWritten(chart_type) && (
        <Axis title={t.xTitle()} unit={t.unit()} axis={definition.x_axis} onChange={(x_axis) => define({ x_axis })} />
      )}
      <Axis title={t.yTitle()} unit={t.unit()} axis={definition.y_axis} onChange={(y_axis) => define({ y_axis })} />
      {hasRight && (
        <Axis
          title={t.rightTitle()}
          unit={t.unit()}
          axis={definition.right_axis}
          onChange={(right_axis) => define({ right_axis })}
        />
      )}
    </section>
  )
}

type AxisValue = InsightDefinition['x_axis']
const Axis = ({
  title,
  unit,
  axis,
  onChange,
}: {
  title: string
  unit: string
  axis: AxisValue
  onChange: (axis: AxisValue) => void
}) => (
  <div className={s['axis']}>
    <TextInput
      label={title}
      value={axis.title}
      maxLength={100}
      onChange={(event) => onChange({ ...axis, title: event.currentTarget.value })}
    />
    <TextInput
      label={unit}
      placeholder="–"
      value={axis.unit}
      maxLength={20}
      onChange={(event) => onChange({ ...axis, unit: event.currentTarget.value })}
    />
  </div>
)
