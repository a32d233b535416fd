import { ActionIcon, Button, NumberInput, SegmentedControl, Select, Slider, Switch, TextInput } from '@mantine/core'
import {
  IconBraces,
  IconChartArea,
  IconChartBar,
  IconChartDonut,
  IconChartHistogram,
  IconChartLine,
  IconChartPie,
  IconPlus,
  IconTrash,
  type Icon,
} from '@tabler/icons-react'
import type { DataSetColumn, DataSetDefinition } from '@weft/kit/define/data-set.ts'
import {
  chartThemes,
  chartTypes,
  graphTypes,
  isRound,
  type ChartTheme,
  type ChartType,
  type InsightDefinition,
  type InsightGraph,
} from '@weft/kit/define/insight.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import type { ReactNode } from 'react'
import s from './insight.module.css'
import { themeTones } from './spec.ts'

const texts = defineMessages({
  title: { en: 'Edit chart', de: 'Diagramm bearbeiten' },
  label: { en: 'Label', de: 'Bezeichnung' },
  type: { en: 'Chart type', de: 'Diagrammtyp' },
  area: { en: 'Area', de: 'Fläche' },
  bar: { en: 'Bar', de: 'Balken' },
  column: { en: 'Column', de: 'Säule' },
  donut: { en: 'Donut', de: 'Donut' },
  line: { en: 'Line', de: 'Linie' },
  pie: { en: 'Pie', de: 'Kreis' },
  custom: { en: 'Custom', de: 'Individuell' },
  data: { en: 'Data', de: 'Daten' },
  dataSet: { en: 'Data set', de: 'Datenset' },
  x: { en: 'X axis', de: 'X-Achse' },
  y: { en: 'Values', de: 'Werte' },
  series: { en: 'One series for each', de: 'Eine Reihe je' },
  none: { en: 'one series only', de: 'nur eine Reihe' },
  yes: { en: 'Yes', de: 'Ja' },
  no: { en: 'No', de: 'Nein' },
  graphName: { en: 'Name in the legend', de: 'Name in der Legende' },
  drawn: { en: 'Drawn as', de: 'Gezeichnet als' },
  right: { en: 'On the right-hand axis', de: 'An der rechten Achse' },
  add: { en: 'Add graph', de: 'Graph hinzufügen' },
  remove: { en: 'Remove graph {number}', de: 'Graph {number} entfernen' },
  graph: { en: 'Graph {number}', de: 'Graph {number}' },
  axes: { en: 'Axes', de: 'Achsen' },
  xTitle: { en: 'X axis title', de: 'Titel der X-Achse' },
  yTitle: { en: 'Y axis title', de: 'Titel der Y-Achse' },
  rightTitle: { en: 'Right axis title', de: 'Titel der rechten Achse' },
  unit: { en: 'Unit', de: 'Einheit' },
  look: { en: 'Look', de: 'Aussehen' },
  theme: { en: 'Colours', de: 'Farben' },
  default: { en: 'Standard', de: 'Standard' },
  ocean: { en: 'Ocean', de: 'Ozean' },
  forest: { en: 'Forest', de: 'Wald' },
  sunset: { en: 'Sunset', de: 'Abendrot' },
  grey: { en: 'Greys', de: 'Grautöne' },
  stacking: { en: 'Stacking', de: 'Stapelung' },
  side: { en: 'None', de: 'Keine' },
  stacked: { en: 'Stacked', de: 'Gestapelt' },
  percent: { en: 'Percent', de: 'Prozent' },
  start: { en: 'Start angle', de: 'Startwinkel' },
  end: { en: 'End angle', de: 'Endwinkel' },
  legend: { en: 'Show legend', de: 'Legende anzeigen' },
  values: { en: 'Show values', de: 'Werte anzeigen' },
  smooth: { en: 'Smooth lines', de: 'Weiche Linien' },
  decimals: { en: 'Decimal places', de: 'Nachkommastellen' },
  asIs: { en: 'as they come', de: 'wie sie sind' },
  discard: { en: 'Discard', de: 'Verwerfen' },
  save: { en: 'Save changes', de: 'Änderungen speichern' },
})

const icons: Record<ChartType, Icon> = {
  area: IconChartArea,
  bar: IconChartHistogram,
  column: IconChartBar,
  donut: IconChartDonut,
  line: IconChartLine,
  pie: IconChartPie,
  custom: IconBraces,
}

