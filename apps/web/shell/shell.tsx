import '@weft/kit/ui/mantine.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import { MantineProvider } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ConfirmHost } from '@weft/kit/ui/confirm.tsx'
import { closeSocket } from '@weft/kit/ui/live.ts'
import { queries } from '@weft/kit/ui/queries.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { theme, variables } from '@weft/kit/ui/theme.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Breadcrumb } from './breadcrumb.tsx'
import { DoubleSwitch } from './double-switch.tsx'
import { Gate } from './gate.tsx'
import { useSearchWanted } from './open-search.ts'
import { rememberPage } from './recent-pages.ts'
import { ScrollTop } from './scroll-top.tsx'
import { startSelection, stopSelection, useSelection } from './selection.ts'
import s from './shell.module.css'
import { SessionEndedHost } from './session-ended-host.tsx'
import { SupportBanner } from './support-banner.tsx'
import { SideMenu } from './side-menu.tsx'
import { TabBar } from './tab-bar.tsx'
import { useMinimised } from './side-panel.ts'
import { TopBar } from './top-bar.tsx'

const QuickSearch = lazy(() => import('./quick-search.tsx').then((module) => ({ default: module.QuickSearch })))

const texts = defineMessages({ skip: { en: 'Skip to content', de: 'Zum Inhalt springen' } })

/** The frame of everything behind the sign-in: header, menu, breadcrumb and the screen as one inset card. */
export function Shell() {
  const t = useTexts(texts)
  const user = useSession((session) => session.user?.id)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const wantsRail = useMatches({ select: (matches) => matches.some((match) => match.staticData.rail) })
  const isNarrow = useMediaQuery('(max-width: 860px)', undefined, { getInitialValueInEffect: false })
  const phone = useMediaQuery('(max-width: 576px)', undefined, { getInitialValueInEffect: false })
  const fixed = wantsRail || isNarrow
  const rail = useMinimised() || fixed
  const isBusy = useSelection(({ loading, moving }) => loading > 0 || moving)
  const fill = useMatches({ select: (matches) => matches.some((match) => match.staticData.fill) })
  const scroll = useRef<HTMLDivElement>(null)
  const searched = useSearchWanted()
  useEffect(() => {
    if (user) void startSelection()
    return () => {
      stopSelection()
      closeSocket()
    }
  }, [user])
  useEffect(() => rememberPage(path), [path])
  useEffect(() => {
    const timer = setTimeout(() => scroll.current?.scrollTo({ top: 0 }), 100)
    return () => clearTimeout(timer)
  }, [path])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <div className={s['frame']} data-rail={(rail && !phone) || undefined}>
          <a className="skip" href="#main">
            {t.skip()}
          </a>
          <TopBar phone={phone} />
          {!phone && <SideMenu rail={rail} fixed={fixed} />}
          <main id="main" tabIndex={-1} className={s['main']} data-fill={fill || undefined}>
            <SupportBanner />
            <div className={s['way']}>
              <Breadcrumb />
              <DoubleSwitch />
            </div>
            <ScrollTop of={scroll} />
            <div ref={scroll} className={s['scroll']} aria-busy={isBusy}>
              <Gate>
                <Suspense>
                  <Outlet />
                </Suspense>
              </Gate>
            </div>
          </main>
          {phone && <TabBar />}
          {searched && (
            <Suspense>
              <QuickSearch />
            </Suspense>
          )}
          <ConfirmHost />
          <SessionEndedHost />
        </div>
      </QueryClientProvider>
    </MantineProvider>
  )
}
