import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useActiveArea } from './area-selector.tsx'
import { useFlyouts } from './flyout.ts'
import { groupTexts, menuOf, placeIn, type MenuEntry } from './menu.ts'
import { Pinned } from './pinned.tsx'
import s from './shell.module.css'
import { sidePanel, useMinimised } from './side-panel.ts'
import { UserPanel } from './user-panel.tsx'
import { WithFlyout } from './with-flyout.tsx'

const texts = defineMessages({
  menu: { en: 'Main menu', de: 'Hauptmenü' },
  minimise: { en: 'Minimise menu', de: 'Menü verkleinern' },
  widen: { en: 'Show whole menu', de: 'Ganzes Menü anzeigen' },
})

/** The menu of the area and the user's own panel. `fixed`: the screen itself, or a narrow window, wants only a rail. */
export function SideMenu({ rail, fixed }: { rail: boolean; fixed: boolean }) {
  const t = useTexts(texts)
  const groupText = useTexts(groupTexts)
  const area = useActiveArea()
  const menu = menuOf(area)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const here = placeIn(menu, path)
  const flyouts = useFlyouts(rail)
  const nav = useCurrentInSight()
  return (
    <div className={s['side']} {...flyouts}>
      <nav ref={nav} className={s['nav']} aria-label={t.menu()}>
        <Pinned rail={rail} />
        {menu.groups.map(({ key, entries }, i) => (
          <div key={key ?? i} className={key ? undefined : s['parted']!}>
            {key && (
              <div className={s['group']}>
                <span className={s['text']}>{groupText[key]()}</span>
              </div>
            )}
            <ul>
              {entries.map((entry) => (
                <Entry key={entry.pages[0]!.name} entry={entry} here={here} rail={rail} />
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {!fixed && <Minimise />}
      <UserPanel />
    </div>
  )
}

/** The entry of the page one is at is scrolled to where the menu is longer than the window. */
function useCurrentInSight() {
  const nav = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.location.pathname })
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [path])
  return nav
}

function Minimise() {
  const t = useTexts(texts)
  const isMinimised = useMinimised()
  const Icon = isMinimised ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const label = isMinimised ? t.widen() : t.minimise()
  return (
    <button
      type="button"
      className={`${s['link']} ${s['minimise']}`}
      aria-expanded={!isMinimised}
      aria-label={label}
      title={label}
      onClick={() => sidePanel.minimise(!isMinimised)}
    >
      <Icon size={16} stroke={1.7} aria-hidden />
      <span className={s['text']}>{label}</span>
    </button>
  )
}

type EntryProps = { entry: MenuEntry; here: ReturnType<typeof placeIn>; rail: boolean }

/** An entry, and below it the pages of its section while one is there; of the minimised menu an icon, and all of it in a flyout. */
function Entry({ entry: { title, icon: Icon, pages, listed }, here, rail }: EntryProps) {
  const read = useLabel()
  const [first] = pages
  const isHere = here?.entry.pages[0] === first
  const page = isHere ? here?.page : undefined
  const own = isHere && (!page || !listed.includes(page))
  const link = (
    <Link
      to={first!.path}
      className={s['link']}
      data-on={own || (isHere && rail) || undefined}
      data-open={isHere || undefined}
      aria-current={own ? 'page' : undefined}
      activeProps={{}}
      activeOptions={{ exact: true }}
    >
      <Icon size={16} stroke={1.7} aria-hidden />
      <span className={s['text']}>{read(title)}</span>
    </Link>
  )
  const children = listed.length > 0 && (isHere || rail) && (
    <ul className={s['children']}>
      {listed.map((one) => (
        <li key={one.name}>
          <Link
            to={one.path}
            className={s['link']}
            data-on={one === page || undefined}
            aria-current={one === page ? 'page' : undefined}
            activeProps={{}}
            activeOptions={{ exact: true }}
          >
            <span>{read(one.title)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
  if (!rail)
    return (
      <li>
        {link}
        {children}
      </li>
    )
  return (
    <WithFlyout id={first!.name} name={read(title)} to={first!.path} icon={link}>
      {children}
    </WithFlyout>
  )
}
