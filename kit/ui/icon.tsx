import * as known from './icons.ts'
import type { Icon } from '@tabler/icons-react'

/** The icon a declaration names, such as `IconClock`; a box for one that icons.ts does not list. */
export function NamedIcon({ name, size = 16 }: { name: string | undefined; size?: number }) {
  const Found = (known as Record<string, Icon>)[name ?? ''] ?? known.IconBox
  return <Found size={size} stroke={1.7} aria-hidden />
}
