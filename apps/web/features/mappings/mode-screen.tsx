import { Skeleton } from '@mantine/core'
import { IconMoodEmpty } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect } from 'react'
import { contentOf, useDrafts } from '../shared/drafts/use-drafts.ts'
import { useMapping } from './api.ts'
import { dropDraft, isDirty, openDraft, useDraft } from './draft.ts'
import { Modes, type Mode } from './modes.tsx'

const texts = defineMessages({
  gone: { en: 'This mapping could not be loaded', de: 'Dieses Mapping konnte nicht geladen werden' },
})

function ModeScreen({ mode }: { mode: Mode }) {
  const t = useTexts(texts)
  const id = useOptionalPathParam('id') ?? ''
  const { data, error } = useMapping(id)
  const drafts = useDrafts(id, dropDraft)
  const draft = useDraft(id)
  const { seen, draft: stored } = drafts
  useEffect(() => {
    const definition = seen === 'live' ? data?.definition : contentOf(stored, 'mapping')?.definition
    if (data && definition) openDraft(id, definition, { version: data.version, seen, revision: stored?.revision ?? 0 })
  }, [id, data, seen, stored])
  if (error) return <EmptyState icon={IconMoodEmpty} title={t.gone()} text={error.message} />
  const isReady = draft && drafts.drafts && (draft.seen === seen || isDirty(draft))
  if (!data || !isReady) return <Skeleton height={46} m={16} />
  return <Modes key={id} mapping={data} draft={draft} drafts={drafts} mode={mode} />
}

export const MappingMapperScreen = () => <ModeScreen mode="mapper" />
export const MappingCodeScreen = () => <ModeScreen mode="code" />
export const MappingDebugScreen = () => <ModeScreen mode="debug" />
