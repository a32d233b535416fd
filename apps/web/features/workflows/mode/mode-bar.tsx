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
import type { DraftHead } from '../../shared/drafts/use-drafts.ts'

const texts = defineMessages({
  unsaved: { en: 'v{version} · unsaved changes', de: 'v{version} · ungespeicherte Änderungen' },
  saved: { en: 'v{version} · saved {when}', de: 'v{version} · gespeichert {when}' },
  draft: { en: 'Draft · saved {when}', de: 'Entwurf · gespeichert {when}' },
  draftUnsaved: { en: 'Draft · unsaved changes', de: 'Entwurf · ungespeicherte Änderungen' },
  save: { en: 'Save', de: 'Speichern' },
  saveDraft: { en: 'Save draft', de: 'Entwurf speichern' },
  test: { en: 'Test run', de: 'Testlauf' },
  publish: { en: 'Publish', de: 'Veröffentlichen' },
  restore: { en: 'Revert to this', de: 'Hierauf zurücksetzen' },
  restoreDraft: { en: 'Make this my draft', de: 'Zu meinem Entwurf machen' },
})

type Props = {
  workflow: WorkflowCode
  flow: Flow
  /** The draft one sees, where it is one. */
  draft: Pick<DraftHead, 'updated_at'> | undefined
  canPublish: boolean
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
  draft,
  canPublish,
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
      version={<span className={s['version']}>{words()}</span>}
      actions={
        inHistory ? (
          may(published ? 'workflows.update' : 'workflows.publish') && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={15} />}
              disabled={!onRestore}
              onClick={onRestore}
            >
              {published ? t.restoreDraft() : t.restore()}
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
                {published ? t.saveDraft() : t.save()}
              </Button>
            )}
            {(may('workflows.run') || may('workflows.update')) && (
              <Button variant="default" leftSection={<IconPlayerPlayFilled size={13} />} onClick={onRun}>
                {t.test()}
              </Button>
            )}
            {may('workflows.publish') && canPublish && (
              <Button leftSection={<IconRocket size={15} />} loading={isSaving} onClick={onPublish}>
                {t.publish()}
              </Button>
            )}
          </>
        )
      }
    />
  )

  function words() {
    if (draft) return isDirty ? t.draftUnsaved() : t.draft({ when: formats.ago(draft.updated_at) })
    return isDirty ? t.unsaved({ version }) : t.saved({ version, when: formats.ago(updated_at) })
  }
}
