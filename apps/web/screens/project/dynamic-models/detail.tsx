import { Button, NumberInput, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconFileSearch, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, type Item } from '@weft/kit/ui/api.ts'
import { Badge, Facts, Note } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { restAt, useSending } from '@weft/kit/ui/sending.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastDeleted, toastSaved } from '@weft/kit/ui/toast.tsx'
import { useState, type ReactNode } from 'react'
import type { CheckResult, DynamicModel, Preview } from './api.ts'
import s from './dynamic-models.module.css'
import { FieldsTable } from './fields-table.tsx'
import { FileChooser } from './file-chooser.tsx'
import { useModelLabels } from './model-labels.ts'
import { OptionsForm } from './options-form.tsx'
import { PreviewGrid } from './preview-grid.tsx'

const texts = defineMessages({
  overview: { en: 'Overview', de: 'Übersicht' },
  basic: { en: 'Basic configuration', de: 'Basiskonfiguration' },
  table: { en: 'Table configuration', de: 'Tabellenkonfiguration' },
  tabs: { en: 'Parts of the model', de: 'Teile des Modells' },
  remove: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete “{name}”?', de: '„{name}“ löschen?' },
  sureText: { en: 'Workflows that read files by it will fail. The data structure and its records stay.', de: 'Workflows, die damit Dateien lesen, schlagen dann fehl. Die Datenstruktur und ihre Datensätze bleiben.' },
  save: { en: 'Save', de: 'Speichern' },
  fields: { en: 'Fields', de: 'Felder' },
  none: { en: 'none', de: 'keine' },
  check: { en: 'Check a file', de: 'Datei prüfen' },
  checkHelp: { en: 'Reads the whole file by this model and says what would be rejected. Nothing is stored.', de: 'Liest die ganze Datei mit diesem Modell und sagt, was zurückgewiesen würde. Gespeichert wird nichts.' },
  checkSample: { en: 'Check the sample file', de: 'Beispieldatei prüfen' },
  checkOther: { en: 'Check another file', de: 'Andere Datei prüfen' },
  good: { en: '{file}: {records, plural, one {one record} other {# records}}, none rejected.', de: '{file}: {records, plural, one {ein Datensatz} other {# Datensätze}}, keiner zurückgewiesen.' },
  bad: { en: '{file}: {records} records, {rejected} rejected.', de: '{file}: {records} Datensätze, {rejected} zurückgewiesen.' },
  partly: { en: 'Only the beginning was read; the file is large.', de: 'Nur der Anfang wurde gelesen; die Datei ist groß.' },
  choose: { en: 'Choose', de: 'Auswählen' },
})
const home = '/project/dynamicModels/dynamicModel'

/** One model: overview with preview and check. */
export function DynamicModelScreen() {
  return <Frame>{(model) => <Overview model={model} />}</Frame>
}

/** How its files are read. */
export function DynamicModelBasicScreen() {
  return <Frame>{(model) => <BasicConfiguration key={model.updated_at} model={model} />}</Frame>
}

/** What their columns become. */
export function DynamicModelTableScreen() {
  return <Frame>{(model) => <TableConfiguration key={model.updated_at} model={model} />}</Frame>
}

function Frame({ children }: { children: (model: DynamicModel) => ReactNode }) {
  const t = useTexts(texts)
  const labels = useModelLabels()
  const may = useMay()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false }) as { id: string }
  const path = `/dynamic_models/${id}`
  const { data: model } = useQuery({ queryKey: [path], queryFn: async ({ signal }) => (await api.get<Item<DynamicModel>>(path, {}, { signal })).data })
  const remove = async () => {
    if (!model || !(await confirm({ title: t.sure({ name: model.model_name }), text: t.sureText(), action: t.remove(), danger: true }))) return
    await api.delete(path)
    toastDeleted(model.model_name)
    await refresh('/dynamic_models')
    await navigate({ to: home })
  }
  return (
    <Page
      title={model?.model_name ?? labels.one}
      crumbs={[{ title: labels.many, to: home }, { title: model?.model_name ?? '' }]}
      badge={model && <Badge tone="blue">{labels.type(model.type)}</Badge>}
      actions={
        may('structures.delete') && (
          <Button variant="danger" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
            {t.remove()}
          </Button>
        )
      }
      tabs={
        <PageTabs
          label={t.tabs()}
          tabs={[
            { to: `${home}/${id}`, title: t.overview() },
            { to: `${home}/${id}/basic-configuration`, title: t.basic() },
            { to: `${home}/${id}/table-configuration`, title: t.table(), note: model?.fields.length },
          ]}
        />
      }
    >
      {model && children(model)}
    </Page>
  )
}

