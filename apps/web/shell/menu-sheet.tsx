import { defineMessages } from '@weft/kit/messages/messages.ts'
import { areasOf, useSession } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useActiveArea } from './area-selector.tsx'
import { HelpMenu } from './help-menu.tsx'
import { areaTexts, groupTexts, menuOf, placeIn, type MenuEntry } from './menu.ts'
import { LanguageSwitch, SchemeSwitch } from './look-switches.tsx'
import s from './phone.module.css'
import { Pinned } from './pinned.tsx'
import { UserPages } from './user-panel.tsx'

const texts = defineMessages({ areas: { en: 'Area', de: 'Bereich' } })

/** On a phone, all the head and the menu hold elsewhere: areas, what is pinned, every section with its pages, and what is one's own. */
export function MenuSheet() {
  const t = useTexts(texts)
  const names = useTexts(areaTexts)
  const groupText = useTexts(groupTexts)
  const area = useActiveArea()
  const menu = menuOf(area)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  const areas = user ? areasOf(user.kind) : []
  const here = placeIn(menu, path)
  return (
    <>
      {areas.length > 1 && (
        <div className={s['areas']} role="group" aria-label={t.areas()}>
          {areas.map((one) => {
            const { icon: Icon, tone, home } = menuOf(one)
            return (
              <button
                key={one}
                type="button"
                aria-pressed={one === area}
                style={toneStyle(tone)}
                onClick={() => void navigate({ to: home })}
              >
                <Icon size={18} stroke={1.8} aria-hidden />
                <span>{names[one]()}</span>
              </button>
            )
          })}
        </div>
      )}
      <Pinned rail={false} />
      {menu.groups.map(({ key, entries }, i) => (
        <div key={key ?? i} className={s['group']}>
          {key && <h3>{groupText[key]()}</h3>}
          <ul>
            {entries.map((entry) => (
              <Section key={`${area} ${entry.pages[0]!.name}`} entry={entry} here={here} />
            ))}
          </ul>
        </div>
      ))}
      <div className={s['group']}>
        <UserPages />
        <div className={s['switches']}>
          <HelpMenu />
          <LanguageSwitch />
          <SchemeSwitch />
        </div>
      </div>
    </>
  )
}

/** A section with pages unfolds; the others are a page themselves. */
function Section({
  entry: { title, icon: Icon, pages, listed },
  here,
}: {
  entry: MenuEntry
  here: ReturnType<typeof placeIn>
}) {
  const read = useLabel()
  const [first] = pages
  const isHere = here?.entry.pages[0] === first
  const [isOpen, setOpen] = useState(isHere)
  const label = (
    <>
      <Icon size={18} stroke={1.7} aria-hidden />
      <span>{read(title)}</span>
    </>
  )
  const all = listed.includes(first!) ? listed : [first!, ...listed]
  if (all.length === 1)
    return (
      <li>
        <Link
          to={first!.path}
          className={s['entry']}
          data-on={isHere || undefined}
          aria-current={isHere ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true }}
        >
          {label}
        </Link>
      </li>
    )
  return (
    <li>
      <button
        type="button"
        className={s['entry']}
        data-open={isHere || undefined}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        <IconChevronDown size={16} className={s['chevron']} aria-hidden />
      </button>
      {isOpen && (
        <ul className={s['below']}>
          {all.map((page) => {
            const isOn = isHere && (here?.page ?? first) === page
            return (
              <li key={page.name}>
                <Link
                  to={page.path}
                  className={s['entry']}
                  data-on={isOn || undefined}
                  aria-current={isOn ? 'page' : undefined}
                  activeProps={{}}
                  activeOptions={{ exact: true }}
                >
                  <span>{read(page === first && !listed.includes(page) ? title : page.title)}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}
