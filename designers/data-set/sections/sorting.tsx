import { NumberInput, Select, TextInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from '../data-set.module.css'
import { Add, type Parts, Remove, replaced } from './parts.tsx'

const texts = defineMessages({
  field: { en: 'Field', de: 'Feld' },
  sort: { en: 'Sort and limit', de: 'Sortierung und Grenze' },
  ascending: { en: 'ascending', de: 'aufsteigend' },
  descending: { en: 'descending', de: 'absteigend' },
  order: { en: 'Order', de: 'Reihenfolge' },
  addSort: { en: 'Add sort field', de: 'Sortierfeld hinzufügen' },
  all: { en: 'all', de: 'alle' },
  limit: { en: 'At most rows', de: 'Zeilen höchstens' },
  zone: { en: 'Time zone of periods', de: 'Zeitzone der Zeiträume' },
  sortField: { en: 'Sort field', de: 'Sortierfeld' },
})

/** In which order, and how many rows at most. */
export function Sorting({
  definition,
  set,
  error,
  isStage,
  zone,
  onZone,
}: Parts & {
  /** Without a limit all rows of a stage go on. */ isStage: boolean
  zone: string
  onZone: (zone: string) => void
}) {
  const t = useTexts(texts)
  const names = definition.fields.map(({ name }) => name)
  return (
    <Panel title={t.sort()}>
      <div className={s['rows']}>
        {definition.sort.map(({ field, descending }, i) => (
          <div key={i} className={s['line']} data-kind="sort">
            <Select
              aria-label={t.field()}
              allowDeselect={false}
              data={names}
              value={field}
              error={error(`sort.${i}.field`)}
              onChange={(value) => value && set({ sort: replaced(definition.sort, i, { field: value }) })}
            />
            <Select
              aria-label={t.order()}
              allowDeselect={false}
              data={[
                { value: 'up', label: t.ascending() },
                { value: 'down', label: t.descending() },
              ]}
              value={descending ? 'down' : 'up'}
              onChange={(value) => set({ sort: replaced(definition.sort, i, { descending: value === 'down' }) })}
            />
            <Remove
              what={t.sortField()}
              number={i + 1}
              onClick={() => set({ sort: definition.sort.toSpliced(i, 1) })}
            />
          </div>
        ))}
        <Add
          disabled={names.length === 0}
          onClick={() => set({ sort: [...definition.sort, { field: names[0]!, descending: false }] })}
        >
          {t.addSort()}
        </Add>
        <div className={s['line']} data-kind="pair">
          <NumberInput
            label={t.limit()}
            min={1}
            max={1_000_000}
            thousandSeparator=" "
            value={definition.limit ?? ''}
            placeholder={isStage ? t.all() : ''}
            error={error('limit')}
            onChange={(value) => {
              if (typeof value === 'number') set({ limit: value })
              else if (isStage) set({ limit: undefined })
            }}
          />
          {!isStage && (
            <TextInput
              label={t.zone()}
              value={zone}
              error={error('zone')}
              onChange={(event) => onZone(event.currentTarget.value)}
            />
          )}
        </div>
      </div>
    </Panel>
  )
}
