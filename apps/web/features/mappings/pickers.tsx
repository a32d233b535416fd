import { ActionIcon, Autocomplete, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Row } from '@weft/designers/mapping/rows.ts'
import { operators, type Condition } from '@weft/kit/define/condition.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { labelOf } from '@weft/kit/ui/form/describe.ts'
import { GroupFrame } from '@weft/kit/ui/form/frame.tsx'
import type { PickerProps, Pickers } from '@weft/kit/ui/form/pickers.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { z } from 'zod'
import s from './mappings.module.css'

const texts = defineMessages({
  field: { en: 'Field', de: 'Feld' },
  relation: { en: 'Relation', de: 'Verhältnis' },
  value: { en: 'Value', de: 'Wert' },
  add: { en: 'Add a condition', de: 'Bedingung hinzufügen' },
  remove: { en: 'Remove the condition', de: 'Bedingung entfernen' },
})

const textValue = (value: unknown) => (typeof value === 'string' ? value : '')

/** A field of the structure chosen beside it. */
function StructureFieldInput({ id, name, frame, value, onChange, disabled, siblings }: PickerProps) {
  const structure = siblings['structure']
  const { data } = useQuery({
    queryKey: [`/data_structures/${structure}`, 'fields'],
    enabled: typeof structure === 'string' && structure !== '',
    queryFn: async ({ signal }) =>
      (
        await api.get(`/data_structures/${structure}`, undefined, {
          signal,
          quiet: true,
        })
      ).data.fields,
    retry: false,
  })
  return (
    <Select
      {...frame}
      id={id}
      aria-label={name}
      searchable
      data={(data ?? []).map((field) => ({
        value: field.name,
        label: field.label ? `${field.name} · ${field.label}` : field.name,
      }))}
      value={textValue(value) || null}
      onChange={onChange}
      disabled={disabled || !data}
    />
  )
}

/** A column of the data set chosen beside it. */
function DataSetColumnInput({ id, name, frame, value, onChange, disabled, siblings }: PickerProps) {
  const dataSet = siblings['data_set']
  const { data } = useQuery({
    queryKey: [`/data_sets/${dataSet}`, 'columns'],
    enabled: typeof dataSet === 'string' && dataSet !== '',
    queryFn: async ({ signal }) =>
      (await api.get(`/data_sets/${dataSet}/columns`, undefined, { signal, quiet: true })).data,
    retry: false,
  })
  return (
    <Select
      {...frame}
      id={id}
      aria-label={name}
      searchable
      data={(data ?? []).map(({ name, label }) => ({
        value: name,
        label: label === name ? name : `${name} · ${label}`,
      }))}
      value={textValue(value) || null}
      onChange={onChange}
      disabled={disabled || !data}
    />
  )
}

/** The name of a configuration value of the project, or of a secret where a transformer computes with one and never gives it. */
function ConfigValueInput({
  id,
  name,
  frame,
  value,
  onChange,
  disabled,
  secrets = false,
}: PickerProps & { secrets?: boolean }) {
  const { data } = useQuery({
    queryKey: ['/config_values', 'names'],
    queryFn: async ({ signal }) =>
      (await api.get('/config_values', { noPagination: true }, { signal, quiet: true })).data,
    retry: false,
  })
  return (
    <Autocomplete
      {...frame}
      id={id}
      aria-label={name}
      data={(data ?? []).flatMap(({ name, kind }) => ((kind === 'secret') === secrets ? [name] : []))}
      value={textValue(value)}
      onChange={onChange}
      disabled={disabled}
    />
  )
}

function EntryFieldInput({ id, name, frame, value, onChange, disabled, names }: PickerProps & { names: string[] }) {
  return (
    <Autocomplete
      {...frame}
      id={id}
      aria-label={name}
      data={names}
      value={textValue(value)}
      onChange={onChange}
      disabled={disabled}
    />
  )
}

function ConditionsInput({ id, frame, value, onChange, disabled, names }: PickerProps & { names: string[] }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const list = Array.isArray(value) ? (value as Condition[]) : []
  const replace = (at: number, change: Partial<Condition>) =>
    onChange(list.map((one, i) => (i === at ? { ...one, ...change } : one)))
  const operatorNames = labelOf('operator', z.enum(operators)).options
  return (
    <GroupFrame id={id} {...frame}>
      <div className={s['conditions']}>
        {list.map((one, i) => (
          <div key={i} className={s['condition']}>
            <Autocomplete
              aria-label={t.field()}
              data={names}
              value={one.field}
              disabled={disabled}
              onChange={(field) => replace(i, { field })}
            />
            <Select
              aria-label={t.relation()}
              data={operators.map((operator) => ({
                value: operator,
                label: operatorNames?.[operator]?.[language] ?? operator,
              }))}
              value={one.operator}
              allowDeselect={false}
              disabled={disabled}
              onChange={(operator) => operator && replace(i, { operator: operator })}
            />
            <TextInput
              aria-label={t.value()}
              value={one.value === undefined || one.value === null ? '' : String(one.value)}
              disabled={disabled}
              onChange={(event) => replace(i, { value: event.currentTarget.value })}
            />
            <ActionIcon
              aria-label={t.remove()}
              disabled={disabled}
              onClick={() => onChange(list.filter((_, n) => n !== i))}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </div>
        ))}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={13} />}
          disabled={disabled}
          onClick={() => onChange([...list, { field: names[0] ?? 'value', operator: 'not_empty' }])}
        >
          {t.add()}
        </Button>
      </div>
    </GroupFrame>
  )
}

/** Inputs that know the mapping: fields of entries are offered from the lists of the source. */
export function mappingPickers(rows: readonly Row[]): Pickers {
  const lists = new Map(rows.filter(({ type }) => type === 'list').map((row) => [row.id, row.full_name]))
  const names = [
    ...new Set(
      rows.flatMap((row) =>
        [...lists.values()]
          .filter((list) => row.full_name.startsWith(`${list}.`))
          .map((list) => row.full_name.slice(list.length + 1)),
      ),
    ),
  ]
  return {
    structure_field: (props) => <StructureFieldInput {...props} />,
    data_set_column: (props) => <DataSetColumnInput {...props} />,
    config_value: (props) => <ConfigValueInput {...props} />,
    secret_value: (props) => <ConfigValueInput {...props} secrets />,
    entry_field: (props) => <EntryFieldInput {...props} names={names} />,
    conditions: (props) => <ConditionsInput {...props} names={names} />,
  }
}
