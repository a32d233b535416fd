import { createStore, useStore } from 'zustand'

/** How a mapping is drawn: lines between two trees, or a table of the target's fields. Kept in this browser. */
export type MapperView = 'lines' | 'table'

const key = 'weft.mapper_view'
const views = createStore<{ view: MapperView }>(() => ({
  view: typeof localStorage !== 'undefined' && localStorage.getItem(key) === 'table' ? 'table' : 'lines',
}))

export function useMapperView(): [MapperView, (view: MapperView) => void] {
  const view = useStore(views, (state) => state.view)
  return [
    view,
    (next) => {
      localStorage.setItem(key, next)
      views.setState({ view: next })
    },
  ]
}
