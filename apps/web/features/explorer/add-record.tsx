import { Button, Drawer, Select, Textarea, TextInput } from '@mantine/core'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useOverlay } from '@weft/kit/ui/overlay.ts'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useTypedGuard } from '@weft/kit/ui/typed-guard.ts'
import { useState } from 'react'
import type { DataStructure } from '../data-structures/structure.ts'
import s from './explorer.module.css'
import { RelationPicker } from './relation-picker.tsx'
import { toRow } from './use-records.ts'

const texts = defineMessages({
  title: { en: 'Add a record to {structure}', de: 'Datensatz in {structure} anlegen' },
  add: { en: 'Add record', de: 'Datensatz anlegen' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  close: { en: 'Close', de: 'Schließen' },
  added: { en: 'Record {id} added', de: 'Datensatz {id} angelegt' },
  yes: { en: 'Yes', de: 'Ja' },
  no: { en: 'No', de: 'Nein' },
  json: { en: 'As JSON', de: 'Als JSON' },
  notJson: { en: 'This is no valid JSON.', de: 'Das ist kein gültiges JSON.' },
})

type Values = Record<string, string>
type Props = { structure: DataStructure; onClose: () => void; onAdded: () => unknown }

/** A record by hand: what stays empty is left to the table's defaults, what is wrong is said by the server. */
export function AddRecord({ structure, onClose, onAdded }: Props) {
  const t = useTexts(texts)
  const [values, setValues] = useState<Values>({})
  const { leave, onInput } = useTypedGuard(true, onClose)
  const broken = structure.fields.filter(
    (field) => isNested(field) && values[field.name] && !isJson(values[field.name]!),
  )
  const { busy, send, errorAt } = useSubmit(notifyRest)
  useOverlay(true, leave)
  const add = () =>
    send(async () => {
      const { data } = await api.post(`/data_structures/${structure.id}/records`, recordOf(structure.fields, values), {
        quiet: true,
      })
      toast({ title: t.added({ id: toRow(data)._id }), message: structure.label, tone: 'green' })
      onClose()
      await onAdded()
    })
  const complaint = (field: StructureField) => (broken.includes(field) ? t.notJson() : errorAt(field.name))
  return (
    <Drawer
      opened
      returnFocus={false}
      closeOnEscape={false}
      onClose={leave}
      size={460}
      title={t.title({ structure: structure.label })}
      closeButtonProps={{ 'aria-label': t.close() }}
    >
      <form
        className={s['adding']}
        onInput={onInput}
        onSubmit={(event) => {
          event.preventDefault()
          if (broken.length === 0) void add()
        }}
      >
        {structure.fields.map((field, i) => (
          <FieldInput
            key={field.id}
            field={field}
            first={i === 0}
            value={values[field.name] ?? ''}
            error={complaint(field)}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        <footer>
          <Button variant="default" onClick={leave}>
            {t.cancel()}
          </Button>
          <Button type="submit" loading={busy}>
            {t.add()}
          </Button>
        </footer>
      </form>
    </Drawer>
  )
}

type InputProps = {
  field: StructureField
  first: boolean
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function FieldInput({ field, first, value, error, onChange }: InputProps) {
  const t = useTexts(texts)
  const needed = (!field.nullable || field.required || field.primary_key) && !field.default
  const shown = {
    label: field.label ?? field.name,
    withAsterisk: needed,
    error,
    value,
    placeholder: field.default ?? '',
    'data-autofocus': first || undefined,
  }
  if (field.related_structure_id) {
    const { placeholder: _none, ...picked } = shown
    return <RelationPicker {...picked} field={field} onChange={onChange} />
  }
  if (field.type === 'boolean')
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
  if (field.type === 'choice')
    return (
      <Select
        {...shown}
        clearable
        data={field.values ?? []}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  const typed = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)
  if (isNested(field))
    return (
      <Textarea
        {...shown}
        autosize
        minRows={3}
        maxRows={12}
        description={t.json()}
        styles={{ input: { fontFamily: 'var(--font-mono)' } }}
        onChange={typed}
      />
    )
  if (field.type === 'long_text') return <Textarea {...shown} autosize minRows={3} maxRows={12} onChange={typed} />
  return <TextInput {...shown} {...inputs[field.type]} onChange={typed} />
}

const inputs: Partial<Record<StructureField['type'], object>> = {
  integer: { inputMode: 'numeric' },
  big_integer: { inputMode: 'numeric' },
  decimal: { inputMode: 'decimal' },
  date: { type: 'date' },
  time: { type: 'time', step: 1 },
  date_time: { placeholder: '2026-11-21 14:30' },
}

const isNested = ({ type }: StructureField) => type === 'object' || type === 'list' || type === 'json'

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const recordOf = (fields: readonly StructureField[], values: Values): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) =>
      values[field.name] ? [[field.name, isNested(field) ? parseJson(values[field.name]!) : values[field.name]]] : [],
    ),
  )
