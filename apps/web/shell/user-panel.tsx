import { ActionIcon } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Avatar, Facts } from '@weft/kit/ui/bits.tsx'
import { useSession, type PersonalInformation } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconChevronDown, IconId, IconLock, IconLogout, IconUser, IconX, type Icon } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { routeNamed } from '../routes/addresses.ts'
import { signOut } from './sign-in.ts'
import s from './shell.module.css'

const texts = defineMessages({
  toggle: { en: 'User menu of {name}', de: 'Benutzermenü von {name}' },
  panel: { en: 'Your profile', de: 'Ihr Profil' },
  close: { en: 'Close your profile', de: 'Ihr Profil schließen' },
  phone: { en: 'Phone', de: 'Telefon' },
  username: { en: 'User name', de: 'Benutzername' },
  language: { en: 'Language', de: 'Sprache' },
  profile: { en: 'My profile', de: 'Mein Profil' },
  signOut: { en: 'Sign out', de: 'Abmelden' },
})

/**
 * Who is signed in. The toggle at the foot of the menu shows and hides a panel with what is known about them and their
 * own pages.
 */
export function UserPanel() {
  const t = useTexts(texts)
  const user = useSession((session) => session.personal_information)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const toggle = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(false), [path])
  if (!user) return null
  const hide = () => {
    setShown(false)
    toggle.current?.focus()
  }
  return (
    <>
      <button
        ref={toggle}
        type="button"
        className={s['user']}
        aria-label={t.toggle({ name: user.name })}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        onClick={() => setShown(!isShown)}
      >
        <Avatar name={user.name} picture={user.profile_picture} size={26} />
        <span className={s['wide']}>
          <span className={s['userName']}>{user.name}</span>
          <span className={s['userMail']}>{user.email}</span>
        </span>
        <IconChevronDown className={s['chevron']} size={14} />
      </button>
      {isShown && createPortal(<Panel id={id} user={user} hide={hide} />, document.body)}
    </>
  )
}

const pages: [name: string, icon: Icon][] = [
  ['userProfileInformation', IconId],
  ['userProfileAccessData', IconLock],
]

function Panel({ id, user, hide }: { id: string; user: PersonalInformation; hide: () => void }) {
  const t = useTexts(texts)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  return (
    <div
      id={id}
      className={s['userPanel']}
      role="dialog"
      aria-label={t.panel()}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      <div className={s['userHead']}>
        <Avatar name={user.name} picture={user.profile_picture} size={40} />
        <div className={s['wide']}>
          <span className={s['userName']}>{user.name}</span>
          <span className={s['userJob']}>{user.job || user.email}</span>
        </div>
        <ActionIcon ref={close} aria-label={t.close()} onClick={hide}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <Facts
        facts={[
          user.phone ? [t.phone(), user.phone] : undefined,
          user.username ? [t.username(), user.username] : undefined,
          [t.language(), user.language.label],
        ]}
      />
      <UserPages />
    </div>
  )
}

/** Their own pages, and the way out. */
export function UserPages() {
  const t = useTexts(texts)
  const read = useLabel()
  return (
    <ul className={s['userPages']}>
      <Entry to="/user/profile" icon={IconUser} label={t.profile()} />
      {pages.map(([name, icon]) => {
        const route = routeNamed(name)
        return route?.screen && <Entry key={name} to={route.path} icon={icon} label={read(route.title)} />
      })}
      <li>
        <button type="button" className={s['link']} onClick={() => void signOut()}>
          <IconLogout size={16} stroke={1.7} aria-hidden />
          {t.signOut()}
        </button>
      </li>
    </ul>
  )
}

const Entry = ({ to, icon: Icon, label }: { to: string; icon: Icon; label: string }) => (
  <li>
    <Link to={to} className={s['link']} activeProps={{}}>
      <Icon size={16} stroke={1.7} aria-hidden />
      {label}
    </Link>
  </li>
)