function Overview({ model }: { model: DynamicModel }) {
  const t = useTexts(texts)
  const labels = useModelLabels()
  const { exactTime } = useFormats()
  const path = `/dynamic_models/${model.id}`
  const preview = useQuery({ queryKey: [`${path}/preview`, model.updated_at], enabled: Boolean(model.sample_file), retry: false, queryFn: async ({ signal }) => (await api.get<Item<Preview>>(`${path}/preview`, {}, { signal, quiet: true })).data })
  const [choosing, setChoosing] = useState(false)
  const check = useMutation({ mutationFn: async (file?: string) => (await api.post<Item<CheckResult>>(`${path}/check`, file ? { file } : {}, { quiet: true, timeout: false })).data })
  const facts = [
    [labels.label('sample_file'), model.sample_file ?? t.none()],
    [t.fields(), model.fields.filter(({ include }) => include).length],
    [labels.label('primary_key'), model.primary_key ?? t.none()],
    [labels.label('max_depth'), model.max_depth],
    [labels.label('data_structure_id'), model.data_structure_id ? <Link key="structure" to={`/project/data-structures/${model.data_structure_id}`}>{model.class_name}</Link> : t.none()],
  ] as [ReactNode, ReactNode][]
  return (
    <div className="stack">
      <div className={s['overview']}>
        <Panel title={t.overview()} note={exactTime(model.updated_at)}>
          <Facts facts={facts} />
        </Panel>
        <Panel title={t.check()}>
          <p className={s['lead']}>{t.checkHelp()}</p>
          <div className={s['buttons']}>
            <Button variant="default" disabled={!model.sample_file} loading={check.isPending} leftSection={<IconPlayerPlay size={15} />} onClick={() => check.mutate(undefined)}>
              {t.checkSample()}
            </Button>
            <Button variant="default" disabled={check.isPending} leftSection={<IconFileSearch size={15} />} onClick={() => setChoosing(true)}>
              {t.checkOther()}
            </Button>
          </div>
          <FileChooser opened={choosing} onClose={() => setChoosing(false)} onChosen={(file) => { setChoosing(false); check.mutate(file) }} />
          {check.data && <CheckNote result={check.data} />}
          {check.error && (
            <div role="alert">
              <Note tone="red" icon={<IconAlertTriangle size={16} aria-hidden />}>
                {check.error.message}
              </Note>
            </div>
          )}
        </Panel>
      </div>
      {preview.data && <PreviewGrid preview={preview.data} busy={preview.isFetching} />}
      {preview.error && (
        <Note tone="red" icon={<IconAlertTriangle size={16} aria-hidden />}>
          {preview.error.message}
        </Note>
      )}
    </div>
  )
}

function CheckNote({ result }: { result: CheckResult }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const { file, records, rejected, ok, complete, examples } = result
  return (
    <div role="status">
      <Note tone={ok ? 'green' : 'amber'} icon={ok ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}>
        <b>{ok ? t.good({ file, records }) : t.bad({ file, records: number(records), rejected: number(rejected) })}</b>
        {!complete && <p>{t.partly()}</p>}
        {examples.length > 0 && (
          <ul className={s['reasons']}>
            {examples.map(({ reason }, i) => (
              <li key={i}>{reason}</li>
            ))}
          </ul>
        )}
      </Note>
    </div>
  )
}

/** Sends changes and keeps the complaints of the server. */
function useSave(model: DynamicModel) {
  const { busy, errors, send } = useSending(restAt(''))
  const save = (changes: Partial<DynamicModel>) =>
    send(async () => {
      await api.put(`/dynamic_models/${model.id}`, changes, { quiet: true })
      toastSaved(model.model_name)
      await refresh('/dynamic_models')
    })
  return { busy, errors, save }
}

function Save({ errors, busy, save, draft, disabled }: ReturnType<typeof useSave> & { draft: Partial<DynamicModel>; disabled: boolean }) {
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

function BasicConfiguration({ model }: { model: DynamicModel }) {
  const t = useTexts(texts)
  const labels = useModelLabels()
  const may = useMay()
  const [draft, setDraft] = useState({ model_name: model.model_name, sample_file: model.sample_file, preview_rows: model.preview_rows, analyse_entry_quantity: model.analyse_entry_quantity, max_depth: model.max_depth, options: model.options })
  const [choosing, setChoosing] = useState(false)
  const saving = useSave(model)
  const { errors } = saving
  const disabled = !may('structures.update')
  const number = (key: 'preview_rows' | 'analyse_entry_quantity' | 'max_depth', label: string, max: number) => (
    <NumberInput label={label} min={1} max={max} disabled={disabled} error={errors[key]?.[0]} value={draft[key]} onChange={(value) => typeof value === 'number' && setDraft({ ...draft, [key]: value })} />
  )
  return (
    <div className="stack" style={{ maxWidth: 900 }}>
      <Panel title={t.basic()}>
        <div className="stack">
          <TextInput label={labels.label('model_name')} value={draft.model_name} disabled={disabled} error={errors['model_name']?.[0]} onChange={(event) => setDraft({ ...draft, model_name: event.currentTarget.value })} />
          <div className={s['with']}>
            <TextInput label={labels.label('sample_file')} value={draft.sample_file ?? ''} disabled={disabled} error={errors['sample_file']?.[0]} onChange={(event) => setDraft({ ...draft, sample_file: event.currentTarget.value || null })} />
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
        <FileChooser opened={choosing} onClose={() => setChoosing(false)} onChosen={(path) => { setChoosing(false); setDraft({ ...draft, sample_file: path }) }} />
      </Panel>
      <Panel title={labels.label('options')}>
        <OptionsForm type={model.type} options={draft.options} disabled={disabled} errors={Object.fromEntries(Object.entries(errors).map(([place, said]) => [place.replace(/^options\./, ''), said.join(' ')]))} onChange={(option, value) => setDraft({ ...draft, options: { ...draft.options, [option]: value } })} />
      </Panel>
      <Save {...saving} disabled={disabled} draft={draft} />
    </div>
  )
}

function TableConfiguration({ model }: { model: DynamicModel }) {
  const may = useMay()
  const [draft, setDraft] = useState({ fields: model.fields, dynamic_fields: model.dynamic_fields, primary_key: model.primary_key })
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
        onField={(field) => setDraft((before) => ({ ...before, fields: before.fields.map((old) => (old.original_name === field.original_name ? field : old)) }))}
        onDynamicFields={(dynamic_fields) => setDraft((before) => ({ ...before, dynamic_fields }))}
        onKey={(primary_key) => setDraft((before) => ({ ...before, primary_key }))}
      />
      <Save {...saving} disabled={disabled} draft={draft} />
    </div>
  )
}
