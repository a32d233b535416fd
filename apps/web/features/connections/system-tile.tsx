import { Tile } from '@weft/kit/ui/bits.tsx'
import { NamedIcon } from '@weft/kit/ui/icon.tsx'
import { toneOf } from '@weft/kit/ui/tones.ts'
import type { ConnectorHere } from './api.ts'

/** The mark of a kind of system; its tone stays the same everywhere. */
export const SystemTile = ({ connector, size = 28 }: { connector: ConnectorHere | undefined; size?: number }) => (
  <Tile tone={connector ? toneOf(connector.key) : 'slate'} size={size}>
    <NamedIcon name={connector?.icon ?? 'IconPlug'} size={Math.round(size * 0.56)} />
  </Tile>
)
