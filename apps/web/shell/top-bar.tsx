import { ActionIcon, Kbd, Menu } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { languageNames, setLanguage, useLanguage, useOfferedLanguages } from '@weft/kit/ui/language.ts'
import { schemes, setScheme, shownScheme, useScheme } from '@weft/kit/ui/scheme.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { AreaSelector } from './area-selector.tsx'
import { Bell } from './bell.tsx'
import { HelpMenu } from './help-menu.tsx'
import { Logo } from './logo.tsx'
import { openSearch } from './open-search.ts'
import { ScopePath } from './scope-path.tsx'
import s from './shell.module.css'

const texts = defineMessages({
  home: { en: 'Weft, to the dashboard', de: 'Weft, zum Dashboard' },
  search: { en: 'Search or jump to …', de: 'Suchen oder springen zu …' },
  language: { en: 'Language: {name}', de: 'Sprache: {name}' },
  scheme: { en: 'Appearance', de: 'Darstellung' },
  light: { en: 'Light', de: 'Hell' },
  dark: { en: 'Dark', de: 'Dunkel' },
  auto: { en: 'As the system', de: 'Wie das System' },
})

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The header: what is selected, search, notifications, language and appearance. */
export function TopBar() {
  const t = useTexts(texts)
  return (
    <header className={s['top']}>
      <Link to="/dashboard" className={s['logo']} aria-label={t.home()}>
        <Logo />
        Weft
      </Link>
      <AreaSelector />
      <ScopePath />
      <div className={s['right']}>
        <button type="button" className={s['search']} aria-label={t.search()} onClick={openSearch}>
          <IconSearch size={14} aria-hidden />
          <span>{t.search()}</span>
          <span className={s['keys']} aria-hidden>
            <Kbd>{isMac ? '⌘' : 'Ctrl'}</Kbd>
            <Kbd>K</Kbd>
          </span>
        </button>
        <HelpMenu />
        <Bell />
        <LanguageSwitch />
        <SchemeSwitch />
      </div>
    </header>
  )
}

function LanguageSwitch() {
  const t = useTexts(texts)
  const language = useLanguage()
  const offered = useOfferedLanguages()
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <button type="button" className={s['lang']} aria-label={t.language({ name: languageNames[language] })}>
          {language.toUpperCase()}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((name) => (
          <Menu.Item
            key={name}
            lang={name}
            onClick={() => setLanguage(name)}
            rightSection={language === name ? <IconCheck size={14} /> : undefined}
          >
            {languageNames[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const schemeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

function SchemeSwitch() {
  const t = useTexts(texts)
  const scheme = useScheme()
  const { setColorScheme } = useMantineColorScheme()
  const Shown = schemeIcons[shownScheme(scheme)]
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon aria-label={t.scheme()}>
          <Shown size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map((name) => {
          const Icon = schemeIcons[name]
          return (
            <Menu.Item
              key={name}
              leftSection={<Icon size={15} />}
              rightSection={scheme === name ? <IconCheck size={14} /> : undefined}
              onClick={() => {
                setColorScheme(name)
                setScheme(name)
              }}
            >
              {t[name]()}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
