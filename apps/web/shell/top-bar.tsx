import { Kbd } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { AreaSelector } from './area-selector.tsx'
import { Bell } from './bell.tsx'
import { HelpMenu } from './help-menu.tsx'
import { Logo } from './logo.tsx'
import { LanguageSwitch, SchemeSwitch } from './look-switches.tsx'
import { openSearch } from './open-search.ts'
import { ScopePath } from './scope-path.tsx'
import s from './shell.module.css'

const texts = defineMessages({
  home: { en: 'Weft, to the dashboard', de: 'Weft, zum Dashboard' },
  search: { en: 'Search or jump to …', de: 'Suchen oder springen zu …' },
})

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The header: what is selected, search, notifications, language and appearance; on a phone the first three. */
export function TopBar({ phone }: { phone: boolean }) {
  const t = useTexts(texts)
  return (
    <header className={s['top']}>
      {!phone && (
        <>
          <Link to="/dashboard" className={s['logo']} aria-label={t.home()}>
            <Logo />
            Weft
          </Link>
          <AreaSelector />
        </>
      )}
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
        {!phone && <HelpMenu />}
        <Bell />
        {!phone && (
          <>
            <LanguageSwitch />
            <SchemeSwitch />
          </>
        )}
      </div>
    </header>
  )
}
