import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useActiveArea } from './area-selector.tsx'
import { Pinned } from './pinned.tsx'
import { groupTexts, menuOf, placeIn, type MenuEntry } from './menu.ts'
import s from './shell.module.css'
import { sidePanel, useMinimised } from './side-panel.ts'
import { UserPanel } from './user-panel.tsx'

const texts = defineMessages({
  menu: { en: 'Main menu', de: 'Hauptmenü' },
  minimise: { en: 'Minimise menu', de: 'Menü verkleinern' },
  widen: { en: 'Show whole menu', de: 'Ganzes Menü anzeigen' },
})

/** The menu of the area and the user's own panel. `fixed`: the screen itself wants only a rail. */
export function SideMenu({ rail, fixed }: { rail: boolean; fixed: boolean }) {
  const t = useTexts(texts)
  const groupText = useTexts(groupTexts)
  const area = useActiveArea()
  const menu = menuOf(area)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const here = placeIn(menu, path)
  const { isOut, ...pointer } = usePeek(rail)
  const nav = useCurrentInSight()
  return (
    <div className={s['side']} data-peek={isOut || undefined} {...pointer}>
      <nav ref={nav} className={s['nav']} aria-label={t.menu()}>
        <Pinned />
        {menu.groups.map(({ key, entries }, i) => (
          <div key={key ?? i} className={key ? undefined : s['parted']!}>
            {key && (
              <div className={s['group']}>
                <span className={s['text']}>{groupText[key]()}</span>
              </div>
            )}
            <ul>
              {entries.map((entry) => (
                <Entry key={entry.pages[0]!.name} entry={entry} here={here} rail={rail && !isOut} />
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

/** How long the pointer rests on the icons before the menu slides out, and is away before it slides back. */
const hoverTimeout = 500

/** The rail of icons slides out to the whole menu while the pointer rests on it. */
function usePeek(rail: boolean) {
  const [isOut, setOut] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const later = (out: boolean) => () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOut(out), hoverTimeout)
  }
  // Away from the rail nobody tells when the pointer leaves.
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      setOut(false)
    },
    [rail],
  )
  return { isOut: rail && isOut, ...(rail && { onPointerEnter: later(true), onPointerLeave: later(false) }) }
}

type EntryProps = { entry: MenuEntry; here: ReturnType<typeof placeIn>; rail: boolean }

/** An entry, and below it the pages of its section while one is there. */
function Entry({ entry: { title, icon: Icon, pages, listed }, here, rail }: EntryProps) {
  const read = useLabel()
  const [first] = pages
  const isHere = here?.entry.pages[0] === first
  const page = isHere ? here?.page : undefined
  const own = isHere && (rail || !page || !listed.includes(page))
  return (
    <li>
      <Link
        to={first!.path}
        className={s['link']}
        title={rail ? read(title) : undefined}
        data-on={own || undefined}
        data-open={isHere || undefined}
        aria-current={own ? 'page' : undefined}
        activeProps={{}}
        activeOptions={{ exact: true }}
      >
        <Icon size={16} stroke={1.7} aria-hidden />
        <span className={s['text']}>{read(title)}</span>
      </Link>
      {isHere && !rail && listed.length > 0 && (
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
                <span className={s['text']}>{read(one.title)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
