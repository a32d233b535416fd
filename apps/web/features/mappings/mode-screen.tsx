import { Skeleton } from '@mantine/core'
import { IconMoodEmpty } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect } from 'react'
import { useMapping } from './api.ts'
import { openDraft, useDraft } from './draft.ts'
import { Modes, type Mode } from './modes.tsx'

const texts = defineMessages({
  gone: { en: 'This mapping could not be loaded', de: 'Dieses Mapping konnte nicht geladen werden' },
})

function ModeScreen({ mode }: { mode: Mode }) {
  const t = useTexts(texts)
  const id = useOptionalPathParam('id') ?? ''
  const { data, error } = useMapping(id)
  const draft = useDraft(id)
  useEffect(() => {
    if (data) openDraft(id, data)
  }, [id, data])
  if (error) return <EmptyState icon={IconMoodEmpty} title={t.gone()} text={error.message} />
  if (!data || !draft) return <Skeleton height={46} m={16} />
  return <Modes key={id} mapping={data} draft={draft} mode={mode} />
}

export const MappingMapperScreen = () => <ModeScreen mode="mapper" />
export const MappingCodeScreen = () => <ModeScreen mode="code" />
export const MappingDebugScreen = () => <ModeScreen mode="debug" />
