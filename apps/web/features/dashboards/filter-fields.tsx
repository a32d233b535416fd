import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { filterKinds, type DashboardFilter, type DashboardTile } from '@weft/kit/define/dashboard.ts'
import { namedPeriods } from '@weft/kit/define/period.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useColumns, useInsights, useSources } from '../insights/api.ts'
import s from './dashboards.module.css'

const texts = defineMessages({
  title: { en: 'Filters', de: 'Filter' },
  add: { en: 'Filter', de: 'Filter' },
  remove: { en: 'Remove filter {name}', de: 'Filter {name} entfernen' },
  kind: { en: 'Kind', de: 'Art' },
  period: { en: 'Period', de: 'Zeitraum' },
  choice: { en: 'Values', de: 'Werte' },
  range: { en: 'Range', de: 'Zahlenbereich' },
  text: { en: 'Text', de: 'Text' },
  field: { en: 'Field', de: 'Feld' },
  label: { en: 'Label', de: 'Bezeichnung' },
  standard: { en: 'At first', de: 'Zu Beginn' },
  everything: { en: 'everything', de: 'alles' },
  '7d': { en: '7 days', de: '7 Tage' },
  '4w': { en: '4 weeks', de: '4 Wochen' },
  '12w': { en: '12 weeks', de: '12 Wochen' },
  '1y': { en: 'Year', de: 'Jahr' },
})

type Props = {
  tiles: DashboardTile[]
  filters: DashboardFilter[]
  errors: Record<string, string[]>
  onChange: (filters: DashboardFilter[]) => void
}

const fits: Record<DashboardFilter['kind'], readonly string[] | undefined> = {
  period: ['date', 'date_time'],
  range: ['integer', 'big_integer', 'decimal'],
  choice: undefined,
  text: undefined,
}

/** Which filters a dashboard has, and which fields they act on. */
export function FilterFields({ tiles, filters, errors, onChange }: Props) {
  const t = useTexts(texts)
  const { data: insights } = useInsights()
  const { data: sources = [] } = useSources()
  const shown = insights?.filter(({ id }) => tiles.some(({ insight_id }) => insight_id === id)) ?? []
  const ids = [...new Set(shown.flatMap(({ definition }) => definition.graphs.map((graph) => graph.data_set_id)))]
  const columnsOf = useColumns(ids, sources)
  const columns = new Map(ids.flatMap((id) => columnsOf(id) ?? []).map((column) => [column.name, column]))
  const set = (at: number, change: Partial<DashboardFilter>) =>
    onChange(filters.map((filter, i) => (i === at ? { ...filter, ...change } : filter)))
  const chooseField = (at: number, field: string) => {
    const others = filters.filter((_, i) => i !== at).map(({ name }) => name)
    let name = field.slice(0, 28)
    for (let n = 2; others.includes(name); n++) name = `${field.slice(0, 28)}_${n}`
    set(at, { field, name, label: columns.get(field)?.label ?? '' })
  }
  const add = () => {
    const free = [...columns.values()].find(({ name }) => !filters.some(({ field }) => field === name))
    const field = free?.name ?? 'field'
    const kind = fits.period!.includes(free?.type ?? '') ? 'period' : 'choice'
    onChange([...filters, { name: field.slice(0, 28), label: free?.label ?? '', kind, field, standard: '' }])
  }
  return (
    <section>
      <h3>{t.title()}</h3>
      {filters.map((filter, i) => (
        <fieldset key={i} className={s['filter']}>
          <div className={s['two']}>
            <Select
              label={t.kind()}
              allowDeselect={false}
              data={filterKinds.map((kind) => ({ value: kind, label: t[kind]() }))}
              value={filter.kind}
              onChange={(kind) => kind && set(i, { kind, standard: '' })}
            />
            <Select
              label={t.field()}
              allowDeselect={false}
              searchable
              data={[...columns.values()]
                .filter(({ type }) => fits[filter.kind]?.includes(type) ?? true)
                .map(({ name, label }) => ({ value: name, label: label || name }))}
              value={filter.field}
              error={errors[`definition.filters.${i}.field`]?.[0]}
              onChange={(field) => field && chooseField(i, field)}
            />
            <TextInput
              label={t.label()}
              value={filter.label}
              maxLength={100}
              onChange={(event) => set(i, { label: event.currentTarget.value })}
            />
            {filter.kind === 'period' ? (
              <Select
                label={t.standard()}
                allowDeselect={false}
                data={[
                  { value: '', label: t.everything() },
                  ...namedPeriods.map((value) => ({ value, label: t[value]() })),
                ]}
                value={filter.standard}
                onChange={(standard) => set(i, { standard: standard ?? '' })}
              />
            ) : (
              <TextInput
                label={t.standard()}
                placeholder={t.everything()}
                value={filter.standard}
                error={errors[`definition.filters.${i}.standard`]?.[0]}
                onChange={(event) => set(i, { standard: event.currentTarget.value })}
              />
            )}
          </div>
          <ActionIcon
            aria-label={t.remove({ name: filter.label || filter.field })}
            onClick={() => onChange(filters.toSpliced(i, 1))}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </fieldset>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={columns.size === 0 || filters.length >= 12}
        onClick={add}
      >
        {t.add()}
      </Button>
    </section>
  )
}
