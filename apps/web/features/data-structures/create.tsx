import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { dataStructure } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import { validateStructure } from '@weft/engine/records/structure-rules.ts'
import { classNameOf, tableNameOf } from '@weft/kit/define/technical-name.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { labelOf } from '@weft/kit/ui/form/describe.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { Wizard } from '@weft/kit/ui/wizard.tsx'
import { useState } from 'react'
import { FieldGrid } from './field-grid.tsx'
import { PlanView } from './plan-view.tsx'
import s from './structures.module.css'
import { newField } from './drafts.ts'
import { useStructurePlace, type StructurePlace } from './place.ts'
import { complaintsOf, useStructures, type DataStructure, type StructurePlan } from './structure.ts'

const texts = defineMessages({
  title: { en: 'Create data structure', de: 'Datenstruktur anlegen' },
  base: { en: 'Base information', de: 'Basisinformationen' },
  baseText: {
    en: 'What the records are called, in words, in code and in the database.',
    de: 'Wie die Datensätze heißen: in Worten, im Code und in der Datenbank.',
  },
  fields: { en: 'Configuration of fields', de: 'Konfiguration der Felder' },
  fieldsText: {
    en: 'One of them is the primary key by which records are told apart.',
    de: 'Eines davon ist der Primärschlüssel, an dem Datensätze unterschieden werden.',
  },
  check: { en: 'Check and save', de: 'Prüfen und speichern' },
  checkText: {
    en: 'This is what happens in the database of this tenant.',
    de: 'Das geschieht in der Datenbank dieses Mandanten.',
  },
  libraryText: {
    en: 'It is kept in the library and has no table. Once it is published, projects can take it over.',
    de: 'Sie wird in der Bibliothek abgelegt und hat keine Tabelle. Sobald sie veröffentlicht ist, können Projekte sie übernehmen.',
  },
  save: { en: 'Create structure', de: 'Struktur anlegen' },
  created: { en: 'Created', de: 'Angelegt' },
  many: { en: 'Data structures', de: 'Datenstrukturen' },
  leaveTitle: { en: 'Discard this structure?', de: 'Diese Struktur verwerfen?' },
  leaveText: { en: 'What you have entered has not been saved yet.', de: 'Ihre Eingaben sind noch nicht gespeichert.' },
  discard: { en: 'Discard', de: 'Verwerfen' },
  stay: { en: 'Go on writing', de: 'Weiter bearbeiten' },
  chosen: {
    en: '{count, plural, one {# field} other {# fields}}',
    de: '{count, plural, one {# Feld} other {# Felder}}',
  },
})

type Draft = Pick<
  DataStructure,
  | 'label'
  | 'class_name'
  | 'table_name'
  | 'description'
  | 'published'
  | 'data_versioning'
  | 'run_changes_days'
  | 'structural_versioning'
  | 'structure_check'
  | 'on_empty_import'
  | 'content_identifier'
  | 'fields'
>
const steps = ['base', 'fields', 'check'] as const
type StepKey = (typeof steps)[number]

const fresh = (): Draft => ({
  label: '',
  class_name: '',
  table_name: '',
  description: '',
  published: true,
  data_versioning: false,
  run_changes_days: null,
  structural_versioning: true,
  structure_check: true,
  on_empty_import: 'keep',
  content_identifier: '',
  fields: [newField({ name: 'id', type: 'integer', primary_key: true, nullable: false, required: true })],
})
/** What somebody entered; the ids of fields are made. */
const wordsOf = (draft: Draft) => JSON.stringify(draft, (key, value: unknown) => (key === 'id' ? undefined : value))
// The draft outlives a reload of this tab.
const draftKey = ({ path }: StructurePlace) => path.slice(1)
const keep = (place: StructurePlace, draft: Draft | undefined) =>
  draft ? sessionStorage.setItem(draftKey(place), JSON.stringify(draft)) : sessionStorage.removeItem(draftKey(place))
const kept = (place: StructurePlace) => JSON.parse(sessionStorage.getItem(draftKey(place)) ?? 'null') as Draft | null

