import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconArrowRight, IconSparkles, IconZoomScan } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { ReactNode } from 'react'
import { DraftButtons } from '../shared/drafts/draft-buttons.tsx'
import { EditorBar } from '../shared/editing/editor-bar.tsx'
import type { Mapping } from './api.ts'
import type { MapperView } from './mapper-view.ts'
import s from './mappings.module.css'

const texts = defineMessages({
  sections: { en: 'Sections of the mapping', de: 'Abschnitte des Mappings' },
  mapper: { en: 'Data mapper', de: 'Daten-Mapper' },
  code: { en: 'Code', de: 'Code' },
  debug: { en: 'Debug', de: 'Debug' },
  details: { en: 'Settings', de: 'Einstellungen' },
  meter: { en: '{done, number} of {all, number} mapped', de: '{done, number} von {all, number} zugeordnet' },
  undo: { en: 'Undo', de: 'Rückgängig' },
  redo: { en: 'Redo', de: 'Wiederholen' },
  suggest: { en: 'Suggest', de: 'Vorschlagen' },
  preview: { en: 'Preview', de: 'Vorschau' },
  view: { en: 'View', de: 'Ansicht' },
  lines: { en: 'Lines', de: 'Linien' },
  table: { en: 'Table', de: 'Tabelle' },
  unsaved: { en: 'unsaved changes', de: 'ungespeicherte Änderungen' },
})

type Props = {
  mapping: Mapping
  progress: { done: number; all: number }
  isDirty: boolean
  isSaving: boolean
  /** It is a draft that one sees. */
  isDraft: boolean
  /** How the mapper is drawn, and how to choose the other way, where there is a choice. */
  view: MapperView
  readOnly: boolean
  /** Opens its versions. */
  history: ReactNode
  canUndo: boolean
  canRedo: boolean
  onView: ((view: MapperView) => void) | undefined
  onUndo(): void
  onRedo(): void
  onSuggest(): void
  onPreview(): void
  onSave(): void
  onSaveDraft(): void
  onPublish(): void
}

/** The line above every mode of a mapping: what becomes what, how far it is, and what can be done. */
export function MappingBar({
  mapping,
  progress,
  isDirty,
  isSaving,
  isDraft,
  view,
  readOnly,
  history,
  canUndo,
  canRedo,
  onView,
  onUndo,
  onRedo,
  onSuggest,
  onPreview,
  onSave,
  onSaveDraft,
  onPublish,
}: Props) {
  const t = useTexts(texts)
  const { id, source, target } = mapping
  return (
    <EditorBar
      title={
        <>
          {source.label} <IconArrowRight size={15} aria-hidden /> {target.label}
        </>
      }
      state={
        <div className={s['meter']}>
          <i aria-hidden>
            <b style={{ width: `${progress.all === 0 ? 0 : (progress.done / progress.all) * 100}%` }} />
          </i>
          {t.meter(progress)}
          {isDirty && <span className={s['unsaved']}>{t.unsaved()}</span>}
        </div>
      }
      label={t.sections()}
      sections={(['mapper', 'code', 'debug', 'details'] as const).map((section) => ({
        to: `/project/mappings/${id}/${section}`,
        title: t[section](),
      }))}
      actions={
        <>
          {onView && (
            <SegmentedControl
              size="xs"
              aria-label={t.view()}
              value={view}
              data={[
                { value: 'table', label: t.table() },
                { value: 'lines', label: t.lines() },
              ]}
              onChange={(next) => onView(next as MapperView)}
            />
          )}
          {!readOnly && (
            <>
              <Tooltip label={t.undo()}>
                <ActionIcon aria-label={t.undo()} disabled={!canUndo} onClick={onUndo}>
                  <IconArrowBackUp size={16} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={t.redo()}>
                <ActionIcon aria-label={t.redo()} disabled={!canRedo} onClick={onRedo}>
                  <IconArrowForwardUp size={16} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={t.suggest()}>
                <ActionIcon aria-label={t.suggest()} onClick={onSuggest}>
                  <IconSparkles size={16} />
                </ActionIcon>
              </Tooltip>
            </>
          )}
          <Tooltip label={t.preview()}>
            <ActionIcon aria-label={t.preview()} onClick={onPreview}>
              <IconZoomScan size={16} />
            </ActionIcon>
          </Tooltip>
          {history}
          {!readOnly && (
            <DraftButtons
              isDraft={isDraft}
              isDirty={isDirty}
              isSaving={isSaving}
              onSave={onSave}
              onSaveDraft={onSaveDraft}
              onPublish={onPublish}
            />
          )}
        </>
      }
    />
  )
}
