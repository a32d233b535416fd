import { adminRoutes } from './admin.tsx'
import { commonRoutes } from './common.tsx'
import type { Route } from './declare.ts'
import { partnerRoutes } from './partner.tsx'
import { projectRoutes } from './project.tsx'
import { tenantRoutes } from './tenant.tsx'

/** Every address behind the sign-in. */
export const addresses: Route[] = [...commonRoutes, ...adminRoutes, ...partnerRoutes, ...tenantRoutes, ...projectRoutes]

const byName = new Map(addresses.map((route) => [route.name, route]))
const byPath = new Map(addresses.map((route) => [route.path, route]))

export const routeNamed = (name: string) => byName.get(name)
export const routeAt = (path: string) => byPath.get(path)

/** The declared addresses on the way to this one: `/project/workflows/:id/trigger` → Workflows, Workflow. */
export function pathTo(pattern: string): Route[] {
  const parts = pattern.split('/')
  return parts.flatMap((_, i) => (i < 2 || i === parts.length - 1 ? [] : (routeAt(parts.slice(0, i + 1).join('/')) ?? [])))
}
