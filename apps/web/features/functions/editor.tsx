import { Button, Select, Skeleton, Textarea, TextInput } from '@mantine/core'
import { IconFunction } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ValueType } from '@weft/kit/define/value.ts'
import { recordOf } from '@weft/kit/define/mapping-function.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { useMemo, useState } from 'react'
import { usePreview } from '../mappings/use-preview.ts'
import { useFunctions, useGivenTransformers, withOwn } from '../mappings/use-transformers.ts'
import { HistoryButton } from '../shared/definition-history.tsx'
import { RemoveEntry } from '../shared/remove-entry.tsx'
import { Body } from './body.tsx'
import {
  blankFunction,
  callable,
  draftOf,
  drawnStructures,
  sentOf,
  type FunctionDraft,
  type StoredFunction,
} from './draft.ts'
import s from './functions.module.css'
import { Parameters, useTypes } from './parameters.tsx'
import { functionsHome as home, signatureOf } from './place.ts'
import { TestsTable } from './tests-table.tsx'

const texts = defineMessages({
  many: { en: 'Functions', de: 'Funktionen' },
  create: { en: 'Create function', de: 'Funktion anlegen' },
  gone: { en: 'This function could not be loaded', de: 'Diese Funktion konnte nicht geladen werden' },
  label: { en: 'Name', de: 'Name' },
  name: { en: 'In formulas', de: 'In Formeln' },
  nameHelp: {
    en: 'How formulas and mappings call it. It cannot be changed later, so that none of them breaks.',
    de: 'So rufen Formeln und Mappings sie auf. Später lässt es sich nicht ändern, damit keines davon bricht.',
  },
  description: { en: 'Description', de: 'Beschreibung' },
  availableTo: { en: 'Available to', de: 'Verfügbar für' },
  everywhereHelp: {
    en: 'A function of all projects uses neither plugins nor functions of one project.',
    de: 'Eine Funktion für alle Projekte verwendet weder Plugins noch Funktionen eines Projekts.',
  },
  project: { en: 'This project', de: 'Dieses Projekt' },
  tenant: { en: 'All projects', de: 'Alle Projekte' },
  about: { en: 'About', de: 'Allgemein' },
  parameters: { en: 'Parameters', de: 'Parameter' },
  gives: { en: 'Type of the result', de: 'Typ des Ergebnisses' },
  result: { en: 'Result', de: 'Ergebnis' },
  tests: { en: 'Tests', de: 'Tests' },
  testsNote: { en: 'It is saved once all of them hold.', de: 'Gespeichert wird, sobald alle stimmen.' },
  live: {
    en: 'Mappings use a function as it was saved last: a change holds for all of them from their next run on.',
    de: 'Mappings verwenden eine Funktion so, wie sie zuletzt gespeichert wurde: Eine Änderung gilt für alle ab ihrem nächsten Lauf.',
  },
  save: { en: 'Save', de: 'Speichern' },
})

type Entry = { id: string; draft: FunctionDraft }

/** Makes a function, or changes one. */
export function FunctionScreen() {
  const t = useTexts(texts)
  const id = useOptionalPathParam('functionId')
  const { data, error } = useQuery({
    queryKey: [`/functions/${id}`],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => (await api.get(`/functions/${id!}`, {}, { signal, quiet: true })).data,
  })
  if (error) return <EmptyState icon={IconFunction} title={t.gone()} text={error.message} />
  if (id && !data) return <Skeleton height={46} m={16} />
  const entry = data && { id: data.id, draft: draftOf(data as unknown as StoredFunction) }
  return <Editor key={data?.updated_at ?? 'new'} entry={entry} />
}

