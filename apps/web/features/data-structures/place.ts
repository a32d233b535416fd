import { useMatches } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useLevel } from '../shared/level.ts'

/** Where data structures stand: those of a project with their tables, or the library the provider or a partner keeps for projects. */
export type StructurePlace = {
  home: string
  path: '/data_structures' | '/structure_library'
  isLibrary: boolean
  /** For every call about it. */ options: { headers?: Record<string, string> }
}

export const projectHome = '/project/data-structures'
const homes = { admin: '/admin/settings/data-structures', partner: '/partner/data-structures' }

export function useStructurePlace(): StructurePlace {
  const area = useMatches({ select: (matches) => matches.at(-1)!.staticData.area })
  const { headers } = useLevel()
  const key = JSON.stringify(headers)
  return useMemo((): StructurePlace => {
    if (area !== 'admin' && area !== 'partner')
      return { home: projectHome, path: '/data_structures', isLibrary: false, options: {} }
    return {
      home: homes[area],
      path: '/structure_library',
      isLibrary: true,
      options: { headers: JSON.parse(key) as Record<string, string> },
    }
  }, [area, key])
}