/** A data set to choose, with what it wants to be told. */
type Choice = { id: string; name: string; definition: Pick<DataSetDefinition, 'parameters'> }
export type InsightDraft = { label: string; chart_type: ChartType; theme: ChartTheme; definition: InsightDefinition }
type Props = {
  draft: InsightDraft
  onChange: (draft: InsightDraft) => void
  dataSets: Choice[]
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
  const round = isRound(chart_type)
  const set = (change: Partial<InsightDraft>) => onChange({ ...draft, ...change })
  const define = (change: Partial<InsightDefinition>) => set({ definition: { ...definition, ...change } })
  const error = (path: string) => errors[path]?.[0]
  const choose = (type: ChartType) =>
    set({
      chart_type: type,
      definition: isRound(type) ? { ...definition, graphs: definition.graphs.slice(0, 1) } : definition,
    })
  const hasRight = chart_type === 'custom' && definition.graphs.some(({ axis }) => axis === 'right')
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
          <h3 id="chart-type">{t.type()}</h3>
          <div className={s['types']} role="radiogroup" aria-labelledby="chart-type">
            {chartTypes.map((type) => {
              const Icon = icons[type]
              return (
                <button
                  key={type}
                  type="button"
                  role="radio"
                  aria-checked={chart_type === type}
                  className={s['type']}
                  onClick={() => choose(type)}
                >
                  <Icon size={18} stroke={1.6} aria-hidden />
                  {t[type]()}
                </button>
              )
            })}
          </div>
        </section>
        <section className={s['section']}>
          <h3>{t.data()}</h3>
          {error('definition.graphs') && <p className={s['problem']}>{error('definition.graphs')}</p>}
          {definition.graphs.map((graph, i) => (
            <Graph
              key={i}
              graph={graph}
              tone={themeTones[theme][i % 8]!}
              number={i + 1}
              custom={chart_type === 'custom'}
              dataSets={dataSets}
              columns={columnsOf(graph.data_set_id)}
              error={(key) => error(`definition.graphs.${i}.${key}`)}
              onChange={(next) => define({ graphs: definition.graphs.map((one, n) => (n === i ? next : one)) })}
              onRemove={
                definition.graphs.length > 1 ? () => define({ graphs: definition.graphs.toSpliced(i, 1) }) : undefined
              }
            />
          ))}
          {!round && definition.graphs.length < 8 && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} />}
              onClick={() => define({ graphs: [...definition.graphs, { ...definition.graphs.at(-1)!, name: '' }] })}
            >
              {t.add()}
            </Button>
          )}
        </section>
        <section className={s['section']}>
          <h3>{t.axes()}</h3>
          {!round && (
            <Axis
              title={t.xTitle()}
              unit={t.unit()}
              axis={definition.x_axis}
              onChange={(x_axis) => define({ x_axis })}
            />
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
        <section className={s['section']}>
          <h3>{t.look()}</h3>
          <Select
            label={t.theme()}
            allowDeselect={false}
            data={chartThemes.map((value) => ({ value, label: t[value]() }))}
            value={theme}
            onChange={(value) => value && set({ theme: value as ChartTheme })}
          />
          {round ? (
            <>
              <Angle
                label={t.start()}
                value={definition.start_angle}
                error={error('definition.start_angle')}
                onChange={(start_angle) => define({ start_angle })}
              />
              <Angle
                label={t.end()}
                value={definition.end_angle}
                error={error('definition.end_angle')}
                onChange={(end_angle) => define({ end_angle })}
              />
            </>
          ) : (
            <div>
              <span className={s['name']} id="stacking">
                {t.stacking()}
              </span>
              <SegmentedControl
                fullWidth
                aria-labelledby="stacking"
                value={definition.stacking}
                onChange={(stacking) => define({ stacking: stacking as InsightDefinition['stacking'] })}
                data={[
                  { value: 'none', label: t.side() },
                  { value: 'stacked', label: t.stacked() },
                  { value: 'percent', label: t.percent() },
                ]}
              />
            </div>
          )}
          <NumberInput
            label={t.decimals()}
            placeholder={t.asIs()}
            min={0}
            max={6}
            value={definition.decimals ?? ''}
            onChange={(value) => define({ decimals: typeof value === 'number' ? value : undefined })}
          />
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
          {(chart_type === 'line' || chart_type === 'area' || chart_type === 'custom') && (
            <Switch
              size="xs"
              label={t.smooth()}
              checked={definition.smooth}
              onChange={(event) => define({ smooth: event.currentTarget.checked })}
            />
          )}
        </section>
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

type GraphProps = {
  graph: InsightGraph
  tone: Parameters<typeof toneStyle>[0]
  number: number
  custom: boolean
  dataSets: Choice[]
  columns: DataSetColumn[] | undefined
  error: (key: string) => ReactNode
  onChange: (graph: InsightGraph) => void
  onRemove: (() => void) | undefined
}

function Graph({ graph, tone, number, custom, dataSets, columns = [], error, onChange, onRemove }: GraphProps) {
  const t = useTexts(texts)
  const set = (change: Partial<InsightGraph>) => onChange({ ...graph, ...change })
  const options = (list: DataSetColumn[]) => list.map(({ name, label }) => ({ value: name, label }))
  const numbers = columns.filter(({ type }) => ['integer', 'big_integer', 'decimal'].includes(type))
  return (
    <fieldset className={s['graph']} style={toneStyle(tone)}>
      <legend>
        <i aria-hidden />
        {t.graph({ number })}
        {onRemove && (
          <ActionIcon size="xs" aria-label={t.remove({ number })} onClick={onRemove}>
            <IconTrash size={13} />
          </ActionIcon>
        )}
      </legend>
      <Select
        label={t.dataSet()}
        searchable
        allowDeselect={false}
        data={dataSets.map(({ id, name }) => ({ value: id, label: name }))}
        value={graph.data_set_id || null}
        error={error('data_set_id')}
        onChange={(id) =>
          id && set({ data_set_id: id, x_field: '', y_field: '', series_field: undefined, parameters: {} })
        }
      />
      <div className={s['two']}>
        <Select
          label={t.x()}
          allowDeselect={false}
          data={options(columns)}
          value={graph.x_field || null}
          error={error('x_field')}
          onChange={(name) => name && set({ x_field: name })}
        />
        <Select
          label={t.y()}
          allowDeselect={false}
          data={options(numbers)}
          value={graph.y_field || null}
          error={error('y_field')}
          onChange={(name) => name && set({ y_field: name })}
        />
      </div>
      <Select
        label={t.series()}
        placeholder={t.none()}
        clearable
        data={options(columns.filter(({ name }) => name !== graph.x_field && name !== graph.y_field))}
        value={graph.series_field ?? null}
        error={error('series_field')}
        onChange={(name) => set({ series_field: name ?? undefined })}
      />
      {dataSets
        .find(({ id }) => id === graph.data_set_id)
        ?.definition.parameters.map((parameter) => (
          <Parameter
            key={parameter.name}
            parameter={parameter}
            value={graph.parameters[parameter.name] ?? ''}
            error={error(`parameters.${parameter.name}`)}
            onChange={(value) =>
              set({
                parameters: Object.fromEntries(
                  Object.entries({ ...graph.parameters, [parameter.name]: value }).filter(([, one]) => one !== ''),
                ),
              })
            }
          />
        ))}
      <TextInput
        label={t.graphName()}
        value={graph.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      {custom && (
        <>
          <Select
            label={t.drawn()}
            allowDeselect={false}
            data={graphTypes.filter((type) => type !== 'bar').map((type) => ({ value: type, label: t[type]() }))}
            value={graph.type}
            onChange={(type) => type && set({ type: type as InsightGraph['type'] })}
          />
          <Switch
            size="xs"
            label={t.right()}
            checked={graph.axis === 'right'}
            onChange={(event) => set({ axis: event.currentTarget.checked ? 'right' : 'left' })}
          />
        </>
      )}
    </fieldset>
  )
}

type ParameterProps = {
  parameter: DataSetDefinition['parameters'][number]
  value: string
  error: ReactNode
  onChange: (value: string) => void
}

/** What the data set asks whoever shows it; empty: its default. */
function Parameter({
  parameter: { name, label, type, required, default: standard },
  value,
  error,
  onChange,
}: ParameterProps) {
  const t = useTexts(texts)
  const shown = { label: label || name, withAsterisk: required && !standard, error }
  if (type === 'boolean')
    return (
      <Select
        {...shown}
        clearable
        data={[
          { value: 'true', label: t.yes() },
          { value: 'false', label: t.no() },
        ]}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  return (
    <TextInput
      {...shown}
      placeholder={standard ?? ''}
      {...(type === 'date' && { type: 'date' })}
      value={value}
      maxLength={1_000}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
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
