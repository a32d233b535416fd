import { ActionIcon, MultiSelect, Select, Switch, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { DataSetColumn, DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { graphTypes, hasOneGraph, totals, type ChartType, type InsightGraph } from '@weft/kit/define/insight.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle, type Tone } from '@weft/kit/ui/tones.ts'
import type { ReactNode } from 'react'
import { texts } from './editor-texts.ts'
import s from './insight.module.css'

/** A data set to choose, with what it wants to be told. */
export type DataSetChoice = { id: string; name: string; definition: Pick<DataSetDefinition, 'parameters'> }

type GraphProps = {
  graph: InsightGraph
  tone: Tone
  number: number
  chart_type: ChartType
  dataSets: DataSetChoice[]
  columns: DataSetColumn[] | undefined
  error: (key: string) => ReactNode
  onChange: (graph: InsightGraph) => void
  onRemove: (() => void) | undefined
}

/** One graph of an insight: which data set it asks, what of it is drawn, and how. */
export function GraphFields({
  graph,
  tone,
  number,
  chart_type,
  dataSets,
  columns = [],
  error,
  onChange,
  onRemove,
}: GraphProps) {
  const t = useTexts(texts)
  const set = (change: Partial<InsightGraph>) => onChange({ ...graph, ...change })
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
          id && set({ data_set_id: id, x_field: '', y_field: '', series_field: undefined, columns: [], parameters: {} })
        }
      />
      {chart_type === 'table' ? (
        <MultiSelect
          label={t.columns()}
          placeholder={graph.columns.length === 0 ? t.allColumns() : ''}
          clearable
          data={options(columns)}
          value={graph.columns}
          error={error('columns')}
          onChange={(chosen) => set({ columns: chosen })}
        />
      ) : (
        <Columns chart_type={chart_type} graph={graph} columns={columns} error={error} onChange={set} />
      )}
      <DataSetParameters
        graph={graph}
        dataSets={dataSets}
        error={error}
        onChange={(parameters) => set({ parameters })}
      />
      {!hasOneGraph(chart_type) && (
        <TextInput
          label={t.graphName()}
          value={graph.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
      )}
      {chart_type === 'custom' && <Drawing graph={graph} onChange={set} />}
      {chart_type === 'combo' && (
        <Switch
          size="xs"
          label={t.lineRight()}
          checked={graph.axis === 'right'}
          onChange={(event) => set({ axis: event.currentTarget.checked ? 'right' : 'left' })}
        />
      )}
    </fieldset>
  )
}

const time: string[] = ['date', 'date_time']
const numeric = ['integer', 'big_integer', 'decimal']
const options = (columns: readonly DataSetColumn[]) => columns.map(({ name, label }) => ({ value: name, label }))

/** Which columns of the data set are drawn. */
function Columns({
  chart_type,
  graph,
  columns,
  error,
  onChange,
}: {
  chart_type: ChartType
  graph: InsightGraph
  columns: DataSetColumn[]
  error: (key: string) => ReactNode
  onChange: (change: Partial<InsightGraph>) => void
}) {
  const t = useTexts(texts)
  const isNumber = chart_type === 'number'
  const isPivot = chart_type === 'pivot'
  return (
    <>
      <div className={s['two']}>
        <Select
          label={isNumber ? t.along() : isPivot ? t.rows() : t.x()}
          allowDeselect={isNumber}
          clearable={isNumber}
          data={options(isNumber ? columns.filter(({ type }) => time.includes(type)) : columns)}
          value={graph.x_field || null}
          error={error('x_field')}
          onChange={(name) => (name || isNumber) && onChange({ x_field: name ?? '' })}
        />
        <Select
          label={t.y()}
          allowDeselect={false}
          data={options(columns.filter(({ type }) => numeric.includes(type)))}
          value={graph.y_field || null}
          error={error('y_field')}
          onChange={(name) => name && onChange({ y_field: name })}
        />
      </div>
      {!isNumber && (
        <Select
          label={isPivot ? t.columns() : t.series()}
          placeholder={isPivot ? '' : t.none()}
          clearable={!isPivot}
          data={options(columns.filter(({ name }) => name !== graph.x_field && name !== graph.y_field))}
          value={graph.series_field ?? null}
          error={error('series_field')}
          onChange={(name) => onChange({ series_field: name ?? undefined })}
        />
      )}
      <Select
        label={t.total()}
        allowDeselect={false}
        data={totals.map((total) => ({ value: total, label: t[total]() }))}
        value={graph.total}
        onChange={(total) => total && onChange({ total })}
      />
    </>
  )
}

/** What the chosen data set wants to be told. */
function DataSetParameters({
  graph,
  dataSets,
  error,
  onChange,
}: {
  graph: InsightGraph
  dataSets: DataSetChoice[]
  error: (key: string) => ReactNode
  onChange: (parameters: InsightGraph['parameters']) => void
}) {
  const chosen = dataSets.find(({ id }) => id === graph.data_set_id)
  const setParameter = (name: string, value: string) =>
    onChange(Object.fromEntries(Object.entries({ ...graph.parameters, [name]: value }).filter(([, one]) => one !== '')))
  return chosen?.definition.parameters.map((parameter) => (
    <Parameter
      key={parameter.name}
      parameter={parameter}
      value={graph.parameters[parameter.name] ?? ''}
      error={error(`parameters.${parameter.name}`)}
      onChange={(value) => setParameter(parameter.name, value)}
    />
  ))
}

/** Where graphs of several kinds stand in one chart: how this one is drawn, and at which axis. */
function Drawing({ graph, onChange }: { graph: InsightGraph; onChange: (change: Partial<InsightGraph>) => void }) {
  const t = useTexts(texts)
  return (
    <>
      <Select
        label={t.drawn()}
        allowDeselect={false}
        data={customTypes.map((type) => ({ value: type, label: t[type]() }))}
        value={graph.type}
        onChange={(type) => type && onChange({ type })}
      />
      <Switch
        size="xs"
        label={t.right()}
        checked={graph.axis === 'right'}
        onChange={(event) => onChange({ axis: event.currentTarget.checked ? 'right' : 'left' })}
      />
    </>
  )
}

const customTypes = graphTypes.filter((type) => type !== 'bar')

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
  const common = { label: label || name, withAsterisk: required && !standard, error }
  if (type === 'boolean')
    return (
      <Select
        {...common}
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
      {...common}
      placeholder={standard ?? ''}
      {...(type === 'date' && { type: 'date' })}
      value={value}
      maxLength={1_000}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
