import { IconQuestionMark, type Icon } from '@tabler/icons-react'
import { createContext, createElement, useContext } from 'react'

/** Finds the icon an element names; the screen that knows the catalogue provides it. */
export const ElementIcons = createContext<(name: string | undefined) => Icon>(() => IconQuestionMark)

export const ElementIcon = ({ name, size }: { name: string | undefined; size: number }) =>
  createElement(useContext(ElementIcons)(name), { size, stroke: 1.8, 'aria-hidden': true })
