import { Button, NumberInput, TextInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { assignToField, useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { useState } from 'react'
import type { DynamicModel } from './api.ts'
import s from './dynamic-models.module.css'
import { FieldsTable } from './fields-table.tsx'
import { FileChooser } from './file-chooser.tsx'
import { useModelLabels } from './model-labels.ts'
import { OptionsForm } from './options-form.tsx'

const texts = defineMessages({
  basic: { en: 'Basic configuration', de: 'Basiskonfiguration' },
  save: { en: 'Save', de: 'Speichern' },
  choose: { en: 'Choose', de: 'Auswählen' },
})

/** Sends changes and keeps the complaints of the server. */
function useSave(model: DynamicModel) {
  const { busy, errors, send } = useSubmit(assignToField(''))
  const save = (changes: Partial<DynamicModel>) =>
    send(async () => {
      await api.put(`/dynamic_models/${model.id}`, changes, { quiet: true })
      toastSaved(model.model_name)
      await refresh('/dynamic_models')
    })
  return { busy, errors, save }
}

function Save({
  errors,
  busy,
  save,
  draft,
  disabled,
}: ReturnType<typeof useSave> & { draft: Partial<DynamicModel>; disabled: boolean }) {
  const t = useTexts(texts)
  return (
    <>
      {errors['']?.map((said) => (
        <p key={said} role="alert" className={s['complaint']}>
          {said}
        </p>
      ))}
      <div className={s['buttons']}>
        <Button loading={busy} disabled={disabled} onClick={() => void save(draft)}>
          {t.save()}
        </Button>
      </div>
    </>
  )
}

/** How the files of a model are read. */
export function BasicConfiguration({ model }: { model: DynamicModel }) {
  const t = useTexts(texts)
  const labels = useModelLabels()
  const may = useMay()
  const { model_name, sample_file, preview_rows, analyse_entry_quantity, max_depth, options } = model
  const saved = { model_name, sample_file, preview_rows, analyse_entry_quantity, max_depth, options }
  const [draft, setDraft] = useState(saved)
  useUnsavedGuard(JSON.stringify(draft) !== JSON.stringify(saved))
  const [choosing, setChoosing] = useState(false)
  const saving = useSave(model)
  const { errors } = saving
  const disabled = !may('structures.update')
  const number = (key: 'preview_rows' | 'analyse_entry_quantity' | 'max_depth', label: string, max: number) => (
    <NumberInput
      label={label}
      min={1}
      max={max}
      disabled={disabled}
      error={errors[key]?.[0]}
      value={draft[key]}
      onChange={(value) => typeof value === 'number' && setDraft({ ...draft, [key]: value })}
    />
  )
  return (
    <div className="stack" style={{ maxWidth: 900 }}>
      <Panel title={t.basic()}>
        <div className="stack">
          <TextInput
            label={labels.label('model_name')}
            value={draft.model_name}
            disabled={disabled}
            error={errors['model_name']?.[0]}
            onChange={(event) => setDraft({ ...draft, model_name: event.currentTarget.value })}
          />
          <div className={s['with']}>
            <TextInput
              label={labels.label('sample_file')}
              value={draft.sample_file ?? ''}
              disabled={disabled}
              error={errors['sample_file']?.[0]}
              onChange={(event) => setDraft({ ...draft, sample_file: event.currentTarget.value || null })}
            />
            <Button variant="default" disabled={disabled} onClick={() => setChoosing(true)}>
              {t.choose()}
            </Button>
          </div>
          <div className={s['three']}>
            {number('preview_rows', labels.label('preview_rows'), 200)}
            {number('analyse_entry_quantity', labels.label('analyse_entry_quantity'), 1_000_000)}
            {number('max_depth', labels.label('max_depth'), 10)}
          </div>
        </div>
        <FileChooser
          opened={choosing}
          onClose={() => setChoosing(false)}
          onChosen={(path) => {
            setChoosing(false)
            setDraft({ ...draft, sample_file: path })
          }}
        />
      </Panel>
      <Panel title={labels.label('options')}>
        <OptionsForm
          type={model.type}
          options={draft.options}
          disabled={disabled}
          errors={Object.fromEntries(
            Object.entries(errors).map(([place, said]) => [place.replace(/^options\./, ''), said.join(' ')]),
          )}
          onChange={(option, value) => setDraft({ ...draft, options: { ...draft.options, [option]: value } })}
        />
      </Panel>
      <Save {...saving} disabled={disabled} draft={draft} />
    </div>
  )
}

/** What the columns of its files become. */
export function TableConfiguration({ model }: { model: DynamicModel }) {
  const may = useMay()
  const saved = { fields: model.fields, dynamic_fields: model.dynamic_fields, primary_key: model.primary_key }
  const [draft, setDraft] = useState(saved)
  useUnsavedGuard(JSON.stringify(draft) !== JSON.stringify(saved))
  const saving = useSave(model)
  const { errors } = saving
  const disabled = !may('structures.update')
  return (
    <div className="stack">
      <FieldsTable
        fields={draft.fields}
        dynamicFields={draft.dynamic_fields}
        primaryKey={draft.primary_key}
        errors={errors}
        disabled={disabled}
        onField={(field) =>
          setDraft((before) => ({
            ...before,
            fields: before.fields.map((old) => (old.original_name === field.original_name ? field : old)),
          }))
        }
        onDynamicFields={(dynamic_fields) => setDraft((before) => ({ ...before, dynamic_fields }))}
        onKey={(primary_key) => setDraft((before) => ({ ...before, primary_key }))}
      />
      <Save {...saving} disabled={disabled} draft={draft} />
    </div>
  )
}
