import { Button } from '@mantine/core'
import { IconArrowBackUp, IconDeviceFloppy, IconPlayerPlayFilled, IconRocket } from '@tabler/icons-react'
import { Problems } from '@weft/designers/workflow/problems.tsx'
import type { StepProblemView } from '@weft/designers/workflow/problem.ts'
import type { Catalogue } from '@weft/designers/workflow/elements.ts'
import type { Flow } from '@weft/kit/workflow-text/flow.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { EditorBar } from '../../editing/editor-bar.tsx'
import s from './mode.module.css'
import type { WorkflowCode } from '../api.ts'

const texts = defineMessages({
  sections: { en: 'Sections of the workflow', de: 'Abschnitte des Workflows' },
  build: { en: 'Design', de: 'Entwurf' },
  code: { en: 'Code', de: 'Code' },
  planning: { en: 'Planning', de: 'Planung' },
  history: { en: 'History', de: 'Verlauf' },
  runs: { en: 'Runs', de: 'Läufe' },
  settings: { en: 'Settings', de: 'Einstellungen' },
  live: { en: 'Live', de: 'Live' },
  paused: { en: 'Paused', de: 'Pausiert' },
  draft: { en: 'Draft', de: 'Entwurf' },
  unsaved: { en: 'v{version} · unsaved changes', de: 'v{version} · ungespeicherte Änderungen' },
  saved: { en: 'v{version} · saved {when}', de: 'v{version} · gespeichert {when}' },
  save: { en: 'Save', de: 'Speichern' },
  test: { en: 'Test run', de: 'Testlauf' },
  publish: { en: 'Publish', de: 'Veröffentlichen' },
  restore: { en: 'Revert to this', de: 'Hierauf zurücksetzen' },
})

type Props = {
  workflow: WorkflowCode
  flow: Flow
  isDirty: boolean
  isSaving: boolean
  problems: readonly StepProblemView[]
  catalogue: Catalogue
  onGo(problem: StepProblemView): void
  onSave(): void
  onRun(): void
  onPublish(): void
  /** Of the history: nothing to bring back is no button. */
  onRestore?: (() => void) | undefined
  inHistory?: boolean
}

/** The line above every mode: where one is, what state it is in and what can be done. */
export function ModeBar({
  workflow,
  flow,
  isDirty,
  isSaving,
  problems,
  catalogue,
  onGo,
  onSave,
  onRun,
  onPublish,
  onRestore,
  inHistory,
}: Props) {
  const t = useTexts(texts)
  const may = useMay()
  const formats = useFormats()
  const { id, published, active, version, updated_at } = workflow
  return (
    <EditorBar
      title={flow.label || workflow.label}
      state={
        <>
          <Badge tone={published && active ? 'green' : published ? 'amber' : undefined}>
            {published && active ? t.live() : published ? t.paused() : t.draft()}
          </Badge>
          <span className={s['version']}>
            {isDirty ? t.unsaved({ version }) : t.saved({ version, when: formats.ago(updated_at) })}
          </span>
        </>
      }
      label={t.sections()}
      sections={[
        ...(['build', 'code', 'planning', 'history'] as const).map((mode) => ({
          to: `/project/workflows/${id}/mode/${mode}`,
          title: t[mode](),
        })),
        { to: `/project/workflows/reporting/${id}/jobs`, title: t.runs() },
        { to: `/project/workflows/${id}/basedata`, title: t.settings() },
      ]}
      actions={
        inHistory ? (
          may('workflows.publish') && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={15} />}
              disabled={!onRestore}
              onClick={onRestore}
            >
              {t.restore()}
            </Button>
          )
        ) : (
          <>
            <Problems problems={problems} flow={flow} catalogue={catalogue} onGo={onGo} />
            {may('workflows.update') && (
              <Button
                variant="default"
                leftSection={<IconDeviceFloppy size={15} />}
                disabled={!isDirty}
                loading={isSaving}
                onClick={onSave}
              >
                {t.save()}
              </Button>
            )}
            {may('workflows.run') && (
              <Button variant="default" leftSection={<IconPlayerPlayFilled size={13} />} onClick={onRun}>
                {t.test()}
              </Button>
            )}
            {may('workflows.publish') && (!published || isDirty) && (
              <Button leftSection={<IconRocket size={15} />} loading={isSaving} onClick={onPublish}>
                {t.publish()}
              </Button>
            )}
          </>
        )
      }
    />
  )
}
