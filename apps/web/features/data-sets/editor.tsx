import { Button, Menu, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChecks, IconDotsVertical, IconDownload, IconTable, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { DataSetDesigner } from '@weft/designers/data-set/data-set-designer.tsx'
import { freshName } from '@weft/designers/data-set/sources.ts'
import { dataSetDefinition, type DataSetColumn, type DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast, toastDeleted, toastSaved } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import clsx from 'clsx'
import { useState } from 'react'
import { projectHome as structuresHome } from '../data-structures/place.ts'
import { complaintsOf, useStructures, type DataStructure } from '../data-structures/structure.ts'
import { brief } from '../explorer/cell-value.tsx'
import type { DataSet } from '../insights/api.ts'
import { HistoryButton } from '../shared/definition-history.tsx'
import { DraftButtons } from '../shared/drafts/draft-buttons.tsx'
import { DraftStrip } from '../shared/drafts/draft-strip.tsx'
import { useDrafting, type Drafting } from '../shared/drafts/use-drafting.tsx'
import { contentOf, nothingElsewhere, useDrafts } from '../shared/drafts/use-drafts.ts'
import s from './data-sets.module.css'
import { Plan } from './plan.tsx'
import { useDataSetSources } from './use-sources.ts'
import { unsavedDraft, useUnsavedDraft, type Draft } from './unsaved-draft.ts'
import { useStageAnswers } from './use-stage-answers.ts'
import { useTransformersOfTheHouse } from './use-transformers.ts'

const texts = defineMessages({
  many: { en: 'Data sets', de: 'Datensets' },
  create: { en: 'Create data set', de: 'Datenset anlegen' },
  name: { en: 'Name', de: 'Name' },
  description: { en: 'Description', de: 'Beschreibung' },
  save: { en: 'Save', de: 'Speichern' },
  preview: { en: 'Preview', de: 'Vorschau' },
  shows: { en: 'What the preview shows', de: 'Was die Vorschau zeigt' },
  rowsTab: { en: 'Rows', de: 'Zeilen' },
  plan: { en: 'Plan', de: 'Plan' },
  rows: {
    en: 'the first {count, plural, one {# row} other {# rows}}, in {time}',
    de: 'die {count, plural, one {erste Zeile} other {ersten # Zeilen}}, in {time}',
  },
  allRows: {
    en: '{count, plural, one {# row} other {# rows}}, in {time}',
    de: '{count, plural, one {# Zeile} other {# Zeilen}}, in {time}',
  },
  none: { en: 'No rows', de: 'Keine Zeilen' },
  noneText: {
    en: 'The question has no answer with these filters.',
    de: 'Mit diesen Filtern hat die Frage keine Antwort.',
  },
  wrong: { en: 'The preview waits', de: 'Die Vorschau wartet' },
  noStructures: { en: 'No data structures yet', de: 'Noch keine Datenstrukturen' },
  noStructuresText: {
    en: 'A data set asks data structures. Create one first.',
    de: 'Ein Datenset fragt Datenstrukturen. Legen Sie zuerst eine an.',
  },
  createStructure: { en: 'Create data structure', de: 'Datenstruktur anlegen' },
  gone: { en: 'This data set could not be loaded', de: 'Dieses Datenset konnte nicht geladen werden' },
  more: { en: 'More actions', de: 'Weitere Aktionen' },
  csv: { en: 'Export CSV', de: 'CSV exportieren' },
  json: { en: 'Export JSON', de: 'JSON exportieren' },
  xlsx: { en: 'Export Excel', de: 'Excel exportieren' },
  clean: { en: 'Mark its records as processed', de: 'Seine Datensätze als verarbeitet markieren' },
  dirty: { en: 'Mark its records as to be processed', de: 'Seine Datensätze als noch zu verarbeiten markieren' },
  marked: {
    en: '{count, plural, one {# record marked} other {# records marked}}',
    de: '{count, plural, one {# Datensatz markiert} other {# Datensätze markiert}}',
  },
  remove: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete “{name}”?', de: '„{name}“ löschen?' },
  sureText: { en: 'This cannot be taken back.', de: 'Das lässt sich nicht rückgängig machen.' },
})
const home = '/project/data-sets'

type Preview = { columns: DataSetColumn[]; rows: Record<string, unknown>[]; more: boolean; took_ms: number }

/** Composes a data set beside its answer. */
export function DataSetEditorScreen() {
  const t = useTexts(texts)
  const id = useOptionalPathParam('id')
  const { data: structures } = useStructures()
  const { data: dataSet, error } = useQuery({
    queryKey: [`/data_sets/${id}`],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => (await api.get(`/data_sets/${id!}`, {}, { signal, quiet: true })).data,
  })
  if (error) return <EmptyState icon={IconTable} title={t.gone()} text={error.message} />
  if (!structures || (id && !dataSet)) return <Page title={t.create()} />
  if (structures.length === 0)
    return (
      <Page title={t.create()}>
        <EmptyState
          icon={IconTable}
          title={t.noStructures()}
          text={t.noStructuresText()}
          action={
            <Button component={Link} to={`${structuresHome}/create`}>
              {t.createStructure()}
            </Button>
          }
        />
      </Page>
    )
  if (!dataSet) return <Editor key="new" initial={blank(structures[0]!)} structures={structures} />
  return <Existing key={dataSet.id} dataSet={dataSet} structures={structures} />
}

/** A data set that is there: the live one, or a draft of it. */
function Existing({ dataSet, structures }: { dataSet: DataSet; structures: DataStructure[] }) {
  const t = useTexts(texts)
  const drafts = useDrafts(dataSet.id, nothingElsewhere)
  const { seen, draft } = drafts
  const shown = seen === 'live' ? dataSet : contentOf(draft, 'data_set')
  const drafting = useDrafting(drafts, () => refresh('/data_sets', '/insights'))
  if (!drafts.drafts || !shown) return <Page title={t.many()} />
  const { name, description, definition } = shown
  return (
    <>
      <Editor
        key={draft ? `${draft.id} ${draft.revision}` : dataSet.updated_at}
        dataSet={dataSet}
        drafting={drafting}
        initial={{ name, description, definition: readable(definition) }}
        structures={structures}
      />
      {drafting.dialog}
    </>
  )
}

/** With what it leaves out; of an unfinished one what it says. */
const readable = (definition: DataSetDefinition): DataSetDefinition => {
  const parsed = dataSetDefinition.safeParse(definition)
  return parsed.success ? parsed.data : definition
}

const blank = (structure: DataStructure): Draft => {
  const as = freshName(structure.table_name, [])
  const fields = structure.fields.filter(({ type }) => !['object', 'list', 'json'].includes(type)).slice(0, 8)
  return {
    name: '',
    description: '',
    definition: dataSetDefinition.parse({
      structures: [{ as, structure_id: structure.id }],
      fields: fields.map(({ name, label }) => ({ name, of: as, field: name, ...(label && { label }) })),
    }),
  }
}

type EditorProps = {
  /** Absent while it is new. */
  dataSet?: DataSet
  drafting?: Drafting
  initial: Draft
  structures: DataStructure[]
}

function Editor({ dataSet, drafting, initial: given, structures }: EditorProps) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const { duration } = useFormats()
  const [initial] = useState(given)
  const [draft, setDraft] = useState(() => (dataSet ? undefined : unsavedDraft()) ?? initial)
  const { busy, errors, send } = useSubmit(notifyRest)
  const [asked] = useDebouncedValue(draft.definition, 400)
  const dirty = JSON.stringify(draft) !== JSON.stringify(initial)
  useUnsavedGuard(dirty && !busy)
  useUnsavedDraft(!dataSet && dirty ? draft : undefined)
  const [looked, setLooked] = useState<'rows' | 'plan'>('rows')
  const known = useDataSetSources(structures, draft.definition, dataSet?.id)
  const answers = useStageAnswers(asked)
  const transformers = useTransformersOfTheHouse()
  const preview = useQuery({
    queryKey: ['/data_sets/preview', JSON.stringify(asked)],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.post('/data_sets/preview', { definition: asked, limit: 100 }, { signal, quiet: true })).data,
  })
  const problems = { ...(preview.error ? complaintsOf(preview.error) : {}), ...errors }
  const mayWrite = may(dataSet ? 'insights.update' : 'insights.create')
  const drafts = drafting?.drafts
  const readOnly = !mayWrite || drafts?.isWritable === false
  const path = `/data_sets/${dataSet?.id ?? ''}` as const

  const save = () =>
    send(async () => {
      const { data } = dataSet
        ? await api.put(path, draft, { quiet: true })
        : await api.post('/data_sets', draft, { quiet: true })
      toastSaved(draft.name)
      await refresh('/data_sets', '/insights', `/definitions/${data.id}/drafts`)
      await navigate({ to: `${home}/editor/${data.id}`, ignoreBlocker: true })
    })
  const mark = async (how: 'dirty' | 'clean') => {
    const { data } = await api.post(`${path}/mark`, { mark: how })
    toast({ title: t.marked({ count: data.changed }), tone: 'green' })
    await refresh('/data_structures')
  }
  const remove = async () => {
    if (!(await confirm({ title: t.sure({ name: draft.name }), text: t.sureText(), action: t.remove(), danger: true })))
      return
    await api.delete(path)
    toastDeleted(draft.name)
    await navigate({ to: home, ignoreBlocker: true })
    await refresh('/data_sets')
  }

  const content = { kind: 'data_set' as const, ...draft }
  const title = draft.name || t.create()
  return (
    <Page
      title={title}
      crumbs={[{ title: t.many(), to: home }, { title }]}
      bleed
      fill
      actions={
        <>
          {dataSet && <HistoryButton id={dataSet.id} name={dataSet.name} mayName={mayWrite} drafts={drafts} />}
          {dataSet && (
            <Menu position="bottom-end" width={300}>
              <Menu.Target>
                <Button variant="default" px={8} aria-label={t.more()}>
                  <IconDotsVertical size={16} />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {may('insights.export') &&
                  (['csv', 'json', 'xlsx'] as const).map((format) => (
                    <Menu.Item
                      key={format}
                      leftSection={<IconDownload size={15} />}
                      onClick={() => void api.download(`${path}/export`, { format })}
                    >
                      {t[format]()}
                    </Menu.Item>
                  ))}
                {may('records.update') &&
                  (['clean', 'dirty'] as const).map((how) => (
                    <Menu.Item key={how} leftSection={<IconChecks size={15} />} onClick={() => void mark(how)}>
                      {t[how]()}
                    </Menu.Item>
                  ))}
                {may('insights.delete') && (
                  <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
                    {t.remove()}
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          )}
          {!readOnly && !drafting && (
            <Button disabled={!dirty} loading={busy} onClick={() => void save()}>
              {t.save()}
            </Button>
          )}
          {!readOnly && drafting && (
            <DraftButtons
              isDraft={drafting.drafts.isOwn}
              isDirty={dirty}
              isSaving={busy || drafting.isSaving}
              onSave={() => void save()}
              onSaveDraft={() => void drafting.saveDraft(content)}
              onPublish={() => void drafting.publish(content, dirty)}
            />
          )}
        </>
      }
    >
      {drafting && <DraftStrip drafts={drafting.drafts} may={mayWrite} isDirty={dirty} onCompare={drafting.compare} />}
      <div className={s['editor']}>
        <div className={s['designer']} role="region" aria-label={title} tabIndex={0}>
          <div className={s['names']}>
            <TextInput
              label={t.name()}
              withAsterisk
              value={draft.name}
              readOnly={readOnly}
              error={errors['name']?.[0]}
              onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
            />
            <TextInput
              label={t.description()}
              value={draft.description}
              readOnly={readOnly}
              error={errors['description']?.[0]}
              onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
            />
          </div>
          <DataSetDesigner
            definition={draft.definition}
            onChange={(definition) => setDraft({ ...draft, definition })}
            structures={known}
            transformers={transformers}
            answers={answers}
            errors={problems}
            readOnly={readOnly}
          />
        </div>
        <section
          className={clsx(s['preview'], preview.isFetching && 'busy-line')}
          aria-label={t.preview()}
          aria-busy={preview.isFetching}
        >
          <header>
            <h2>{t.preview()}</h2>
            <SegmentedControl
              size="xs"
              aria-label={t.shows()}
              value={looked}
              onChange={(value) => setLooked(value as typeof looked)}
              data={[
                { value: 'rows', label: t.rowsTab() },
                { value: 'plan', label: t.plan() },
              ]}
            />
            {preview.data && (
              <small>
                {preview.data.more
                  ? t.rows({ count: preview.data.rows.length, time: duration(preview.data.took_ms) })
                  : t.allRows({ count: preview.data.rows.length, time: duration(preview.data.took_ms) })}
              </small>
            )}
          </header>
          {looked === 'plan' ? (
            <Plan definition={asked} />
          ) : preview.error ? (
            <EmptyState
              small
              icon={IconTable}
              title={t.wrong()}
              text={[...new Set(Object.values(complaintsOf(preview.error)).flat())].join(' ')}
            />
          ) : preview.data?.rows.length === 0 ? (
            <EmptyState small icon={IconTable} title={t.none()} text={t.noneText()} />
          ) : (
            preview.data && <Rows preview={preview.data} label={t.preview()} />
          )}
        </section>
      </div>
    </Page>
  )
}

const Rows = ({ preview, label }: { preview: Preview; label: string }) => (
  <div className={s['rows']} role="region" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {preview.columns.map(({ name, label: title, type }) => (
            <th key={name} scope="col" data-end={isNumber(type) || undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {preview.rows.map((row, i) => (
          <tr key={i}>
            {preview.columns.map(({ name, type }) => (
              <td key={name} data-end={isNumber(type) || undefined}>
                {brief(row[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
const isNumber = (type: DataSetColumn['type']) => ['integer', 'big_integer', 'decimal'].includes(type)
