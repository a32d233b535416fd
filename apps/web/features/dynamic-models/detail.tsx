import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconFileSearch, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Facts, Note } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastDeleted } from '@weft/kit/ui/toast.tsx'
import { useState, type ReactNode } from 'react'
import type { CheckResult } from './api.ts'
import { BasicConfiguration, TableConfiguration, type ShownModel } from './configuration.tsx'
import s from './dynamic-models.module.css'
import { HistoryButton } from '../shared/definition-history.tsx'
import { DraftStrip } from '../shared/drafts/draft-strip.tsx'
import { useDrafting } from '../shared/drafts/use-drafting.tsx'
import { contentOf, nothingElsewhere, useDrafts } from '../shared/drafts/use-drafts.ts'
import { FileChooser } from './file-chooser.tsx'
import { useModelLabels } from './model-labels.ts'
import { PreviewGrid } from './preview-grid.tsx'

const texts = defineMessages({
  overview: { en: 'Overview', de: 'Übersicht' },
  basic: { en: 'Basic configuration', de: 'Basiskonfiguration' },
  table: { en: 'Table configuration', de: 'Tabellenkonfiguration' },
  tabs: { en: 'Parts of the model', de: 'Teile des Modells' },
  remove: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete “{name}”?', de: '„{name}“ löschen?' },
  sureText: {
    en: 'Workflows that read files by it will fail. The data structure and its records stay.',
    de: 'Workflows, die damit Dateien lesen, schlagen dann fehl. Die Datenstruktur und ihre Datensätze bleiben.',
  },
  fields: { en: 'Fields', de: 'Felder' },
  none: { en: 'none', de: 'keine' },
  check: { en: 'Check a file', de: 'Datei prüfen' },
  checkHelp: {
    en: 'Reads the whole file by this model and says what would be rejected. Nothing is stored.',
    de: 'Liest die ganze Datei mit diesem Modell und sagt, was zurückgewiesen würde. Gespeichert wird nichts.',
  },
  checkSample: { en: 'Check the sample file', de: 'Beispieldatei prüfen' },
  checkOther: { en: 'Check another file', de: 'Andere Datei prüfen' },
  good: {
    en: '{file}: {records, plural, one {one record} other {# records}}, none rejected.',
    de: '{file}: {records, plural, one {ein Datensatz} other {# Datensätze}}, keiner zurückgewiesen.',
  },
  bad: {
    en: '{file}: {records} records, {rejected} rejected.',
    de: '{file}: {records} Datensätze, {rejected} zurückgewiesen.',
  },
  partly: {
    en: 'Only the beginning was read; the file is large.',
    de: 'Nur der Anfang wurde gelesen; die Datei ist groß.',
  },
})
const home = '/project/dynamicModels/dynamicModel'

/** One model: overview with preview and check. */
export function DynamicModelScreen() {
  return <Frame>{(shown) => <Overview {...shown} />}</Frame>
}

/** How its files are read. */
export function DynamicModelBasicScreen() {
  return <Frame>{(shown) => <BasicConfiguration key={shown.state} {...shown} />}</Frame>
}

/** What their columns become. */
export function DynamicModelTableScreen() {
  return <Frame>{(shown) => <TableConfiguration key={shown.state} {...shown} />}</Frame>
}

function Frame({ children }: { children: (shown: ShownModel) => ReactNode }) {
  const t = useTexts(texts)
  const labels = useModelLabels()
  const may = useMay()
  const navigate = useNavigate()
  const id = usePathParam('id')
  const path = `/dynamic_models/${id}` as const
  const { data: model } = useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) => (await api.get(path, {}, { signal })).data,
  })
  const drafts = useDrafts(id, nothingElsewhere)
  const drafting = useDrafting(drafts, () => refresh('/dynamic_models'))
  const { seen, draft } = drafts
  const content = contentOf(draft, 'dynamic_model')
  const shown = drafts.drafts && model && (seen === 'live' ? model : content && { ...model, ...content })
  const [isDirty, setDirty] = useState(false)
  const remove = async () => {
    if (
      !model ||
      !(await confirm({
        title: t.sure({ name: model.model_name }),
        text: t.sureText(),
        action: t.remove(),
        danger: true,
      }))
    )
      return
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
        <>
          {model && (
            <HistoryButton id={id} name={model.model_name} mayName={may('structures.update')} drafts={drafts} />
          )}
          {may('structures.delete') && (
            <Button variant="danger" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
              {t.remove()}
            </Button>
          )}
        </>
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
      {shown && (
        <div className="stack">
          <DraftStrip drafts={drafts} may={may('structures.update')} isDirty={isDirty} onCompare={drafting.compare} />
          {children({
            model: shown,
            drafting,
            state: draft ? `${draft.id} ${draft.revision}` : shown.updated_at,
            onDirty: setDirty,
          })}
        </div>
      )}
      {drafting.dialog}
    </Page>
  )
}

function Overview({ model, state, drafting }: ShownModel) {
  const t = useTexts(texts)
  const labels = useModelLabels()
  const { exactTime } = useFormats()
  const path = `/dynamic_models/${model.id}` as const
  const { seen } = drafting.drafts
  // What is tried is what is shown.
  const of = seen === 'live' ? {} : { draft_id: seen }
  const preview = useQuery({
    queryKey: [`${path}/preview`, state],
    enabled: Boolean(model.sample_file),
    retry: false,
    queryFn: async ({ signal }) => (await api.get(`${path}/preview`, of, { signal, quiet: true })).data,
  })
  const [choosing, setChoosing] = useState(false)
  const check = useMutation({
    mutationFn: async (file?: string) =>
      (await api.post(`${path}/check`, { ...of, ...(file && { file }) }, { quiet: true, timeout: false })).data,
  })
  const facts = [
    [labels.label('sample_file'), model.sample_file ?? t.none()],
    [t.fields(), model.fields.filter(({ include }) => include).length],
    [labels.label('primary_key'), model.primary_key ?? t.none()],
    [labels.label('max_depth'), model.max_depth],
    [
      labels.label('data_structure_id'),
      model.data_structure_id ? (
        <Link key="structure" to={`/project/data-structures/${model.data_structure_id}`}>
          {model.class_name}
        </Link>
      ) : (
        t.none()
      ),
    ],
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
            <Button
              variant="default"
              disabled={!model.sample_file}
              loading={check.isPending}
              leftSection={<IconPlayerPlay size={15} />}
              onClick={() => check.mutate(undefined)}
            >
              {t.checkSample()}
            </Button>
            <Button
              variant="default"
              disabled={check.isPending}
              leftSection={<IconFileSearch size={15} />}
              onClick={() => setChoosing(true)}
            >
              {t.checkOther()}
            </Button>
          </div>
          <FileChooser
            opened={choosing}
            onClose={() => setChoosing(false)}
            onChosen={(file) => {
              setChoosing(false)
              check.mutate(file)
            }}
          />
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
      <Note
        tone={ok ? 'green' : 'amber'}
        icon={ok ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
      >
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
