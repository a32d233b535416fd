import { Button, Select, TextInput } from '@mantine/core'
import { deepestGroup, filterGroups, isGroup, type Filter } from '@weft/kit/define/data-set.ts'
import { operators, type Condition } from '@weft/kit/define/condition.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { operatorNames } from '@weft/kit/ui/form/describe.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import type { ReactNode } from 'react'
import s from '../data-set.module.css'
import { choicesOf, splitChoice } from '../sources.ts'
import { Add, type Parts, Remove, grouped } from './parts.tsx'

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
  group: { en: 'Group', de: 'Gruppe' },
  addGroup: { en: 'Add group', de: 'Gruppe hinzufügen' },
  and: { en: 'all of these hold', de: 'alle davon treffen zu' },
  or: { en: 'any of these holds', de: 'eines davon trifft zu' },
  not: { en: 'not all of these hold', de: 'nicht alle davon treffen zu' },
})

type Comparison = { operator: Condition['operator']; value?: unknown; parameter?: string | undefined }

/** What a record, and what a row of the answer, has to be. */
export const Filters = (parts: Parts) => (
  <>
    <RecordFilters {...parts} />
    <ResultConditions {...parts} />
  </>
)

function RecordFilters({ definition: { filters }, set, sources, parameters, error }: Parts) {
  const t = useTexts(texts)
  const [first] = sources.flatMap(choicesOf)
  return (
    <Panel title={t.filters()} note={filters.length || undefined}>
      <FilterList
        filters={filters}
        path="filters"
        what={t.filter()}
        fresh={first && { of: first.of, field: first.field, operator: 'not_empty' }}
        addText={t.addFilter()}
        parameters={parameters}
        error={error}
        onChange={(next) => set({ filters: next })}
        field={({ of, field }, path, change) => (
          <Select
            aria-label={t.field()}
            searchable
            allowDeselect={false}
            data={grouped(sources)}
            value={`${of}/${field}`}
            error={error(`${path}.field`) ?? error(`${path}.of`)}
            onChange={(value) => value && change(splitChoice(value))}
          />
        )}
      />
    </Panel>
  )
}

function ResultConditions({ definition: { fields, having }, set, parameters, error }: Parts) {
  const t = useTexts(texts)
  const [first] = fields
  return (
    <Panel title={t.having()} note={having.length || undefined} collapsible initiallyCollapsed={having.length === 0}>
      <FilterList
        filters={having}
        path="having"
        what={t.condition()}
        fresh={first && { field: first.name, operator: 'not_empty' }}
        addText={t.addHaving()}
        parameters={parameters}
        error={error}
        onChange={(next) => set({ having: next })}
        field={({ field }, path, change) => (
          <Select
            aria-label={t.field()}
            allowDeselect={false}
            data={fields.map(({ name }) => name)}
            value={field}
            error={error(`${path}.field`)}
            onChange={(value) => value && change({ field: value })}
          />
        )}
      />
    </Panel>
  )
}

type ListProps<C extends Comparison> = {
  filters: Filter<C>[]
  path: string
  what: string
  /** What is added; absent where nothing can be. */
  fresh: C | undefined
  addText: string
  parameters: Parts['parameters']
  error: Parts['error']
  depth?: number
  onChange: (filters: Filter<C>[]) => void
  field: (comparison: C, path: string, change: (change: Partial<C>) => void) => ReactNode
}

/** Conditions in a row, groups of them as boxes inside. */
function FilterList<C extends Comparison>(props: ListProps<C>) {
  const { filters, path, what, fresh, addText, parameters, error, depth = 0, onChange, field } = props
  const t = useTexts(texts)
  const put = (i: number, next: Filter<C>) => onChange(filters.with(i, next))
  const remove = (i: number) => onChange(filters.toSpliced(i, 1))
  return (
    <div className={s['rows']}>
      {filters.map((filter, i) => {
        const at = `${path}.${i}`
        if (isGroup<C>(filter))
          return (
            <div key={i} className={s['group']} role="group" aria-label={t[filter.group]()}>
              <div className={s['groupHead']}>
                <Select
                  aria-label={t.group()}
                  allowDeselect={false}
                  data={filterGroups.map((value) => ({ value, label: t[value]() }))}
                  value={filter.group}
                  onChange={(group) => group && put(i, { ...filter, group })}
                />
                <Remove what={t.group()} number={i + 1} onClick={() => remove(i)} />
              </div>
              <FilterList
                {...props}
                filters={filter.filters}
                path={`${at}.filters`}
                depth={depth + 1}
                onChange={(inner) => (inner.length === 0 ? remove(i) : put(i, { ...filter, filters: inner }))}
              />
            </div>
          )
        const change = (next: Partial<C>) => put(i, { ...filter, ...next })
        return (
          <div key={i} className={s['line']} data-kind="filter">
            {field(filter, at, change)}
            <Compare
              comparison={filter}
              parameters={parameters}
              error={error(`${at}.value`) ?? error(`${at}.parameter`)}
              onChange={(next) => change(next as Partial<C>)}
            />
            <Remove what={what} number={i + 1} onClick={() => remove(i)} />
          </div>
        )
      })}
      <div className={s['buttons']}>
        <Add disabled={!fresh} onClick={() => fresh && onChange([...filters, fresh])}>
          {addText}
        </Add>
        {depth < deepestGroup && (
          <Button
            size="xs"
            variant="subtle"
            disabled={!fresh}
            onClick={() => fresh && onChange([...filters, { group: 'or', filters: [fresh] }])}
          >
            {t.addGroup()}
          </Button>
        )}
      </div>
    </div>
  )
}

function Compare({
  comparison: { operator, value, parameter },
  parameters,
  error,
  onChange,
}: {
  comparison: Comparison
  parameters: Parts['parameters']
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
