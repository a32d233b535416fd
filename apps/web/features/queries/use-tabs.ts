import { compressedStorage } from '@weft/kit/ui/compressed-storage.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { useEffect, useState } from 'react'
import { blankTab, withTab, type Tabs } from './tabs.ts'

/** The tabs of somebody in a project, in this browser: what is written in them survives a reload and leaving the page. */
export function useTabs(project: string | undefined) {
  const user = useSession(({ user }) => user?.id)
  const key = `query_tabs.${user ?? ''}.${project ?? ''}`
  const [all, setAll] = useState<Tabs>(() => {
    const kept = compressedStorage.read<Tabs>(key)
    return kept && kept.tabs.length > 0 ? kept : withTab({ tabs: [], active: '' }, blankTab([]))
  })
  useEffect(() => compressedStorage.write(key, all), [key, all])
  return [all, setAll] as const
}
