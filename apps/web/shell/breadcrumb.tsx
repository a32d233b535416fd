import { useStore } from 'zustand'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { crumbStore, type Crumb } from '@weft/kit/ui/crumbs.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { Link, useMatches } from '@tanstack/react-router'
import { Fragment, useEffect } from 'react'
import { pathTo, routeAt } from '../routes/addresses.ts'
import type { Route } from '../routes/declare.ts'
import { areaTexts, menuOf } from './menu.ts'
import { PinButton } from './pin-button.tsx'
import s from './shell.module.css'

const texts = defineMessages({ label: { en: 'Breadcrumb', de: 'Brotkrumen' } })

/** Area, declared addresses on the way, the record and, in a section of it, the section; the browser's title is made of the last two. */
export function Breadcrumb() {
  const t = useTexts(texts)
  const { crumbs, record } = useBreadcrumb()
  const title = [...crumbs.slice(-2).map((crumb) => crumb.title), 'Weft'].join(' – ')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={s['trail']}>
      <nav className={s['crumbs']} aria-label={t.label()}>
        {crumbs.map((crumb, i) => (
          <Fragment key={i}>
            {i > 0 && <span aria-hidden>/</span>}
            {i === crumbs.length - 1 ? (
              <span aria-current="page">{crumb.title}</span>
            ) : crumb.to ? (
              <Link to={crumb.to}>{crumb.title}</Link>
            ) : (
              <span>{crumb.title}</span>
            )}
          </Fragment>
        ))}
      </nav>
      <PinButton record={record} />
    </div>
  )
}

/** The names on the way, and what the record is called that the page is about. */
function useBreadcrumb(): { crumbs: Crumb[]; record?: string | undefined } {
  const read = useLabel()
  const area = useTexts(areaTexts)
  const said = useStore(crumbStore, (value) => value)
  const { staticData, params } = useMatches({ select: (matches) => matches.at(-1)! })
  const { pattern = '', title } = staticData
  const placeOf = ({ path, screen }: Route) =>
    screen ? path.replaceAll(/:(\w+)/g, (_, name: string) => (params as Record<string, string>)[name] ?? '') : undefined
  const own = title ? read(title) : ''
  const record = recordOf(pattern)
  const start = staticData.area ? [{ title: area[staticData.area](), to: menuOf(staticData.area).home }] : []
  const between = pathTo(pattern)
    .filter(({ path }) => path !== record)
    .map((route) => ({ title: read(route.title), to: placeOf(route) }))
  const names: Crumb[] = said.crumbs ?? [...between, { title: said.title ?? own }]
  if (record) {
    const crumbs = toSection(names, own, routeAt(record) && placeOf(routeAt(record)!))
    return {
      crumbs: [...start, ...crumbs],
      record: crumbs.at(-1)!.title === own ? crumbs.at(-2)?.title : crumbs.at(-1)!.title,
    }
  }
  // A record is called by its name; what needs no record, as it is declared.
  if (pattern.includes(':')) return { crumbs: [...start, ...names], record: names.at(-1)?.title }
  return { crumbs: [...start, ...names.slice(0, -1), { title: own }] }
}

/** The record a section belongs to: `/admin/clients/:id` of `/admin/clients/:id/contact`. */
const recordOf = (pattern: string) => /^(.*\/:\w+)(?:\/\w[\w-]*)+$/.exec(pattern)?.[1]

/** The names on the way, the record as a link to its first page, and the section itself. */
function toSection(names: Crumb[], section: string, record: string | undefined): Crumb[] {
  const last = names.at(-1)
  if (!last || last.title === section) return names
  return [...names.slice(0, -1), { ...last, to: last.to ?? record }, { title: section }]
}