/** Three steps: base information, configuration of fields, check and save. */
export function CreateDataStructureScreen() {
  const t = useTexts(texts)
  const language = useLanguage()
  const navigate = useNavigate()
  const place = useStructurePlace()
  const { home } = place
  const { data: structures = [] } = useStructures()
  const [draft, setDraftState] = useState<Draft>(() => kept(place) ?? fresh())
  const [step, setStep] = useState<StepKey>('base')
  const [plan, setPlan] = useState<StructurePlan>()
  const { busy, errors, send, refuse } = useSubmit((refusal) => {
    const found = complaintsOf(refusal)
    setStep(Object.keys(found).some((path) => path.startsWith('fields')) ? 'fields' : 'base')
    return found
  })
  const setDraft = (change: Partial<Draft>) => {
    const next = { ...draft, ...change }
    setDraftState(next)
    keep(place, next)
  }

  const problemsAt = (key: StepKey) => {
    const all = Object.entries(validateStructure(draft)).map(
      ([path, messages]) => [path, messages.map((message) => say(message, language))] as const,
    )
    return Object.fromEntries(all.filter(([path]) => (key === 'base') !== path.startsWith('fields')))
  }
  const next = async () => {
    if (step !== 'check') {
      if (refuse(problemsAt(step))) return
    }
    if (step === 'base') setStep('fields')
    else if (step === 'fields')
      await send(async () => {
        if (!place.isLibrary)
          setPlan((await api.post('/data_structures/plan', draft, { quiet: true, timeout: false })).data)
        setStep('check')
      })
    else
      await send(async () => {
        const { data } = await api.post(place.path, draft, {
          ...place.options,
          quiet: true,
          timeout: false,
        })
        keep(place, undefined)
        toast({ title: t.created(), message: draft.label, tone: 'green' })
        await refresh(place.path)
        await navigate({ to: `${home}/${data.id}` })
      })
  }
  const leave = async () => {
    const question = { title: t.leaveTitle(), text: t.leaveText(), action: t.discard(), cancel: t.stay(), danger: true }
    if (wordsOf(draft) !== wordsOf(fresh()) && !(await confirm(question))) return
    keep(place, undefined)
    void navigate({ to: home })
  }

  return (
    <Wizard
      title={t.title()}
      crumbs={[{ title: t.many(), to: home }, { title: t.title() }]}
      current={step}
      onGo={(key) => setStep(key as StepKey)}
      onNext={next}
      onCancel={() => void leave()}
      finishLabel={t.save()}
      busy={busy}
      wide={step === 'fields'}
      steps={[
        {
          key: 'base',
          title: t.base(),
          text: t.baseText(),
          summary: draft.label || undefined,
          content: <BaseInformation draft={draft} set={setDraft} errors={errors} />,
        },
        {
          key: 'fields',
          title: t.fields(),
          text: t.fieldsText(),
          summary: t.chosen({ count: draft.fields.length }),
          content: (
            <FieldGrid
              fields={draft.fields}
              onChange={(fields: StructureField[]) => setDraft({ fields })}
              errors={errors}
              structures={structures}
            />
          ),
        },
        {
          key: 'check',
          title: t.check(),
          text: place.isLibrary ? t.libraryText() : t.checkText(),
          content: plan && <PlanView plan={plan} />,
        },
      ]}
    />
  )
}

function BaseInformation({
  draft,
  set,
  errors,
}: {
  draft: Draft
  set: (change: Partial<Draft>) => void
  errors: Record<string, string[]>
}) {
  const read = useLabel()
  const words = (key: keyof typeof dataStructure.fields) =>
    labelOf(key, dataStructure.fields[key], dataStructure.labels.fields[key])
  const labelled = (key: keyof typeof dataStructure.fields) => {
    const { label, help } = words(key)
    return { label: read(label), description: help && read(help) }
  }
  const error = (key: string) => errors[key]?.[0]
  const { options } = words('on_empty_import')
  // Names follow the label until somebody writes others.
  const follow = (label: string) => ({
    label,
    ...(draft.class_name === classNameOf(draft.label) && { class_name: classNameOf(label) }),
    ...(draft.table_name === tableNameOf(draft.label) && { table_name: tableNameOf(label) }),
  })
  return (
    <div className={s['form']}>
      <TextInput
        className={s['wide']}
        {...labelled('label')}
        withAsterisk
        autoFocus
        value={draft.label}
        error={error('label')}
        onChange={(event) => set(follow(event.currentTarget.value))}
      />
      <TextInput
        {...labelled('class_name')}
        withAsterisk
        value={draft.class_name}
        error={error('class_name')}
        onChange={(event) => set({ class_name: event.currentTarget.value })}
      />
      <TextInput
        {...labelled('table_name')}
        withAsterisk
        value={draft.table_name}
        error={error('table_name')}
        onChange={(event) => set({ table_name: event.currentTarget.value })}
      />
      <Textarea
        className={s['wide']}
        {...labelled('description')}
        autosize
        minRows={2}
        value={draft.description}
        error={error('description')}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Select
        {...labelled('on_empty_import')}
        allowDeselect={false}
        data={(['keep', 'clear', 'fail'] as const).map((value) => ({ value, label: read(options[value] ?? value) }))}
        value={draft.on_empty_import}
        onChange={(value) => value && set({ on_empty_import: value })}
      />
      <TextInput
        {...labelled('content_identifier')}
        value={draft.content_identifier}
        onChange={(event) => set({ content_identifier: event.currentTarget.value })}
      />
      {(['published', 'data_versioning', 'structural_versioning', 'structure_check'] as const).map((key) => (
        <Switch
          key={key}
          size="xs"
          {...labelled(key)}
          checked={draft[key]}
          onChange={(event) => set({ [key]: event.currentTarget.checked })}
        />
      ))}
      {!draft.data_versioning && (
        <NumberInput
          {...labelled('run_changes_days')}
          allowDecimal={false}
          value={draft.run_changes_days ?? ''}
          error={error('run_changes_days')}
          onChange={(value) => set({ run_changes_days: value === '' ? null : Number(value) })}
        />
      )}
    </div>
  )
}
