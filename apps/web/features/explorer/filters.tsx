import { ActionIcon, Button, Indicator, Popover, Select, TextInput } from '@mantine/core'
import { IconFilter, IconPlus, IconTrash } from '@tabler/icons-react'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { operators, type Condition } from '@weft/kit/define/condition.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { operatorNames } from '@weft/kit/ui/form/describe.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import s from './explorer.module.css'

const texts = defineMessages({
  filter: { en: 'Filter', de: 'Filtern' },
  active: { en: 'Filter, {count} active', de: 'Filtern, {count} aktiv' },
  title: { en: 'Only records where all of these hold', de: 'Nur Datensätze, bei denen alles zutrifft' },
  field: { en: 'Field', de: 'Feld' },
  operator: { en: 'Comparison', de: 'Vergleich' },
  value: { en: 'Value', de: 'Wert' },
  list: { en: 'Values, separated by commas', de: 'Werte, durch Komma getrennt' },
  add: { en: 'Add condition', de: 'Bedingung hinzufügen' },
  remove: { en: 'Remove condition {number}', de: 'Bedingung {number} entfernen' },
  apply: { en: 'Apply', de: 'Anwenden' },
  clear: { en: 'Remove all', de: 'Alle entfernen' },
})

/** Comparisons that need no value. */
const needsNoValue = (operator: Condition['operator']) => ['empty', 'not_empty', 'true', 'false'].includes(operator)

/** The fields a condition can name, those inside objects by their path. */
const pathsOf = (fields: StructureField[], before = ''): { value: string; label: string; field: StructureField }[] =>
  fields.flatMap((field) => [
    { value: `${before}${field.name}`, label: `${before}${field.label ?? field.name}`, field },
    ...(field.type === 'object' ? pathsOf(field.fields ?? [], `${before}${field.name}.`) : []),
  ])

/** Conditions on the fields of a structure, edited in a popover and applied together. */
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
  const [draft, setDraft] = useState<Condition[]>(conditions)
  const paths = pathsOf(fields)
  const blank = (): Condition => ({ field: paths[0]?.value ?? '', operator: 'equals', value: '' })
  const open = () => {
    setDraft(conditions.length > 0 ? conditions : [blank()])
    setOpened(true)
  }
  const apply = (next: Condition[]) => {
    onChange(next.filter(({ operator, value }) => needsNoValue(operator) || (value !== undefined && value !== '')))
    setOpened(false)
  }
  const set = (i: number, change: Partial<Condition>) =>
    setDraft(draft.map((one, n) => (n === i ? { ...one, ...change } : one)))
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={560} trapFocus returnFocus shadow="md">
      <Indicator disabled={conditions.length === 0} label={conditions.length} size={16}>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconFilter size={14} />}
            aria-label={conditions.length > 0 ? t.active({ count: conditions.length }) : t.filter()}
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
            apply(draft)
          }}
        >
          <b>{t.title()}</b>
          {draft.map(({ field, operator, value }, i) => (
            <div key={i} className={s['condition']}>
              <Select
                aria-label={t.field()}
                searchable
                allowDeselect={false}
                data={paths.map(({ value: path, label }) => ({ value: path, label }))}
                value={field}
                onChange={(next) => next && set(i, { field: next })}
                comboboxProps={{ withinPortal: false }}
              />
              <Select
                aria-label={t.operator()}
                allowDeselect={false}
                data={operators.map((one) => ({ value: one, label: read(operatorNames[one]) }))}
                value={operator}
                onChange={(next) => next && set(i, { operator: next })}
                comboboxProps={{ withinPortal: false }}
              />
              {needsNoValue(operator) ? (
                <span />
              ) : (
                <TextInput
                  aria-label={t.value()}
                  placeholder={operator === 'in' ? t.list() : ''}
                  value={String(value ?? '')}
                  onChange={(event) => set(i, { value: event.currentTarget.value })}
                />
              )}
              <ActionIcon aria-label={t.remove({ number: i + 1 })} onClick={() => setDraft(draft.toSpliced(i, 1))}>
                <IconTrash size={15} />
              </ActionIcon>
            </div>
          ))}
          <div className={s['buttons']}>
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconPlus size={14} />}
              onClick={() => setDraft([...draft, blank()])}
            >
              {t.add()}
            </Button>
            <span />
            {conditions.length > 0 && (
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
  )
}
