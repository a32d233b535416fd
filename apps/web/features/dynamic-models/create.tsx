import { IconAlertTriangle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { assignToField, useSubmit } from '@weft/kit/ui/submit.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { Wizard } from '@weft/kit/ui/wizard.tsx'
import { useRef, useState } from 'react'
import { AnalyseStep } from './analyse-step.tsx'
import { type FileAnalysis } from './api.ts'
import { BasicStep } from './basic-step.tsx'
import { FieldsTable } from './fields-table.tsx'
import { PreviewGrid } from './preview-grid.tsx'
import { stepTexts } from './step-texts.ts'
import { useModelDraft, type ModelDraft } from './use-model-draft.ts'
import { StoreStep, type Naming } from './store-step.tsx'

const texts = defineMessages({
  title: { en: 'New dynamic model', de: 'Neues dynamisches Modell' },
  analyse: { en: 'Analyse file', de: 'Datei analysieren' },
  basic: { en: 'Basic configuration', de: 'Basiskonfiguration' },
  table: { en: 'Table configuration', de: 'Tabellenkonfiguration' },
  tableText: {
    en: 'What each column becomes. Exactly one field is the primary key.',
    de: 'Was aus jeder Spalte wird. Genau ein Feld ist der Primärschlüssel.',
  },
  store: { en: 'Store model', de: 'Modell speichern' },
  storeText: {
    en: 'Check the summary and name the model.',
    de: 'Prüfen Sie die Zusammenfassung und benennen Sie das Modell.',
  },
  finish: { en: 'Store model', de: 'Modell speichern' },
  finishBoth: { en: 'Store and create', de: 'Speichern und anlegen' },
  saved: { en: 'Dynamic model saved', de: 'Dynamisches Modell gespeichert' },
  savedBoth: { en: 'Dynamic model and data structure created', de: 'Dynamisches Modell und Datenstruktur angelegt' },
})
const home = '/project/dynamicModels/dynamicModel'

/** Four steps from a file to a stored model, and on to a data structure. */
export function CreateDynamicModelScreen() {
  const t = { ...useTexts(stepTexts), ...useTexts(texts) }
  const { bytes } = useFormats()
  const navigate = useNavigate()
  const draft = useModelDraft(useSearchParam('file'))
  const { file, analysis, wishes, fields, primaryKey, pending, error, decide } = draft
  const [step, setStep] = useState('analyse')
  const [named, setNaming] = useState<Naming>()
  const { busy, errors, setErrors, send } = useSubmit(assignToField(''))
  const store = useStoring()
  useUnsavedGuard(named !== undefined || Object.keys(wishes).length > 0)
  const naming = named ?? (analysis && proposedNames(analysis))

  const take = (path: string | undefined) => {
    setNaming(undefined)
    setErrors({})
    draft.take(path)
  }
  const finish = async () => {
    if (!analysis || !naming) return false
    await send(async () => {
      const id = await store(draft, analysis, naming)
      toast({ title: naming.create ? t.savedBoth() : t.saved(), message: naming.model_name, tone: 'green' })
      await refresh('/dynamic_models', '/data_structures')
      await navigate({ to: `${home}/${id}`, ignoreBlocker: true })
    })
    return false
  }

  const order = ['analyse', 'basic', 'table', 'store']
  const next = () => (step === 'store' ? finish() : setStep(order[order.indexOf(step) + 1]!))
  return (
    <Wizard
      title={t.title()}
      wide
      current={step}
      onGo={setStep}
      onNext={next}
      onCancel={() => void navigate({ to: home })}
      busy={busy}
      blocked={!analysis || Boolean(error) || pending || (step === 'table' && !primaryKey)}
      finishLabel={naming?.create ? t.finishBoth() : t.finish()}
      note={file && pending ? t.checking() : undefined}
      steps={[
        {
          key: 'analyse',
          title: t.analyse(),
          text: t.analyseText(),
          summary: analysis ? `${analysis.file.path.split('/').at(-1)}, ${bytes(analysis.file.size)}` : undefined,
          content: (
            <AnalyseStep
              file={file}
              analysis={analysis}
              error={error}
              busy={pending}
              wishes={wishes}
              onWishes={draft.setWishes}
              onFile={take}
            />
          ),
        },
        {
          key: 'basic',
          title: t.basic(),
          text: t.basicText(),
          summary: analysis && step !== 'analyse' ? analysis.type.toUpperCase() : undefined,
          content: analysis && (
            <BasicStep
              analysis={analysis}
              options={{ ...analysis.options, ...wishes.options }}
              error={error}
              busy={pending}
              onOption={(option, value) => decide({ options: { ...wishes.options, [option]: value } })}
            />
          ),
        },
        {
          key: 'table',
          title: t.table(),
          text: t.tableText(),
          summary:
            analysis && (step === 'table' || step === 'store')
              ? t.columns({ count: fields.filter(({ include }) => include).length })
              : undefined,
          content: analysis && <TableStep draft={draft} analysis={analysis} />,
        },
        {
          key: 'store',
          title: t.store(),
          text: t.storeText(),
          content: analysis && naming && (
            <StoreStep
              analysis={analysis}
              naming={naming}
              onNaming={setNaming}
              primaryKey={primaryKey}
              errors={errors}
              onGo={setStep}
            />
          ),
        },
      ]}
    />
  )
}

/** What each column becomes, and what the rows are then. */
export function TableStep({ draft, analysis }: { draft: ModelDraft; analysis: FileAnalysis }) {
  const read = useLabel()
  const { error, primaryKey, decide } = draft
  const [candidate] = analysis.key_candidates
  return (
    <div className="stack">
      {error && (
        <Note tone="red" icon={<IconAlertTriangle size={16} aria-hidden />}>
          {error.message}
        </Note>
      )}
      {!primaryKey && candidate && (
        <Note tone="amber" icon={<IconAlertTriangle size={16} aria-hidden />}>
          {read(candidate.reason)}
        </Note>
      )}
      <FieldsTable
        fields={draft.fields}
        dynamicFields={draft.dynamicFields}
        primaryKey={primaryKey}
        onField={draft.decideField}
        onDynamicFields={(dynamic_fields) => decide({ dynamic_fields })}
        onKey={(primary_key) => decide({ primary_key })}
        errors={error instanceof ApiError ? error.errors : {}}
      />
      <PreviewGrid preview={analysis.preview} busy={draft.pending} />
    </div>
  )
}

export const proposedNames = ({ proposal }: FileAnalysis): Naming => ({
  model_name: proposal.label,
  class_name: proposal.class_name,
  table_name: proposal.table_name,
  label: proposal.label,
  create: true,
})

/** Stores the model and, where that is wished, a data structure of it. Answers with the model's id. */
function useStoring() {
  const stored = useRef<string>(undefined)
  return async (draft: ModelDraft, { file, type, options, proposal }: FileAnalysis, naming: Naming) => {
    const { model_name, class_name, table_name, label, create } = naming
    const { preview_rows = 20, analyse_entry_quantity = 10, max_depth = 5 } = draft.wishes
    const model = {
      model_name,
      class_name,
      table_name,
      options,
      fields: draft.fields,
      dynamic_fields: draft.dynamicFields,
      primary_key: draft.primaryKey ?? null,
      preview_rows,
      analyse_entry_quantity,
      max_depth,
      sample_file: file.path,
    }
    // A second try after the structure was refused changes the model that is stored already.
    if (stored.current) await api.put(`/dynamic_models/${stored.current}`, model, { quiet: true })
    else {
      const file_type = file.path.split('.').at(-1)!.slice(0, 20)
      const { data } = await api.post('/dynamic_models', { ...model, type, file_type }, { quiet: true })
      stored.current = data.id
    }
    if (create) {
      const structure = { class_name, table_name, label, fields: proposal.fields }
      const { data } = await api.post('/data_structures', structure, { quiet: true })
      await api.put(`/dynamic_models/${stored.current}`, { data_structure_id: data.id }, { quiet: true })
    }
    return stored.current
  }
}
