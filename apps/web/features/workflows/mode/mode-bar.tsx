import { Button } from '@mantine/core'
import { IconArrowBackUp, IconDeviceFloppy, IconPlayerPlayFilled, IconRocket } from '@tabler/icons-react'
import { Problems } from '@weft/designers/workflow/problems.tsx'
import type { StepProblemView } from '@weft/designers/workflow/problem.ts'
import type { Catalogue } from '@weft/designers/workflow/elements.ts'
import type { Flow } from '@weft/kit/workflow-text/flow.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from './mode.module.css'
import type { WorkflowCode } from '../api.ts'
import { WorkflowBar } from '../workflow-bar.tsx'

const texts = defineMessages({
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
  isPlanning?: boolean
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
  isPlanning,
}: Props) {
  const t = useTexts(texts)
  const may = useMay()
  const formats = useFormats()
  const { published, version, updated_at } = workflow
  return (
    <WorkflowBar
      id={workflow.id}
      workflow={{ ...workflow, label: flow.label || workflow.label }}
      current={isPlanning ? 'planning' : undefined}
      version={
        <span className={s['version']}>
          {isDirty ? t.unsaved({ version }) : t.saved({ version, when: formats.ago(updated_at) })}
        </span>
      }
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
