import { IconTransform, type Icon } from '@tabler/icons-react'
import * as known from './icon-list.ts'

/** The icon a transformer names, as a component. */
export const iconOf = (name: string): Icon => (known as Record<string, Icon>)[name] ?? IconTransform
