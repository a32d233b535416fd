import { Toaster } from '@weft/kit/ui/toast.tsx'
import type { Area } from '@weft/kit/ui/session.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router'
import type { Text } from '@weft/kit/messages/messages.ts'
import { verifyBefore } from './guards.ts'
import { inTime } from '../chunk-errors.ts'
import { areaOf } from './area-of.ts'
import { addresses } from './addresses.ts'
import { authRoutes } from './auth.tsx'
import type { Route } from './declare.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    name?: string
    title?: Text
    /** The address as declared, with `:id`. */
    pattern?: string
    area?: Area | undefined
    rail?: boolean | undefined
    fill?: boolean | undefined
    /** Its subject comes with a later version. */
    later?: boolean
  }
}

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toaster />
    </>
  ),
})

/** Everything behind the sign-in. Verified before each change of page; a preload on hover is none. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: verifyBefore,
  component: lazyRouteComponent(() => inTime(() => import('../shell/shell.tsx')), 'Shell'),
})

const unfinished = lazyRouteComponent(() => import('../features/error-pages/later.tsx'), 'LaterScreen')

/** `/project/workflows/:id` as the router writes it. */
const routerPath = (path: string) => path.replaceAll(/:(\w+)/g, '$$$1')

function built(route: Route, parent: AnyRoute) {
  const { path, name, title, screen, rail, fill } = route
  const staticData = { name, title, pattern: path, area: areaOf(path), rail, fill, later: !screen }
  const component = screen ? lazyRouteComponent(async () => ({ default: await inTime(screen) })) : unfinished
  return createRoute({ getParentRoute: () => parent, path: routerPath(path), staticData, component } as never)
}

const redirects = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/dashboard', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: '/404', replace: true })
    },
  }),
]
const signOut = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  beforeLoad: async () => {
    await (await import('../shell/sign-in.ts')).signOut()
    throw redirect({ to: '/login', replace: true })
  },
})

const open = authRoutes.map((route) => built(route, root))
const closed = addresses.map((route) => built(route, app))

export const router = createRouter({
  routeTree: root.addChildren([
    ...redirects,
    signOut,
    ...open,
    app.addChildren(closed),
  ] as never) as unknown as AnyRoute,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultErrorComponent: lazyRouteComponent(() => import('../features/error-pages/broken.tsx'), 'BrokenScreen'),
})
