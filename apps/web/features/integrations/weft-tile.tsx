import { IconDatabase } from '@tabler/icons-react'
import { Tile } from '@weft/kit/ui/bits.tsx'

/** The mark of what is stored here, beside those of other systems. */
export const WeftTile = ({ size }: { size: number }) => (
  <Tile tone="violet" size={size}>
    <IconDatabase size={Math.round(size * 0.56)} />
  </Tile>
)
