import { planMapping } from '@weft/engine/mapping/emit/plan.ts'
import { writeCode } from '@weft/engine/mapping/emit/source.ts'
import { progressOf } from '@weft/designers/mapping/edits.ts'
import { rowsOf } from '@weft/designers/mapping/rows.ts'
import { useHotkeys } from '@mantine/hooks'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { CodeEditor } from '@weft/kit/ui/code-editor.tsx'
import { useCrumbs } from '@weft/kit/ui/crumbs.ts'
import { PickersProvider } from '@weft/kit/ui/form/pickers.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { invalidate, queries, refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useLeaving, useSaving } from '../shared/editing/draft.ts'
import { mappingKey, useSamples, type Mapping } from './api.ts'
import { changeDraft, dropDraft, isDirty, keepSaved, redoDraft, undoDraft, type MappingDraft } from './draft.ts'
import { FurtherSources } from './further-sources.tsx'
import { iconOf } from './icons.ts'
import { MappingBar } from './mapping-bar.tsx'
import s from './mappings.module.css'
import { mappingPickers } from './pickers.tsx'
import { usePreview } from './use-preview.ts'
import { useMapperView } from './mapper-view.ts'
import { useOthers, useWholeSource } from './use-sources.ts'
import { useTransformers } from './use-transformers.ts'

const MappingDesigner = lazy(() =>
  import('@weft/designers/mapping/mapping-designer.tsx').then((module) => ({ default: module.MappingDesigner })),
)
const MappingTable = lazy(() =>
  import('@weft/designers/mapping/mapping-table.tsx').then((module) => ({ default: module.MappingTable })),
)
const DebugMode = lazy(() => import('./debug-mode.tsx').then((module) => ({ default: module.DebugMode })))
const PreviewDialog = lazy(() => import('./preview-dialog.tsx').then((module) => ({ default: module.PreviewDialog })))

const texts = defineMessages({
  mappings: { en: 'Mappings', de: 'Mappings' },
  leaveText: {
    en: 'The changes to this mapping have not been saved yet.',
    de: 'Die Änderungen an diesem Mapping sind noch nicht gespeichert.',
  },
  saved: { en: 'Saved', de: 'Gespeichert' },
  savedOpen: { en: 'Saved; not ready to run yet', de: 'Gespeichert; noch nicht lauffähig' },
  cannotSave: { en: 'This cannot be saved yet', de: 'So lässt es sich noch nicht speichern' },
  suggested: {
    en: '{count, plural, one {# connection} other {# connections}} added',
    de: '{count, plural, one {# Verbindung} other {# Verbindungen}} hinzugefügt',
  },
  noSuggestion: { en: 'No more fields look alike', de: 'Keine weiteren Felder sehen sich ähnlich' },
  codeNote: {
    en: 'The function the worker runs for every record, written from the mapping. It cannot be edited here.',
    de: 'Die Funktion, die der Worker für jeden Datensatz ausführt, aus dem Mapping geschrieben. Sie lässt sich hier nicht bearbeiten.',
  },
  code: { en: 'Code of the mapping', de: 'Code des Mappings' },
})

export type Mode = 'mapper' | 'code' | 'debug'
const none: DataRecord[] = []

