import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ModelField } from '@weft/kit/define/model.ts'
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
import { useAnalysis, type FileAnalysis, type AnalysisOptions } from './api.ts'
import { BasicStep } from './basic-step.tsx'
import { FieldsTable } from './fields-table.tsx'
import { PreviewGrid } from './preview-grid.tsx'
import { StoreStep, type Naming } from './store-step.tsx'

const texts = defineMessages({
  title: { en: 'New dynamic model', de: 'Neues dynamisches Modell' },
  analyse: { en: 'Analyse file', de: 'Datei analysieren' },
  analyseText: {
    en: 'Bring a file as it really comes. What it is and how it is built is found by itself.',
    de: 'Bringen Sie eine Datei, wie sie wirklich kommt. Was sie ist und wie sie aufgebaut ist, wird von selbst gefunden.',
  },
  basic: { en: 'Basic configuration', de: 'Basiskonfiguration' },
  basicText: {
    en: 'Every finding says how sure it is. Change what is wrong; the preview follows.',
    de: 'Jedes Ergebnis sagt, wie sicher es ist. Ändern Sie, was nicht stimmt; die Vorschau folgt.',
  },
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
  columns: {
    en: '{count, plural, one {# column} other {# columns}}',
    de: '{count, plural, one {# Spalte} other {# Spalten}}',
  },
  checking: { en: 'Analysing …', de: 'Wird analysiert …' },
})
const home = '/project/dynamicModels/dynamicModel'

/** Four steps from a file to a stored model, and on to a data structure. */
export function CreateDynamicModelScreen() {
  const t = useTexts(texts)
  const { bytes } = useFormats()
  const read = useLabel()
  const navigate = useNavigate()
  const given = useSearchParam('file')
  const [step, setStep] = useState('analyse')
  const [file, setFile] = useState<string | undefined>(given)
  const [wishes, setWishes] = useState<AnalysisOptions>({})
  const [named, setNaming] = useState<Naming>()
  const { busy, errors, setErrors, send } = useSubmit(assignToField(''))
  const stored = useRef<string>(undefined)
  const [asked] = useDebouncedValue(wishes, 400)
  const query = useAnalysis(file, asked)
  const last = useRef<FileAnalysis>(undefined)
  if (query.data) last.current = query.data
  const analysis = file ? last.current : undefined
  const pending = query.isFetching || asked !== wishes
  useUnsavedGuard(named !== undefined || Object.keys(wishes).length > 0)

  const proposed = analysis && {
    model_name: analysis.proposal.label,
    class_name: analysis.proposal.class_name,
    table_name: analysis.proposal.table_name,
    label: analysis.proposal.label,
    create: true,
  }
  const naming = named ?? proposed

  const edits = new Map(wishes.fields?.map((field) => [field.original_name, field]))
  const fields = analysis?.fields.map((field) => edits.get(field.original_name) ?? field) ?? []
  const dynamicFields = wishes.dynamic_fields ?? analysis?.dynamic_fields ?? []
  const primaryKey = wishes.primary_key ?? analysis?.primary_key
  const decide = (changes: Partial<AnalysisOptions>) => setWishes((before) => ({ ...before, ...changes }))
  const decideField = (field: ModelField) =>
    setWishes((before) => ({
      ...before,
      fields: [...(before.fields ?? []).filter(({ original_name }) => original_name !== field.original_name), field],
    }))

  const take = (path: string | undefined) => {
    last.current = undefined
    setWishes({})
    setNaming(undefined)
    setErrors({})
    setFile(path)
  }

  const finish = async () => {
    if (!analysis || !naming) return false
    await send(async () => {
      const model = {
        model_name: naming.model_name,
        class_name: naming.class_name,
        table_name: naming.table_name,
        options: analysis.options,
        fields,
        dynamic_fields: dynamicFields,
        primary_key: primaryKey ?? null,
        preview_rows: wishes.preview_rows ?? 20,
        analyse_entry_quantity: wishes.analyse_entry_quantity ?? 10,
        max_depth: wishes.max_depth ?? 5,
        sample_file: analysis.file.path,
      }
      // A second try after the structure was refused changes the model that is stored already.
      if (stored.current) await api.put(`/dynamic_models/${stored.current}`, model, { quiet: true })
      else
        stored.current = (
          await api.post(
            '/dynamic_models',
            { ...model, type: analysis.type, file_type: analysis.file.path.split('.').at(-1)!.slice(0, 20) },
            { quiet: true },
          )
        ).data.id
      if (naming.create) {
        const structure = {
          class_name: naming.class_name,
          table_name: naming.table_name,
          label: naming.label,
          fields: analysis.proposal.fields,
        }
        const { data } = await api.post('/data_structures', structure, { quiet: true })
        await api.put(`/dynamic_models/${stored.current}`, { data_structure_id: data.id }, { quiet: true })
      }
      toast({ title: naming.create ? t.savedBoth() : t.saved(), message: naming.model_name, tone: 'green' })
      await refresh('/dynamic_models', '/data_structures')
      await navigate({ to: `${home}/${stored.current}`, ignoreBlocker: true })
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
      blocked={!analysis || query.isError || pending || (step === 'table' && !primaryKey)}
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
              error={query.error}
              busy={pending}
              wishes={wishes}
              onWishes={setWishes}
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
              error={query.error}
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
          content: analysis && (
            <div className="stack">
              {query.error && (
                <Note tone="red" icon={<IconAlertTriangle size={16} aria-hidden />}>
                  {query.error.message}
                </Note>
              )}
              {!primaryKey && analysis.key_candidates[0] && (
                <Note tone="amber" icon={<IconAlertTriangle size={16} aria-hidden />}>
                  {read(analysis.key_candidates[0].reason)}
                </Note>
              )}
              <FieldsTable
                fields={fields}
                dynamicFields={dynamicFields}
                primaryKey={primaryKey}
                onField={decideField}
                onDynamicFields={(next) => decide({ dynamic_fields: next })}
                onKey={(name) => decide({ primary_key: name })}
                errors={query.error instanceof ApiError ? query.error.errors : {}}
              />
              <PreviewGrid preview={analysis.preview} busy={pending} />
            </div>
          ),
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
