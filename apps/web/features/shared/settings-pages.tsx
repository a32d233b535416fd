import type { Text } from '@weft/kit/messages/messages.ts'
import { Tile } from '@weft/kit/ui/bits.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useLabel } from '@weft/kit/ui/texts.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { routeNamed } from '../../routes/addresses.ts'
import { mayOpen } from '../../routes/guards.ts'
import s from './settings-pages.module.css'

export type SettingsPage = { name: string; icon: Icon; about?: Text }

/** The way to every settings page of an area that this version has. */
export function SettingsPages({
  name,
  about,
  tone,
  pages,
}: {
  name: string
  about: Text
  tone: Tone
  pages: readonly SettingsPage[]
}) {
  const read = useLabel()
  return (
    <Page title={read(routeNamed(name)!.title)} subtitle={read(about)}>
      <ul className={s['cards']}>
        {pages.map(({ name, icon: Icon, about }) => {
          const page = routeNamed(name)
          return page?.screen && mayOpen(page.path) ? (
            <li key={name}>
              <Link to={page.path}>
                <Tile tone={tone} size={36}>
                  <Icon size={19} stroke={1.7} />
                </Tile>
                <span>
                  <b>{read(page.title)}</b>
                  {about && <small>{read(about)}</small>}
                </span>
              </Link>
            </li>
          ) : null
        })}
      </ul>
    </Page>
  )
}
