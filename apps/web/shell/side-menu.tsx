import { Menu } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { areasOf, useSession, type Area } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import {
  IconCheck,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSelector,
} from '@tabler/icons-react'
import { Link, useMatches, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { areaTexts, groupTexts, menuOf, type MenuEntry } from './menu.ts'
import s from './shell.module.css'
import { sidePanel, useMinimised } from './side-panel.ts'
import { UserPanel } from './user-panel.tsx'

const texts = defineMessages({
  areas: { en: 'Area', de: 'Bereich' },
  menu: { en: 'Main menu', de: 'Hauptmenü' },
  minimise: { en: 'Minimise menu', de: 'Menü verkleinern' },
  widen: { en: 'Show whole menu', de: 'Ganzes Menü anzeigen' },
})

/** Area selector, the menu of the area and the user's own panel. `fixed`: the screen itself wants only a rail. */
export function SideMenu({ rail, fixed }: { rail: boolean; fixed: boolean }) {
  const t = useTexts(texts)
  const groupText = useTexts(groupTexts)
  const area = useActiveArea()
  const { groups } = menuOf(area)
  const { isOut, ...pointer } = usePeek(rail)
  const nav = useCurrentInSight()
  return (
    <div className={s['side']} data-peek={isOut || undefined} {...pointer}>
      <AreaSelector area={area} />
      <nav ref={nav} className={s['nav']} aria-label={t.menu()}>
        {groups.map(({ key, entries }, i) => (
          <div key={key ?? i}>
            {key && (
              <div className={s['group']}>
                <span className={s['text']}>{groupText[key]()}</span>
              </div>
            )}
            <ul>
              {entries.map((entry) => (
                <Entry key={entry.route.name} entry={entry} rail={rail && !isOut} />
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

/** The area whose menu holds the current route's name, or the one the address begins with, or the one last used. */
function useActiveArea(): Area {
  const kept = useSession((session) => session.area)
  const current = useMatches({ select: (matches) => matches.at(-1)?.staticData })
  return current?.area ?? kept
}

function Entry({ entry: { route, icon: Icon, children }, rail }: { entry: MenuEntry; rail: boolean }) {
  const read = useLabel()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const below = path === route.path || path.startsWith(`${route.path}/`)
  const child = children.find((one) => path === one.path || path.startsWith(`${one.path}/`))
  // A settings page with an entry of its own does not also light up the settings.
  const own = below && !child && !hasCloserEntry(route.path, path)
  return (
    <li>
      <Link
        to={route.path}
        className={s['link']}
        title={rail ? read(route.title) : undefined}
        data-on={own || undefined}
        aria-current={own ? 'page' : undefined}
        activeProps={{}}
        activeOptions={{ exact: true }}
      >
        <Icon size={16} stroke={1.7} aria-hidden />
        <span className={s['text']}>{read(route.title)}</span>
      </Link>
      {children.length > 0 && (below || child) && !rail && (
        <ul className={s['children']}>
          {children.map((one) => (
            <li key={one.name}>
              <Link
                to={one.path}
                className={s['link']}
                data-on={child === one || undefined}
                aria-current={child === one ? 'page' : undefined}
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

function hasCloserEntry(mine: string, path: string) {
  const names = (['admin', 'partner', 'tenant', 'project'] as const).flatMap((area) =>
    menuOf(area).groups.flatMap(({ entries }) => entries.map(({ route }) => route.path)),
  )
  return names.some((other) => other.length > mine.length && (path === other || path.startsWith(`${other}/`)))
}

function AreaSelector({ area }: { area: Area }) {
  const t = useTexts(texts)
  const names = useTexts(areaTexts)
  const navigate = useNavigate()
  const { user, partner, client, project } = useSession((session) => session)
  const now = menuOf(area)
  const note =
    { admin: user?.email.split('@')[1], partner: partner?.name, tenant: client?.name, project: project?.name }[area] ??
    names[`${area}Note`]()
  return (
    <Menu position="bottom-start" width={276}>
      <Menu.Target>
        <button type="button" className={s['area']} aria-label={`${t.areas()}: ${names[area]()}`}>
          <span className={s['tile']} style={toneStyle(now.tone)}>
            <now.icon size={16} stroke={1.8} />
          </span>
          <span className={s['wide']}>
            <span className={s['areaName']}>{names[area]()}</span>
            <span className={s['areaNote']}>{note}</span>
          </span>
          <IconSelector className={s['chevron']} size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.areas()}</Menu.Label>
        {(user ? areasOf(user.kind) : []).map((one) => {
          const { icon: Icon, tone, home } = menuOf(one)
          return (
            <Menu.Item
              key={one}
              onClick={() => void navigate({ to: home })}
              leftSection={
                <span className={s['tile']} style={toneStyle(tone)}>
                  <Icon size={16} stroke={1.8} />
                </span>
              }
              rightSection={one === area ? <IconCheck size={14} /> : undefined}
            >
              <span className={s['areaName']}>{names[one]()}</span>
              <span className={s['areaNote']}>{names[`${one}Note`]()}</span>
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
