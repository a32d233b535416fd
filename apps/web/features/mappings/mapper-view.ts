import { useMediaQuery } from '@mantine/hooks'
import { createStore, useStore } from 'zustand'

/** How a mapping is drawn: lines between two trees, or a table of the target's fields. Kept in this browser. */
export type MapperView = 'lines' | 'table'

const key = 'weft.mapper_view'
const views = createStore<{ view: MapperView }>(() => ({
  view: typeof localStorage !== 'undefined' && localStorage.getItem(key) === 'table' ? 'table' : 'lines',
}))

/** The view and how to choose the other; on a phone there is room for the table alone. */
export function useMapperView(): [MapperView, ((view: MapperView) => void) | undefined] {
  const view = useStore(views, (state) => state.view)
  const isNarrow = useMediaQuery('(max-width: 860px)', undefined, { getInitialValueInEffect: false })
  if (isNarrow) return ['table', undefined]
  return [
    view,
    (next) => {
      localStorage.setItem(key, next)
      views.setState({ view: next })
    },
  ]
}
