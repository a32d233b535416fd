import { Select, TextInput } from '@mantine/core'
import type { DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { operators, type Condition } from '@weft/kit/define/condition.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { operatorNames } from '@weft/kit/ui/form/describe.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import s from '../data-set.module.css'
import { choicesOf, splitChoice } from '../sources.ts'
import { Add, type Parts, Remove, grouped, replaced } from './parts.tsx'

const texts = defineMessages({
  field: { en: 'Field', de: 'Feld' },
  filters: { en: 'Filters', de: 'Filter' },
  addFilter: { en: 'Add filter', de: 'Filter hinzufügen' },
  having: { en: 'Conditions on the result', de: 'Bedingungen an das Ergebnis' },
  addHaving: { en: 'Add condition', de: 'Bedingung hinzufügen' },
  operator: { en: 'Comparison', de: 'Vergleich' },
  value: { en: 'Value', de: 'Wert' },
  fixed: { en: 'fixed value', de: 'fester Wert' },
  from: { en: 'Value from', de: 'Wert aus' },
  filter: { en: 'Filter', de: 'Filter' },
  condition: { en: 'Condition', de: 'Bedingung' },
})

type Comparison = { operator: Condition['operator']; value?: unknown; parameter?: string | undefined }

/** What a record, and what a row of the answer, has to be. */
export const Filters = (parts: Parts) => (
  <>
    <RecordFilters {...parts} />
    <ResultConditions {...parts} />
  </>
)

function RecordFilters({ definition: { filters, parameters }, set, sources, error }: Parts) {
  const t = useTexts(texts)
  const [first] = sources.flatMap(choicesOf)
  const change = (i: number, filter: Partial<DataSetDefinition['filters'][number]>) =>
    set({ filters: replaced(filters, i, filter) })
  return (
    <Panel title={t.filters()} note={filters.length || undefined}>
      <div className={s['rows']}>
        {filters.map(({ of, field, ...comparison }, i) => (
          <div key={i} className={s['line']} data-kind="filter">
            <Select
              aria-label={t.field()}
              searchable
              allowDeselect={false}
              data={grouped(sources)}
              value={`${of}/${field}`}
              error={error(`filters.${i}.field`)}
              onChange={(value) => value && change(i, splitChoice(value))}
            />
            <Compare
              comparison={comparison}
              parameters={parameters}
              error={error(`filters.${i}.value`) ?? error(`filters.${i}.parameter`)}
              onChange={(comparison) => change(i, comparison)}
            />
            <Remove what={t.filter()} number={i + 1} onClick={() => set({ filters: filters.toSpliced(i, 1) })} />
          </div>
        ))}
        <Add
          disabled={!first}
          onClick={() =>
            first && set({ filters: [...filters, { of: first.of, field: first.field, operator: 'not_empty' }] })
          }
        >
          {t.addFilter()}
        </Add>
      </div>
    </Panel>
  )
}

function ResultConditions({ definition: { fields, having, parameters }, set, error }: Parts) {
  const t = useTexts(texts)
  const [first] = fields
  const change = (i: number, condition: Partial<DataSetDefinition['having'][number]>) =>
    set({ having: replaced(having, i, condition) })
  return (
    <Panel title={t.having()} note={having.length || undefined} collapsible initiallyCollapsed={having.length === 0}>
      <div className={s['rows']}>
        {having.map(({ field, ...comparison }, i) => (
          <div key={i} className={s['line']} data-kind="filter">
            <Select
              aria-label={t.field()}
              allowDeselect={false}
              data={fields.map(({ name }) => name)}
              value={field}
              error={error(`having.${i}.field`)}
              onChange={(value) => value && change(i, { field: value })}
            />
            <Compare
              comparison={comparison}
              parameters={parameters}
              error={error(`having.${i}.value`) ?? error(`having.${i}.parameter`)}
              onChange={(comparison) => change(i, comparison)}
            />
            <Remove what={t.condition()} number={i + 1} onClick={() => set({ having: having.toSpliced(i, 1) })} />
          </div>
        ))}
        <Add
          disabled={!first}
          onClick={() => first && set({ having: [...having, { field: first.name, operator: 'not_empty' }] })}
        >
          {t.addHaving()}
        </Add>
      </div>
    </Panel>
  )
}

function Compare({
  comparison: { operator, value, parameter },
  parameters,
  error,
  onChange,
}: {
  comparison: Comparison
  parameters: DataSetDefinition['parameters']
  error: string | undefined
  onChange: (change: Partial<Comparison>) => void
}) {
  const t = useTexts(texts)
  const read = useLabel()
  const bare = ['empty', 'not_empty', 'true', 'false'].includes(operator)
  return (
    <>
      <Select
        aria-label={t.operator()}
        allowDeselect={false}
        data={operators.map((one) => ({ value: one, label: read(operatorNames[one]) }))}
        value={operator}
        onChange={(next) => next && onChange({ operator: next })}
      />
      {bare ? (
        <span />
      ) : (
        <Select
          aria-label={t.from()}
          allowDeselect={false}
          data={[
            { value: '', label: t.fixed() },
            ...parameters.map(({ name, label }) => ({ value: name, label: label || name })),
          ]}
          value={parameter ?? ''}
          error={parameter ? error : undefined}
          onChange={(next) => onChange({ parameter: next || undefined })}
        />
      )}
      {bare || parameter ? (
        <span />
      ) : (
        <TextInput
          aria-label={t.value()}
          value={String(value ?? '')}
          error={error}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        />
      )}
    </>
  )
}
