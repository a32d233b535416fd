import { Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import s from './section-list.module.css'

type Props = { label: string; sections: readonly { to: string; title: string }[] }

/** The parts of a page as a list beside them, each with an address of its own; where there is no room for it, a choice above them. */
export function SectionList({ label, sections }: Props) {
  const isNarrow = useMediaQuery('(max-width: 860px)', undefined, { getInitialValueInEffect: false })
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  if (isNarrow)
    return (
      <Select
        className={s['choice']}
        aria-label={label}
        allowDeselect={false}
        data={sections.map(({ to, title }) => ({ value: to, label: title }))}
        value={sections.find(({ to }) => to === path)?.to ?? null}
        onChange={(to) => to && void navigate({ to })}
      />
    )
  return (
    <nav className={s['list']} aria-label={label}>
      {sections.map(({ to, title }) => (
        <Link key={to} to={to} className={s['entry']} activeOptions={{ exact: true, includeSearch: false }}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