function Editor({ entry }: { entry: Entry | undefined }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const project_id = useSession((value) => value.project!.id)
  const [initial] = useState<FunctionDraft>(() => entry?.draft ?? blankFunction(project_id))
  const [draft, setDraft] = useState(initial)
  const [isNamed, setNamed] = useState(entry !== undefined)
  const { busy, errors, send } = useSubmit(notifyRest)
  const isDirty = JSON.stringify(sentOf(draft)) !== JSON.stringify(sentOf(initial))
  useUnsavedGuard(isDirty && !busy)
  const readOnly = !may(entry ? 'workflows.update' : 'workflows.create')
  const set = (changed: Partial<FunctionDraft>) => setDraft((now) => ({ ...now, ...changed }))
  const ground = useGround(draft)

  const save = () =>
    send(async () => {
      const { name, ...sent } = sentOf(draft)
      const { data } = entry
        ? await api.put(`/functions/${entry.id}`, sent, { quiet: true })
        : await api.post('/functions', { name, ...sent }, { quiet: true })
      toastSaved(draft.label)
      await refresh('/functions')
      await navigate({ to: `${home}/${data.id}`, ignoreBlocker: true })
    })
  const removeParameter = (at: number) =>
    set({
      parameters: draft.parameters.filter((_, i) => i !== at),
      tests: draft.tests.map((one) => ({ ...one, takes: one.takes.filter((_, i) => i !== at) })),
    })

  const title = draft.label || t.create()
  return (
    <Page
      title={title}
      crumbs={[{ title: t.many(), to: home }, { title }]}
      subtitle={<code className="mono">{signatureOf(draft)}</code>}
      actions={
        <>
          {entry && <HistoryButton id={entry.id} name={title} mayName={may('workflows.update')} />}
          {entry && may('workflows.delete') && (
            <RemoveEntry path="/functions" id={entry.id} name={title} home={home} isDefinition />
          )}
          {!readOnly && (
            <Button disabled={!isDirty} loading={busy} onClick={() => void save()}>
              {t.save()}
            </Button>
          )}
        </>
      }
    >
      <div className={s['editor']}>
        <Panel title={t.about()} note={entry && t.live()}>
          <About
            draft={draft}
            errors={errors}
            readOnly={readOnly}
            isNew={!entry}
            onChange={(changed) => {
              if (changed.name !== undefined) setNamed(true)
              const follows = changed.label !== undefined && !isNamed
              set(follows ? { ...changed, name: callable(changed.label!) } : changed)
            }}
          />
        </Panel>
        <Panel title={t.parameters()}>
          <Parameters
            parameters={draft.parameters}
            errors={errors}
            readOnly={readOnly}
            onChange={(parameters) => set({ parameters })}
            onRemove={removeParameter}
          />
        </Panel>
        <Body
          body={draft.body}
          {...ground}
          errors={errors['definition'] ?? []}
          readOnly={readOnly}
          onChange={(change) => setDraft((now) => ({ ...now, body: change(now.body) }))}
        />
        <Panel title={t.tests()} note={t.testsNote()}>
          <TestsTable
            draft={draft}
            traces={ground.traces}
            errors={errors}
            readOnly={readOnly}
            onChange={(tests) => set({ tests })}
          />
        </Panel>
      </div>
    </Page>
  )
}

/** A function takes what it is given, and reads nothing. */
const none = new Map()

/** The body between its structures, with what comes of the tests as it is now. */
function useGround({ name, parameters, gives, tests, body }: FunctionDraft) {
  const t = useTexts(texts)
  const [source, target] = [t.parameters(), t.result()]
  const structures = useMemo(
    () => drawnStructures({ name, parameters, gives }, { source, target }),
    [name, parameters, gives, source, target],
  )
  const given = useGivenTransformers()
  const functions = useFunctions()
  const transformers = useMemo(
    () =>
      withOwn(
        given,
        functions.filter((one) => one.name !== name),
      ),
    [given, functions, name],
  )
  const samples = useMemo(() => tests.map(({ takes }) => recordOf({ parameters }, takes)), [tests, parameters])
  const { checked, types, traces } = usePreview(
    { definition: body.now, ...structures, others: none },
    samples,
    transformers,
  )
  return { ...structures, transformers: transformers.list, problems: checked.problems, types, samples, traces }
}

function About({
  draft,
  errors,
  readOnly,
  isNew,
  onChange,
}: {
  draft: FunctionDraft
  errors: Record<string, string[]>
  readOnly: boolean
  isNew: boolean
  onChange(changed: Partial<FunctionDraft>): void
}) {
  const t = useTexts(texts)
  const types = useTypes()
  const project_id = useSession((value) => value.project!.id)
  return (
    <div className={s['about']}>
      <TextInput
        label={t.label()}
        withAsterisk
        value={draft.label}
        readOnly={readOnly}
        error={errors['label']?.[0]}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <TextInput
        label={t.name()}
        description={isNew ? t.nameHelp() : undefined}
        classNames={{ input: 'mono' }}
        withAsterisk={isNew}
        value={draft.name}
        readOnly={readOnly || !isNew}
        error={errors['name']?.[0]}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label={t.gives()}
        data={types}
        value={draft.gives}
        allowDeselect={false}
        readOnly={readOnly}
        error={errors['gives']?.[0]}
        onChange={(value) => value && onChange({ gives: value as ValueType })}
      />
      <Select
        label={t.availableTo()}
        description={t.everywhereHelp()}
        data={[
          { value: project_id, label: t.project() },
          { value: '', label: t.tenant() },
        ]}
        value={draft.project_id ?? ''}
        allowDeselect={false}
        readOnly={readOnly}
        error={errors['project_id']?.[0]}
        onChange={(value) => onChange({ project_id: value || null })}
      />
      <Textarea
        className={s['wide']}
        label={t.description()}
        autosize
        minRows={1}
        value={draft.description}
        readOnly={readOnly}
        error={errors['description']?.[0]}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </div>
  )
}
