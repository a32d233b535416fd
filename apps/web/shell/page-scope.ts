import { areaOf } from '../routes/area-of.ts'
import { routeAt, routeFor } from '../routes/addresses.ts'
import type { Route } from '../routes/declare.ts'
import { mayOpen } from '../routes/guards.ts'
import { menuOf } from './menu.ts'
import type { Level } from './scope-lists.ts'

/** What has to be selected before a page says anything. */
export function neededBy({ path, screen }: Pick<Route, 'path' | 'screen'>): Level | undefined {
  if (!screen) return undefined
  const area = areaOf(path)
  if (area === 'partner') return 'partner'
  if (area === 'tenant') return 'client'
  if (area === 'project') return path.startsWith('/project/settings/projects') ? 'client' : 'project'
  // Common pages that are about a project; notifications are about oneself.
  return /^\/(analysis(?!\/notifications)|tools)\//.test(path) ? 'project' : undefined
}

const areas = { partner: 'partner', client: 'tenant', project: 'project' } as const

/**
 * Where somebody finds themselves once another partner, tenant or project is selected: on the same page where it is about that level, with
 * the list in place of a record, which belongs to the old one; on pages about themselves; else at the level's home.
 */
export function pageAfter(path: string, level: Level): string {
  const route = routeFor(path)
  if (!route) return path
  const needed = neededBy(route)
  if (!needed && areaOf(path) !== 'admin') return path
  return (needed === level && withoutRecord(route.path)) || menuOf(areas[level]).home
}

/** The nearest page on the way that needs no record. */
function withoutRecord(pattern: string): string | undefined {
  if (!pattern.includes(':')) return pattern
  const parts = pattern.slice(0, pattern.indexOf('/:')).split('/')
  for (let end = parts.length; end > 2; end--) {
    const route = routeAt(parts.slice(0, end).join('/'))
    if (route?.screen && mayOpen(route.path)) return route.path
  }
  return undefined
}