/** The modes over one draft: data mapper, code, debug. */
export function Modes({ mapping, draft, mode }: { mapping: Mapping; draft: MappingDraft; mode: Mode }) {
  const { id, source, target, label } = mapping
  const t = useTexts(texts)
  const language = useLanguage()
  const readOnly = !useMay()('workflows.update')
  const { data: samples = none } = useSamples(id)
  const [isPreviewing, setPreviewing] = useState(false)
  const [view, setView] = useMapperView()
  const Mapper = view === 'table' ? MappingTable : MappingDesigner
  const definition = draft.history.now
  const dirty = isDirty(draft)
  const { list: transformers } = useTransformers()
  const others = useOthers(mapping, definition)
  const whole = useWholeSource(source, definition, others)
  const { checked, types, traces } = usePreview({ definition, source, target, others }, samples)
  /** The samples with what their further sources have for them. */
  const joined = useMemo(() => samples.map((sample, i) => traces[i]?.joined ?? sample), [samples, traces])
  const pickers = useMemo(() => mappingPickers(rowsOf(whole)), [whole])
  const progress = useMemo(() => progressOf(definition, rowsOf(target)), [definition, target])
  const code = useMemo(() => (mode === 'code' ? writeCode(planMapping(checked)).code : ''), [mode, checked])
  useCrumbs(label, [{ title: t.mappings(), to: '/project/mappings' }, { title: label }])
  useLeaving({
    dirty,
    text: t.leaveText(),
    keeps: (pathname) => ['mapper', 'code', 'debug'].some((one) => pathname === `/project/mappings/${id}/${one}`),
    drop: () => dropDraft(id),
  })
  const { isSaving, saving } = useSaving(() => {
    dropDraft(id)
    return invalidate({ queryKey: mappingKey(id) })
  })
  useHotkeys([['mod+S', () => void save()]], [])

  async function save() {
    if (readOnly || !dirty) return
    const error = checked.problems.find(({ severity }) => severity === 'error')
    if (error) return toast({ title: t.cannotSave(), message: say(error.message, language), tone: 'amber' })
    await saving(async () => {
      const { data } = await api.put(`/mappings/${id}`, { definition, version: draft.version })
      keepSaved(id, definition, data.version)
      queries.setQueryData(mappingKey(id), data)
      await refresh('/mappings')
      toast(data.runnable ? { title: t.saved(), tone: 'green' } : { title: t.savedOpen(), tone: 'amber' })
    })
  }

  async function suggest() {
    const { data: found } = await api.post(`/mappings/${id}/suggest`, { definition })
    if (found.length === 0) return toast({ title: t.noSuggestion(), tone: 'blue' })
    const added = found.map(({ source_field_id, target_field_id }) => ({
      id: crypto.randomUUID(),
      source_field_id,
      target_field_id,
    }))
    changeDraft(id, { ...definition, connections: [...definition.connections, ...added] })
    toast({ title: t.suggested({ count: added.length }), tone: 'green' })
  }

  return (
    <PickersProvider pickers={pickers}>
      <div className={s['page']}>
        <MappingBar
          mapping={mapping}
          progress={progress}
          isDirty={dirty}
          view={mode === 'mapper' ? view : undefined}
          onView={setView}
          isSaving={isSaving}
          readOnly={readOnly}
          canUndo={draft.history.past.length > 0}
          canRedo={draft.history.future.length > 0}
          onUndo={() => undoDraft(id)}
          onRedo={() => redoDraft(id)}
          onSuggest={() => void suggest()}
          onPreview={() => setPreviewing(true)}
          onSave={() => void save()}
        />
        <Suspense>
          {mode === 'mapper' && (
            <Mapper
              definition={definition}
              onChange={(next, group) => changeDraft(id, next, group)}
              onUndo={() => undoDraft(id)}
              onRedo={() => redoDraft(id)}
              source={whole}
              target={target}
              transformers={transformers}
              iconOf={iconOf}
              problems={checked.problems}
              types={types}
              samples={joined}
              traces={traces}
              sourceAction={
                <FurtherSources
                  definition={definition}
                  source={whole}
                  others={others}
                  problems={checked.problems}
                  readOnly={readOnly}
                  onChange={(next, group) => changeDraft(id, next, group)}
                />
              }
              readOnly={readOnly}
            />
          )}
        </Suspense>
        {mode === 'code' && (
          <div className={s['code']}>
            <p className={s['note']}>{t.codeNote()}</p>
            <CodeEditor value={code} language="ts" label={t.code()} readOnly />
          </div>
        )}
        <Suspense>
          {mode === 'debug' && <DebugMode definition={definition} source={whole} samples={joined} traces={traces} />}
        </Suspense>
      </div>
      <Suspense>
        {isPreviewing && (
          <PreviewDialog
            definition={definition}
            source={source}
            target={target}
            others={others}
            samples={samples}
            onClose={() => setPreviewing(false)}
          />
        )}
      </Suspense>
    </PickersProvider>
  )
}
