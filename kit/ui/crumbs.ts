import { useEffect } from 'react'
import { createStore } from 'zustand'

export type Crumb = { title: string; to?: string | undefined }

/** What a screen says about its place: the name of its record, or the whole path below the area. The shell draws it. */
export const crumbStore = createStore<{ title?: string | undefined; crumbs?: Crumb[] | undefined }>(() => ({}))

/** Names the current screen in breadcrumb and browser title; `crumbs` replaces the declared path below the area. */
export function useCrumbs(title: string | undefined, crumbs?: Crumb[]) {
  const key = JSON.stringify(crumbs)
  useEffect(() => {
    crumbStore.setState({ title, crumbs: key === undefined ? undefined : (JSON.parse(key) as Crumb[]) })
    return () => crumbStore.setState({ title: undefined, crumbs: undefined })
  }, [title, key])
}
