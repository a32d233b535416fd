import { IconBolt, IconPackage } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { ConnectorHere } from '../../connections/api.ts'

export const kinds = ['native', 'plugin'] as const
type Kind = (typeof kinds)[number]
export const kindOf = ({ plugin }: ConnectorHere): Kind => (plugin === undefined ? 'native' : 'plugin')

export const kindTexts = defineMessages({
  native: { en: 'Native', de: 'Nativ' },
  plugin: { en: 'Plugin', de: 'Plugin' },
})

/** Who made a connector: it is part of Weft, or came with a signed package. */
export function KindBadge({ connector }: { connector: ConnectorHere }) {
  const t = useTexts(kindTexts)
  const kind = kindOf(connector)
  return (
    <Badge tone={kind === 'native' ? 'violet' : 'pink'}>
      {kind === 'native' ? <IconBolt size={12} aria-hidden /> : <IconPackage size={12} aria-hidden />}
      {t[kind]()}
    </Badge>
  )
}
