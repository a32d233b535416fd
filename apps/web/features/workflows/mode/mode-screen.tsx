import { Skeleton } from '@mantine/core'
import { IconMoodEmpty } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect } from 'react'
import { useWorkflowCode } from '../api.ts'
import { dropText, openText, useOpenText } from './open-text.ts'
import { Modes, type Mode } from './modes.tsx'
import { contentOf, useDrafts } from '../../shared/drafts/use-drafts.ts'

const texts = defineMessages({
  gone: { en: 'This workflow could not be loaded', de: 'Dieser Workflow konnte nicht geladen werden' },
})

const asMode: Record<string, Mode> = {
  build: 'build',
  configuration: 'build',
  debug: 'debug',
  code: 'code',
  planning: 'planning',
  history: 'history',
}

/** Designer, code, planning and history of one workflow: different looks at one text. */
function ModeScreen({ mode }: { mode?: Mode }) {
  const t = useTexts(texts)
  const id = useOptionalPathParam('id') ?? ''
  const named = useOptionalPathParam('mode') ?? ''
  const workflow_element_hash = useOptionalPathParam('workflow_element_hash')
  const navigate = useNavigate()
  const { data, error } = useWorkflowCode(id)
  const drafts = useDrafts(id, dropText)
  const open = useOpenText(id)
  const { seen, draft } = drafts
  const shown = mode ?? asMode[named]
  useEffect(() => {
    const source = seen === 'live' ? data?.source : contentOf(draft, 'workflow')?.source
    if (data && source !== undefined)
      openText(id, { source, version: data.version, seen, revision: draft?.revision ?? 0 })
  }, [id, data, seen, draft])
  useEffect(() => {
    if (!shown) void navigate({ to: `/project/workflows/${id}/mode/build`, replace: true })
  }, [shown, id, navigate])

  if (error) return <EmptyState icon={IconMoodEmpty} title={t.gone()} text={error.message} />
  const isReady = open && drafts.drafts && (open.seen === seen || open.text !== open.saved)
  if (!data || !isReady || !shown) return <Skeleton height={46} m={16} />
  return <Modes key={id} workflow={data} open={open} drafts={drafts} mode={shown} element={workflow_element_hash} />
}

export const WorkflowModeScreen = () => <ModeScreen />
export const WorkflowCodeScreen = () => <ModeScreen mode="code" />
export const WorkflowPlanningScreen = () => <ModeScreen mode="planning" />
export const WorkflowHistoryScreen = () => <ModeScreen mode="history" />
