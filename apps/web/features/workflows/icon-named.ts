import type { Icon } from '@tabler/icons-react'
import * as known from '@weft/kit/ui/icons.ts'

/** The icon an element names, as a component. */
export const iconNamed = (name: string | undefined): Icon =>
  (known as Record<string, Icon>)[name ?? ''] ?? known.IconBox
