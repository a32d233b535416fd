import { adminRoutes } from './admin.tsx'
import { commonRoutes } from './common.tsx'
import type { Route } from './declare.ts'
import { partnerRoutes } from './partner.tsx'
import { projectSettingsRoutes } from './project-settings.tsx'
import { projectWorkflowRoutes } from './project-workflows.tsx'
import { projectRoutes } from './project.tsx'
import { tenantRoutes } from './tenant.tsx'

/** Every address behind the sign-in. */
export const addresses: Route[] = [
  ...commonRoutes,
  ...adminRoutes,
  ...partnerRoutes,
  ...tenantRoutes,
  ...projectRoutes,
  ...projectWorkflowRoutes,
  ...projectSettingsRoutes,
]

const byName = new Map(addresses.map((route) => [route.name, route]))
const byPath = new Map(addresses.map((route) => [route.path, route]))

export const routeNamed = (name: string) => byName.get(name)
/** The address declared exactly so. */
export const routeAt = (path: string) => byPath.get(path)

/** The declared address an actual one belongs to: `/project/notes`, `/project/workflows/3f…/trigger`; literal parts win over parameters. */
export function routeFor(path: string): Route | undefined {
  const parts = path.split('/')
  const fits = (route: Route) => {
    const wanted = route.path.split('/')
    return wanted.length === parts.length && wanted.every((part, i) => part.startsWith(':') || part === parts[i])
  }
  const literal = (route: Route) => route.path.split('/').filter((part) => !part.startsWith(':')).length
  return addresses.filter(fits).sort((a, b) => literal(b) - literal(a))[0]
}

/** The declared addresses on the way to this one: `/project/workflows/:id/trigger` → Workflows, Workflow. */
export function pathTo(pattern: string): Route[] {
  const parts = pattern.split('/')
  return parts.flatMap((_, i) =>
    i < 2 || i === parts.length - 1 ? [] : (routeAt(parts.slice(0, i + 1).join('/')) ?? []),
  )
}
