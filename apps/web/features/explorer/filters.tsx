import { ActionIcon, Button, CloseButton, Indicator, Popover, Select } from '@mantine/core'
import { IconFilter, IconPlus, IconTrash } from '@tabler/icons-react'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { operatorNames } from '@weft/kit/ui/form/describe.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import s from './explorer.module.css'
import { conditionsOf, draftsOf, needsNoValue, operatorsFor, type FilterDraft } from './filter-kinds.ts'
import { FilterValue } from './filter-value.tsx'

const texts = defineMessages({
  filter: { en: 'Filter', de: 'Filtern' },
  active: { en: 'Filter, {count} active', de: 'Filtern, {count} aktiv' },
  title: { en: 'Only records where all of these hold', de: 'Nur Datensätze, bei denen alles zutrifft' },
  field: { en: 'Field', de: 'Feld' },
  operator: { en: 'Comparison', de: 'Vergleich' },
  between: { en: 'is between', de: 'liegt zwischen' },
  range: { en: '{from} and {until}', de: '{from} und {until}' },
  add: { en: 'Add condition', de: 'Bedingung hinzufügen' },
  remove: { en: 'Remove condition {number}', de: 'Bedingung {number} entfernen' },
  drop: { en: 'Remove filter: {filter}', de: 'Filter entfernen: {filter}' },
  apply: { en: 'Apply', de: 'Anwenden' },
  clear: { en: 'Remove all', de: 'Alle entfernen' },
})

/** The fields a condition can name, those inside objects by their path. */
const pathsOf = (fields: StructureField[], before = ''): { value: string; label: string; field: StructureField }[] =>
  fields.flatMap((field) => [
    { value: `${before}${field.name}`, label: `${before}${field.label ?? field.name}`, field },
    ...(field.type === 'object' ? pathsOf(field.fields ?? [], `${before}${field.name}.`) : []),
  ])

/** Conditions on the fields of a structure, each as fits its type, edited in a popover and applied together; those that hold stand beside it. */
export function Filters({
  fields,
  conditions,
  onChange,
}: {
  fields: StructureField[]
  conditions: Condition[]
  onChange: (conditions: Condition[]) => void
}) {
  const t = useTexts(texts)
  const read = useLabel()
  const [opened, setOpened] = useState(false)
  const active = draftsOf(conditions)
  const [drafts, setDrafts] = useState<FilterDraft[]>(active)
  const paths = pathsOf(fields)
  const fieldAt = (path: string) => paths.find(({ value }) => value === path)?.field
  const blank = (path = paths[0]?.value ?? ''): FilterDraft => {
    const field = fieldAt(path)
    return { field: path, operator: (field && operatorsFor(field)[0]) ?? 'equals', value: '' }
  }
  const nameOf = (operator: FilterDraft['operator']) =>
    operator === 'between' ? t.between() : read(operatorNames[operator])
  const open = () => {
    setDrafts(active.length > 0 ? active : [blank()])
    setOpened(true)
  }
  const apply = (next: FilterDraft[]) => {
    onChange(conditionsOf(next, (path) => fieldAt(path)?.type))
    setOpened(false)
  }
  const set = (i: number, change: Partial<FilterDraft>) =>
    setDrafts(drafts.map((one, n) => (n === i ? { ...one, ...change } : one)))
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" width={640} trapFocus returnFocus shadow="md">
        <Indicator disabled={active.length === 0} label={active.length} size={16}>
          <Popover.Target>
            <Button
              variant="default"
              leftSection={<IconFilter size={14} />}
              aria-label={active.length > 0 ? t.active({ count: active.length }) : t.filter()}
              onClick={open}
            >
              {t.filter()}
            </Button>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown>
          <form
            className={s['filters']}
            onSubmit={(event) => {
              event.preventDefault()
              apply(drafts)
            }}
          >
            <b>{t.title()}</b>
            {drafts.map((draft, i) => {
              const field = fieldAt(draft.field)
              const operators = field ? operatorsFor(field) : [draft.operator]
              const offered = operators.includes(draft.operator) ? operators : [draft.operator, ...operators]
              return (
                <div key={i} className={s['condition']}>
                  <Select
                    aria-label={t.field()}
                    searchable
                    allowDeselect={false}
                    data={paths.map(({ value: path, label }) => ({ value: path, label }))}
                    value={draft.field}
                    onChange={(next) => next && set(i, { ...blank(next), until: '' })}
                    comboboxProps={{ withinPortal: false }}
                  />
                  <Select
                    aria-label={t.operator()}
                    allowDeselect={false}
                    data={offered.map((one) => ({ value: one, label: nameOf(one) }))}
                    value={draft.operator}
                    onChange={(next) => next && set(i, { operator: next })}
                    comboboxProps={{ withinPortal: false }}
                  />
                  {field && !needsNoValue(draft.operator) ? (
                    <FilterValue field={field} draft={draft} onChange={(change) => set(i, change)} />
                  ) : (
                    <span />
                  )}
                  <ActionIcon
                    aria-label={t.remove({ number: i + 1 })}
                    onClick={() => setDrafts(drafts.toSpliced(i, 1))}
                  >
                    <IconTrash size={15} />
                  </ActionIcon>
                </div>
              )
            })}
            <div className={s['buttons']}>
              <Button
                size="xs"
                variant="subtle"
                leftSection={<IconPlus size={14} />}
                onClick={() => setDrafts([...drafts, blank()])}
              >
                {t.add()}
              </Button>
              <span />
              {active.length > 0 && (
                <Button size="xs" variant="default" onClick={() => apply([])}>
                  {t.clear()}
                </Button>
              )}
              <Button size="xs" type="submit">
                {t.apply()}
              </Button>
            </div>
          </form>
        </Popover.Dropdown>
      </Popover>
      {active.map((draft, i) => (
        <Chip
          key={`${draft.field} ${i}`}
          name={paths.find(({ value }) => value === draft.field)?.label ?? draft.field}
          comparison={nameOf(draft.operator)}
          draft={draft}
          type={fieldAt(draft.field)?.type}
          onRemove={() => apply(active.toSpliced(i, 1))}
        />
      ))}
    </>
  )
}

type ChipProps = {
  name: string
  comparison: string
  draft: FilterDraft
  type: StructureField['type'] | undefined
  onRemove: () => void
}

function Chip({ name, comparison, draft, type, onRemove }: ChipProps) {
  const t = useTexts(texts)
  const { date, dateTime } = useFormats()
  const language = useLanguage()
  const isNumber = type === 'decimal' || type === 'integer' || type === 'big_integer'
  const said = (value: unknown) =>
    type === 'date'
      ? date(String(value))
      : type === 'date_time'
        ? dateTime(String(value))
        : Array.isArray(value)
          ? value.join(', ')
          : isNumber
            ? String(value ?? '').replace('.', language === 'de' ? ',' : '.')
            : String(value ?? '')
  const value = needsNoValue(draft.operator)
    ? ''
    : draft.operator === 'between'
      ? t.range({ from: said(draft.value), until: said(draft.until) })
      : said(draft.value)
  return (
    <span className={s['chip']}>
      <span>
        {name} {comparison} <b>{value}</b>
      </span>
      <CloseButton size="xs" aria-label={t.drop({ filter: `${name} ${comparison} ${value}` })} onClick={onRemove} />
    </span>
  )
}
