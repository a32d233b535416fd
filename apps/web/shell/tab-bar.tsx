import { Drawer } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconHome, IconMenu2, IconUserCheck, type Icon } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { routeNamed } from '../routes/addresses.ts'
import { useActiveArea } from './area-selector.tsx'
import { menuOf, placeIn } from './menu.ts'
import { MenuSheet } from './menu-sheet.tsx'
import { usePins } from './pins.ts'
import s from './phone.module.css'

const texts = defineMessages({
  tabs: { en: 'Main menu', de: 'Hauptmenü' },
  today: { en: 'Today', de: 'Heute' },
  forMe: { en: 'For me', de: 'Für mich' },
  menu: { en: 'Menu', de: 'Menü' },
  close: { en: 'Close menu', de: 'Menü schließen' },
})

/** What of an area's menu stands in the bar; the last gives way to what somebody has pinned first. */
const shortcuts = {
  admin: ['adminTenants', 'adminPartners'],
  partner: ['partnerTenants', 'partnerAccountUsers'],
  tenant: ['projectSettingsProjects', 'tenantData'],
  project: ['projectReportings', 'projectDataStructures'],
} as const

/** The foot of the frame on a phone: the four pages one goes to most, and everything else behind the fifth. */
export function TabBar() {
  const t = useTexts(texts)
  const read = useLabel()
  const area = useActiveArea()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { pins } = usePins()
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(false), [path])
  const menu = menuOf(area)
  const here = placeIn(menu, path)
  const entries = shortcuts[area].flatMap((name) => {
    const route = routeNamed(name)
    const found = route && placeIn(menu, route.path)?.entry
    return found
      ? [{ to: found.pages[0]!.path, label: read(found.title), icon: found.icon, isHere: here?.entry === found }]
      : []
  })
  const pin = pins[0] && {
    to: pins[0].page.path,
    label: pins[0].page.title ?? read(pins[0].route.title),
    icon: pins[0].icon,
    isHere: path === pins[0].page.path,
  }
  const tabs: { to: string; label: string; icon: Icon; isHere: boolean }[] = [
    { to: menu.home, label: t.today(), icon: IconHome, isHere: path === menu.home },
    { to: '/dashboard', label: t.forMe(), icon: IconUserCheck, isHere: path === '/dashboard' },
    ...(pin ? [...entries.slice(0, 1), pin] : entries),
  ]
  return (
    <>
      <nav className={s['tabs']} aria-label={t.tabs()}>
        {tabs.map(({ to, label, icon: Icon, isHere }) => (
          <Link
            key={to}
            to={to}
            data-on={isHere || undefined}
            aria-current={isHere ? 'page' : undefined}
            activeProps={{}}
            activeOptions={{ exact: true }}
          >
            <Icon size={21} stroke={1.7} aria-hidden />
            <span>{label}</span>
          </Link>
        ))}
        <button type="button" aria-haspopup="dialog" aria-expanded={opened} onClick={() => setOpened(true)}>
          <IconMenu2 size={21} stroke={1.7} aria-hidden />
          <span>{t.menu()}</span>
        </button>
      </nav>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        position="bottom"
        size="88dvh"
        title={t.menu()}
        closeButtonProps={{ 'aria-label': t.close(), size: 44, iconSize: 20 }}
        classNames={{ content: s['sheet']!, body: s['sheetBody']! }}
      >
        <MenuSheet />
      </Drawer>
    </>
  )
}
