import { ActionIcon, Button, NumberInput, Select, Textarea } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { inGrid } from '@weft/designers/dashboard/grid.ts'
import type { DashboardFilter, DashboardTile } from '@weft/kit/define/dashboard.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { insightsHome, useColumns, useSources, type Insight } from '../insights/api.ts'
import { nameOf } from './filter-bar.tsx'
import s from './dashboards.module.css'

const texts = defineMessages({
  close: { en: 'Close settings', de: 'Einstellungen schließen' },
  text: { en: 'Text', de: 'Text' },
  column: { en: 'Column', de: 'Spalte' },
  row: { en: 'Row', de: 'Zeile' },
  width: { en: 'Width', de: 'Breite' },
  height: { en: 'Height', de: 'Höhe' },
  filters: { en: 'Filters act on', de: 'Filter wirken auf' },
  none: { en: 'not filtered', de: 'nicht gefiltert' },
  change: { en: 'Change insight', de: 'Auswertung ändern' },
})

type Props = {
  tile: DashboardTile
  insight: Insight | undefined
  title: string
  filters: DashboardFilter[]
  onChange: (tile: DashboardTile) => void
  onClose: () => void
}

/** What can be said of the chosen tile: where it lies, its text, and which of its fields each filter acts on. */
export function TileFields({ tile, insight, title, filters, onChange, onClose }: Props) {
  const t = useTexts(texts)
  const { data: sources = [] } = useSources()
  const graphs = insight?.definition.graphs ?? []
  const columnsOf = useColumns(
    graphs.map(({ data_set_id }) => data_set_id),
    sources,
  )
  const columns = [
    ...new Map(graphs.flatMap((graph) => columnsOf(graph.data_set_id) ?? []).map((one) => [one.name, one])).values(),
  ]
  const place = (change: Partial<DashboardTile>) => onChange({ ...tile, ...inGrid({ ...tile, ...change }) })
  const input = (label: string, value: number, change: (value: number) => Partial<DashboardTile>) => (
    <NumberInput
      label={label}
      min={1}
      value={value}
      onChange={(next) => typeof next === 'number' && next >= 1 && place(change(next))}
    />
  )
  return (
    <section>
      <h3>
        {title}
        <ActionIcon ml="auto" size="sm" aria-label={t.close()} onClick={onClose}>
          <IconX size={14} />
        </ActionIcon>
      </h3>
      {tile.insight_id === undefined ? (
        <Textarea
          label={t.text()}
          autosize
          minRows={4}
          maxLength={5_000}
          value={tile.text}
          onChange={(event) => onChange({ ...tile, text: event.currentTarget.value })}
        />
      ) : (
        <Button size="xs" variant="default" component={Link} to={`${insightsHome}/edit/${tile.insight_id}`}>
          {t.change()}
        </Button>
      )}
      <div className={s['two']}>
        {input(t.column(), tile.x + 1, (value) => ({ x: value - 1 }))}
        {input(t.row(), tile.y + 1, (value) => ({ y: value - 1 }))}
        {input(t.width(), tile.w, (w) => ({ w }))}
        {input(t.height(), tile.h, (h) => ({ h }))}
      </div>
      {tile.insight_id !== undefined && filters.length > 0 && (
        <>
          <h3>{t.filters()}</h3>
          {filters.map((filter) => {
            const named = columns.some(({ name }) => name === filter.field) ? filter.field : ''
            return (
              <Select
                key={filter.name}
                label={nameOf(filter)}
                allowDeselect={false}
                data={[
                  { value: '', label: t.none() },
                  ...columns.map(({ name, label }) => ({ value: name, label: label || name })),
                ]}
                value={tile.fields[filter.name] ?? named}
                onChange={(field) => onChange({ ...tile, fields: { ...tile.fields, [filter.name]: field ?? '' } })}
              />
            )
          })}
        </>
      )}
    </section>
  )
}
