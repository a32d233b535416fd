import { defineMessages } from '@weft/kit/messages/messages.ts'
import { crumbStore, type Crumb } from '@weft/kit/ui/crumbs.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { Link, useMatches } from '@tanstack/react-router'
import { Fragment, useEffect } from 'react'
import { pathTo } from '../routes/addresses.ts'
import { areaTexts, menuOf } from './menu.ts'
import s from './shell.module.css'

const texts = defineMessages({ label: { en: 'Breadcrumb', de: 'Brotkrumen' } })

/** Area, declared addresses on the way, and the screen's own name; the browser's title is made of the last two. */
export function Breadcrumb() {
  const t = useTexts(texts)
  const crumbs = useBreadcrumb()
  const title = [...crumbs.slice(-2).map((crumb) => crumb.title), 'Weft'].join(' – ')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <nav className={s['crumbs']} aria-label={t.label()}>
      {crumbs.map((crumb, i) => (
        <Fragment key={i}>
          {i > 0 && <span aria-hidden>/</span>}
          {i === crumbs.length - 1 ? <span aria-current="page">{crumb.title}</span> : crumb.to ? <Link to={crumb.to}>{crumb.title}</Link> : <span>{crumb.title}</span>}
        </Fragment>
      ))}
    </nav>
  )
}

function useBreadcrumb(): Crumb[] {
  const read = useLabel()
  const area = useTexts(areaTexts)
  const said = crumbStore.use((value) => value)
  const match = useMatches({ select: (matches) => matches.at(-1)! })
  const { staticData, params } = match
  const start: Crumb[] = staticData.area ? [{ title: area[staticData.area](), to: menuOf(staticData.area).home }] : []
  if (said.crumbs) return [...start, ...said.crumbs]
  const fill = (path: string) => path.replaceAll(/:(\w+)/g, (_, name: string) => (params as Record<string, string>)[name] ?? '')
  const between = pathTo(staticData.pattern ?? '').map((route) => ({ title: read(route.title), to: route.screen ? fill(route.path) : undefined }))
  const own = said.title ?? (staticData.title ? read(staticData.title) : '')
  return [...start, ...between, { title: own }]
}
