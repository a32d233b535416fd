import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { Link, useMatches } from '@tanstack/react-router'
import { routeNamed } from '../routes/addresses.ts'
import { mayOpen } from '../routes/guards.ts'
import { useActiveArea } from './area-selector.tsx'
import { doubleOf } from './doubles.ts'
import s from './shell.module.css'

const texts = defineMessages({ label: { en: 'View', de: 'Ansicht' } })

/** Leads from a page to its double and back, for whoever may open both. */
export function DoubleSwitch() {
  const t = useTexts(texts)
  const read = useLabel()
  const area = useActiveArea()
  const now = useMatches({ select: (matches) => matches.at(-1)?.staticData.name })
  const double = doubleOf(now, area)
  const routes = double?.names.map((name) => routeNamed(name)!) ?? []
  if (!double || !routes.every(({ path, screen }) => screen && mayOpen(path))) return null
  return (
    <nav className={s['switch']} aria-label={t.label()}>
      {routes.map(({ name, path, title }, i) => (
        <Link
          key={name}
          to={path}
          data-on={name === now || undefined}
          aria-current={name === now ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true }}
        >
          {read(double.labels?.[i] ?? title)}
        </Link>
      ))}
    </nav>
  )
}
