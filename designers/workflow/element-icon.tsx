import { IconQuestionMark, type Icon } from '@tabler/icons-react'
import { createContext } from 'react'

/** Finds the icon an element names; the screen that knows the catalogue provides it. */
export const ElementIcons = createContext<(name: string | undefined) => Icon>(() => IconQuestionMark)
