import { Button, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { IconTable } from '@tabler/icons-react'
import type { Sent } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { assignToField, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { Wizard } from '@weft/kit/ui/wizard.tsx'
import { useState } from 'react'
import { AnalyseStep, RejectedNote } from '../../dynamic-models/analyse-step.tsx'
import type { FileAnalysis } from '../../dynamic-models/api.ts'
import { BasicStep } from '../../dynamic-models/basic-step.tsx'
import { proposedNames, TableStep } from '../../dynamic-models/create.tsx'
import { stepTexts } from '../../dynamic-models/step-texts.ts'
import { useModelDraft, type ModelDraft } from '../../dynamic-models/use-model-draft.ts'
import { ImportResult } from '../../explorer/import-result.tsx'
import { home } from '../api.ts'
import s from './import-file.module.css'

const texts = defineMessages({
  title: { en: 'Import a file', de: 'Datei importieren' },
  all: { en: 'Integrations', de: 'Integrationen' },
  file: { en: 'File', de: 'Datei' },
  reading: { en: 'How it is read', de: 'Wie sie gelesen wird' },
  fields: { en: 'Fields', de: 'Felder' },
  fieldsText: {
    en: 'What each column becomes. Exactly one field is the primary key, by which a record is the same.',
    de: 'Was aus jeder Spalte wird. Genau ein Feld ist der Primärschlüssel, an dem derselbe Datensatz erkannt wird.',
  },
  import: { en: 'Import', de: 'Import' },
  importText: {
    en: 'The data structure is created with its table, and a run imports the records. Nothing is written before.',
    de: 'Die Datenstruktur wird mit ihrer Tabelle angelegt, und ein Lauf importiert die Datensätze. Vorher wird nichts geschrieben.',
  },
  label: { en: 'Label of the data structure', de: 'Bezeichnung der Datenstruktur' },
  class_name: { en: 'Class name', de: 'Klassenname' },
  table_name: { en: 'Table name', de: 'Tabellenname' },
  go: { en: 'Create and import', de: 'Anlegen und importieren' },
  records: { en: 'Show the records', de: 'Datensätze anzeigen' },
  again: {
    en: 'Later files of this kind: drop them on the records.',
    de: 'Spätere Dateien dieser Art: auf den Datensätzen ablegen.',
  },
})

const order = ['file', 'reading', 'fields', 'import'] as const
type Key = (typeof order)[number]
type Names = { label: string; class_name: string; table_name: string }
type Made = { id: string; label: string; job_id: string; workflow_id: string }

/** A file of one's own, without a connection: looked at, made a data structure, and imported by a run. */
export function ImportFileScreen() {
  const t = { ...useTexts(stepTexts), ...useTexts(texts) }
  const navigate = useNavigate()
  const { bytes } = useFormats()
  const draft = useModelDraft(undefined)
  const { file, analysis, wishes, fields, primaryKey, pending, error, decide } = draft
  const [step, setStep] = useState<Key>('file')
  const [named, setNames] = useState<Names>()
  const names = named ?? (analysis && proposedNames(analysis))
  const { busy, errors, setErrors, send } = useSubmit(assignToField(''))
  const { made, make } = useMaking()
  useUnsavedGuard(!made && (named !== undefined || Object.keys(wishes).length > 0))
  if (made) return <Imported {...made} />

  const take = (path: string | undefined) => {
    setNames(undefined)
    setErrors({})
    draft.take(path)
  }
  const rename = (key: keyof Names, name: string) => {
    setNames(names && { ...names, [key]: name })
    setErrors(({ [key]: _, ...others }) => others)
  }
  const next = async () => {
    if (step !== 'import') return setStep(order[order.indexOf(step) + 1]!)
    if (analysis && names) await send(() => make(draft, analysis, names))
    return false
  }
  return (
    <Wizard
      title={t.title()}
      crumbs={[{ title: t.all(), to: home }, { title: t.title() }]}
      wide
      current={step}
      onGo={(key) => setStep(key as Key)}
      onNext={next}
      onCancel={() => void navigate({ to: home })}
      busy={busy}
      blocked={!analysis || Boolean(error) || pending || (step === 'fields' && !primaryKey)}
      finishLabel={t.go()}
      note={file && pending ? t.checking() : undefined}
      steps={[
        {
          key: 'file',
          title: t.file(),
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
          key: 'reading',
          title: t.reading(),
          text: t.basicText(),
          summary: analysis && step !== 'file' ? analysis.type.toUpperCase() : undefined,
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
          key: 'fields',
          title: t.fields(),
          text: t.fieldsText(),
          summary:
            step === 'fields' || step === 'import'
              ? t.columns({ count: fields.filter(({ include }) => include).length })
              : undefined,
          content: analysis && <TableStep draft={draft} analysis={analysis} />,
        },
        {
          key: 'import',
          title: t.import(),
          text: t.importText(),
          content: analysis && names && <NameStep analysis={analysis} names={names} errors={errors} onName={rename} />,
        },
      ]}
    />
  )
}

type NameProps = {
  analysis: FileAnalysis
  names: Names
  errors: Record<string, string[]>
  onName: (key: keyof Names, name: string) => void
}

/** What the structure is called, and what of the file would be refused. */
function NameStep({ analysis, names, errors, onName }: NameProps) {
  const t = useTexts(texts)
  const elsewhere = Object.entries(errors).filter(([place]) => !(place in names))
  return (
    <div className="stack">
      <RejectedNote analysis={analysis} />
      <div className={s['names']}>
        {(['label', 'class_name', 'table_name'] as const).map((key) => (
          <TextInput
            key={key}
            label={t[key]()}
            required
            value={names[key]}
            error={errors[key]?.[0]}
            onChange={(event) => onName(key, event.currentTarget.value)}
          />
        ))}
      </div>
      {elsewhere.flatMap(([place, said]) =>
        said.map((sentence) => (
          <p key={`${place} ${sentence}`} role="alert" className={s['complaint']}>
            {sentence}
          </p>
        )),
      )}
    </div>
  )
}

/** Makes the structure, then the import into it; a second try goes on with the structure there is. */
function useMaking() {
  const may = useMay()
  const [structure, setStructure] = useState<{ id: string; label: string }>()
  const [made, setMade] = useState<Made>()
  const make = async (draft: ModelDraft, { file, type, options, proposal }: FileAnalysis, names: Names) => {
    const { label, class_name, table_name } = names
    const body = { label, class_name, table_name, fields: proposal.fields }
    const into = structure ?? (await api.post('/data_structures', body, { quiet: true, timeout: false })).data
    setStructure(into)
    const asked: Sent<'POST', `/data_structures/${string}/imports`> = {
      file: file.path,
      type,
      options,
      columns: draft.fields.map((found) => ({ found, field: found.include ? found.name : null })),
      dynamic_fields: draft.dynamicFields,
      mode: may('records.update') ? 'upsert' : 'insert',
      key: draft.primaryKey ? [draft.primaryKey] : [],
    }
    const { data } = await api.post(`/data_structures/${into.id}/imports`, asked, { quiet: true, timeout: false })
    await refresh('/data_structures', '/dynamic_models', '/workflows')
    setMade({ id: into.id, label: into.label, ...data })
  }
  return { made, make }
}

/** How far the import has come, and where the records are. */
function Imported({ id, label, job_id, workflow_id }: Made) {
  const t = useTexts(texts)
  return (
    <Page
      title={label}
      subtitle={t.again()}
      crumbs={[{ title: t.all(), to: home }, { title: t.title() }]}
      actions={
        <Button component={Link} to={`/project/data-store/${id}`} leftSection={<IconTable size={15} />}>
          {t.records()}
        </Button>
      }
    >
      <Panel title={t.import()}>
        <ImportResult job_id={job_id} workflow_id={workflow_id} onEnd={() => void refresh('/data_structures')} />
      </Panel>
    </Page>
  )
}
