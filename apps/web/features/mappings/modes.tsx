import { planMapping } from '@weft/engine/mapping/emit/plan.ts'
import { writeCode } from '@weft/engine/mapping/emit/source.ts'
import { progressOf } from '@weft/designers/mapping/edits.ts'
import { rowsOf } from '@weft/designers/mapping/rows.ts'
import { useHotkeys } from '@mantine/hooks'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { formulaTransformer } from '@weft/kit/formula/transformer.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useCrumbs } from '@weft/kit/ui/crumbs.ts'
import { PickersProvider } from '@weft/kit/ui/form/pickers.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { lazy, Suspense, useMemo, useState } from 'react'
import { HistoryButton } from '../shared/definition-history.tsx'
import { DraftStrip } from '../shared/drafts/draft-strip.tsx'
import type { Drafts } from '../shared/drafts/use-drafts.ts'
import { useSamples, type Mapping } from './api.ts'
import {
  changeDraft,
  isDirty,
  redoDraft,
  undoDraft,
  unfinishedText,
  writeDraft,
  writtenText,
  type MappingDraft,
} from './draft.ts'
import { FurtherSources } from './further-sources.tsx'
import { iconOf } from './icons.ts'
import { MappingBar } from './mapping-bar.tsx'
import s from './mappings.module.css'
import { mappingPickers } from './pickers.tsx'
import { usePreview } from './use-preview.ts'
import { useSavingMapping } from './use-saving.ts'
import { useMapperView } from './mapper-view.ts'
import { useOthers, useWholeSource } from './use-sources.ts'
import { useTransformers } from './use-transformers.ts'

const MappingDesigner = lazy(() =>
  import('@weft/designers/mapping/mapping-designer.tsx').then((module) => ({ default: module.MappingDesigner })),
)
const MappingTable = lazy(() =>
  import('@weft/designers/mapping/mapping-table.tsx').then((module) => ({ default: module.MappingTable })),
)
const CodeMode = lazy(() =>
  import('@weft/designers/mapping/code-mode.tsx').then((module) => ({ default: module.CodeMode })),
)
const ComparedMappings = lazy(() =>
  import('@weft/designers/mapping/compare/compared-mappings.tsx').then((module) => ({
    default: module.ComparedMappings,
  })),
)
const DebugMode = lazy(() => import('./debug-mode.tsx').then((module) => ({ default: module.DebugMode })))
const PreviewDialog = lazy(() => import('./preview-dialog.tsx').then((module) => ({ default: module.PreviewDialog })))

const texts = defineMessages({
  mappings: { en: 'Mappings', de: 'Mappings' },
  suggested: {
    en: '{count, plural, one {# connection} other {# connections}} added',
    de: '{count, plural, one {# Verbindung} other {# Verbindungen}} hinzugefügt',
  },
  noSuggestion: { en: 'No more fields look alike', de: 'Keine weiteren Felder sehen sich ähnlich' },
})

export type Mode = 'mapper' | 'code' | 'debug'
const noSamples = { source: [] as DataRecord[], from: null }

type Props = { mapping: Mapping; draft: MappingDraft; drafts: Drafts; mode: Mode }

/** The modes over one draft: data mapper, code, debug. */
export function Modes({ mapping, draft, drafts, mode }: Props) {
  const { id, source, target, label } = mapping
  const t = useTexts(texts)
  const language = useLanguage()
  const may = useMay()('workflows.update')
  const readOnly = !may || !drafts.isWritable
  const { data: { source: samples, from } = noSamples } = useSamples(id)
  const [isPreviewing, setPreviewing] = useState(false)
  const [view, chooseView] = useMapperView()
  const Mapper = view === 'table' ? MappingTable : MappingDesigner
  const definition = draft.history.now
  const dirty = isDirty(draft)
  const transformers = useTransformers()
  const others = useOthers(mapping, definition)
  const whole = useWholeSource(source, definition, others)
  const { checked, types, traces } = usePreview({ definition, source, target, others }, samples, transformers)
  /** The samples with what their further sources have for them. */
  const joined = useMemo(() => samples.map((sample, i) => traces[i]?.joined ?? sample), [samples, traces])
  const pickers = useMemo(() => mappingPickers(rowsOf(whole)), [whole])
  const progress = useMemo(() => progressOf(definition, rowsOf(target)), [definition, target])
  useCrumbs(label, [{ title: t.mappings(), to: '/project/mappings' }, { title: label }])
  const saving = useSavingMapping({ mapping, draft, drafts, problems: checked.problems, readOnly })
  useHotkeys([['mod+S', () => void saving.save()]], [])

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

  const draw = ({ before, after }: { before: string; after: string }) => (
    <Suspense>
      <ComparedMappings
        before={before}
        after={after}
        titleOf={(key) =>
          [...transformers.list, formulaTransformer].find((one) => one.key === key)?.labels.title[language] ?? key
        }
      />
    </Suspense>
  )

  return (
    <PickersProvider pickers={pickers}>
      <div className={s['page']}>
        <div>
          <MappingBar
            mapping={mapping}
            progress={progress}
            history={<HistoryButton id={id} name={label} mayName={may} drafts={drafts} draw={draw} asIcon />}
            isDirty={dirty}
            view={view}
            onView={mode === 'mapper' ? chooseView : undefined}
            isSaving={saving.isSaving}
            isDraft={draft.seen !== 'live'}
            readOnly={readOnly}
            canUndo={draft.history.past.length > 0 || unfinishedText(draft) !== undefined}
            canRedo={draft.history.future.length > 0}
            onUndo={() => undoDraft(id)}
            onRedo={() => redoDraft(id)}
            onSuggest={() => void suggest()}
            onPreview={() => setPreviewing(true)}
            onSave={() => void saving.save()}
            onSaveDraft={() => void saving.saveDraft()}
            onPublish={() => void saving.publish()}
          />
          <DraftStrip drafts={drafts} may={may} isDirty={dirty} onCompare={saving.compare} />
        </div>
        <Suspense>
          {mode === 'mapper' && (
            <Mapper
              definition={definition}
              onChange={(next, group) => changeDraft(id, next, group)}
              onUndo={() => undoDraft(id)}
              onRedo={() => redoDraft(id)}
              source={whole}
              target={target}
              transformers={transformers.list}
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
        <Suspense>
          {mode === 'code' && (
            <CodeMode
              definition={definition}
              written={writtenText(draft)}
              source={whole}
              target={target}
              transformers={transformers.list}
              problems={checked.problems}
              readOnly={readOnly}
              onWrite={(text, next) => writeDraft(id, text, next)}
              onSave={() => void saving.save()}
              code={() => writeCode(planMapping(checked)).code}
            />
          )}
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
            samples={{ id, records: samples, from }}
            onClose={() => setPreviewing(false)}
          />
        )}
      </Suspense>
      {saving.dialog}
    </PickersProvider>
  )
}
