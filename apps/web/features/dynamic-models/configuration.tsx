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
import { useEffect, useState } from 'react'
import type { DynamicModel } from './api.ts'
import s from './dynamic-models.module.css'
import { DraftButtons } from '../shared/drafts/draft-buttons.tsx'
import type { Drafting } from '../shared/drafts/use-drafting.tsx'
import { FieldsTable } from './fields-table.tsx'
import { FileChooser } from './file-chooser.tsx'
import { useModelLabels } from './model-labels.ts'
import { OptionsForm } from './options-form.tsx'

const texts = defineMessages({
  basic: { en: 'Basic configuration', de: 'Basiskonfiguration' },
  choose: { en: 'Choose', de: 'Auswählen' },
})

export type ShownModel = {
  /** As it is live, or as the draft one sees has it. */
  model: DynamicModel
  drafting: Drafting
  /** Another one, and forms begin anew. */
  state: string
  onDirty(isDirty: boolean): void
}

/** Sends changes and keeps the complaints of the server. */
function useSave(model: DynamicModel) {
  const { busy, errors, send } = useSubmit(assignToField(''))
  const save = (changes: Partial<DynamicModel>) =>
    send(async () => {
      await api.put(`/dynamic_models/${model.id}`, changes, { quiet: true })
      toastSaved(model.model_name)
      await refresh('/dynamic_models', `/definitions/${model.id}/drafts`)
    })
  return { busy, errors, save }
}

/** What is typed into one of its forms, and whether that differs from what was there. */
function useForm<Values extends Partial<DynamicModel>>(saved: Values, onDirty: (isDirty: boolean) => void) {
  const [values, setValues] = useState(saved)
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved)
  useUnsavedGuard(isDirty)
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])
  return [values, setValues, isDirty] as const
}

type SaveProps = Omit<ShownModel, 'state' | 'onDirty'> &
  ReturnType<typeof useSave> & { draft: Partial<DynamicModel>; isDirty: boolean; disabled: boolean }

function Save({ model, drafting, errors, busy, save, draft, isDirty, disabled }: SaveProps) {
  const { model_name, sample_file, preview_rows, analyse_entry_quantity, max_depth } = { ...model, ...draft }
  const { options, fields, dynamic_fields, primary_key } = { ...model, ...draft }
  const reading = { model_name, sample_file, preview_rows, analyse_entry_quantity, max_depth, options }
  const content = { kind: 'dynamic_model' as const, ...reading, fields, dynamic_fields, primary_key }
  return (
    <>
      {errors['']?.map((said) => (
        <p key={said} role="alert" className={s['complaint']}>
          {said}
        </p>
      ))}
      {!disabled && (
        <div className={s['buttons']}>
          <DraftButtons
            isDraft={drafting.drafts.isOwn}
            isDirty={isDirty}
            isSaving={busy || drafting.isSaving}
            onSave={() => void save(draft)}
            onSaveDraft={() => void drafting.saveDraft(content)}
            onPublish={() => void drafting.publish(content, isDirty)}
          />
        </div>
      )}
    </>
  )
}

/** How the files of a model are read. */
export function BasicConfiguration({ model, drafting, onDirty }: ShownModel) {
  const t = useTexts(texts)
  const labels = useModelLabels()
  const may = useMay()
  const { model_name, sample_file, preview_rows, analyse_entry_quantity, max_depth, options } = model
  const saved = { model_name, sample_file, preview_rows, analyse_entry_quantity, max_depth, options }
  const [draft, setDraft, isDirty] = useForm(saved, onDirty)
  const [choosing, setChoosing] = useState(false)
  const saving = useSave(model)
  const { errors } = saving
  const disabled = !may('structures.update') || !drafting.drafts.isWritable
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
      <Save {...saving} model={model} drafting={drafting} isDirty={isDirty} disabled={disabled} draft={draft} />
    </div>
  )
}

/** What the columns of its files become. */
export function TableConfiguration({ model, drafting, onDirty }: ShownModel) {
  const may = useMay()
  const saved = { fields: model.fields, dynamic_fields: model.dynamic_fields, primary_key: model.primary_key }
  const [draft, setDraft, isDirty] = useForm(saved, onDirty)
  const saving = useSave(model)
  const { errors } = saving
  const disabled = !may('structures.update') || !drafting.drafts.isWritable
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
      <Save {...saving} model={model} drafting={drafting} isDirty={isDirty} disabled={disabled} draft={draft} />
    </div>
  )
}
