import { Kbd } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { session, useSession, type Selected } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { mayLeave } from '@weft/kit/ui/unsaved.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { pageAfter } from './page-scope.ts'
import { useRecentScopes, type Scope } from './recent-scopes.ts'
import type { Above, Choice, Level } from './scope-lists.ts'
import { Mark } from './mark.tsx'
import { ScopeColumn } from './scope-column.tsx'
import { scopeTexts } from './scope-texts.ts'
import s from './scope-panel.module.css'
import { choosePartner, chooseClient, moveTo, noPartner, skipProject } from './selection.ts'

const texts = defineMessages({
  recent: { en: 'Recently used', de: 'Zuletzt genutzt' },
  column: { en: 'column', de: 'Spalte' },
  choose: { en: 'choose', de: 'auswählen' },
  goThere: { en: 'go there', de: 'dorthin' },
})

type Props = { levels: Level[]; at: Level; onAt: (level: Level) => void; onClose: () => void }

/** A column for each level. What is looked into shows what is below it without being selected. */
export function ScopePanel({ levels, at, onAt, onClose }: Props) {
  const { partner, client, project, user } = useSession((value) => value)
  const [looked, setLooked] = useState<Above>({ partner, client })
  const [above] = useDebouncedValue(looked, 120)
  const isNarrow = useMediaQuery('(max-width: 576px)', undefined, { getInitialValueInEffect: false })
  const navigate = useNavigate()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const chosen: Record<Level, string | undefined> = { partner: partner?.id, client: client?.id, project: project?.id }

  const move = (scope: Scope) => {
    onClose()
    return moveTo(scope, (level) => navigate({ to: pageAfter(path, level), search: {} }))
  }
  const lookInto = (level: Level, choice: Choice) => {
    if (level === 'partner' && choice.id !== looked.partner?.id)
      setLooked({ partner: choice, client: choice.id === partner?.id ? client : undefined })
    if (level === 'client' && choice.id !== looked.client?.id) setLooked({ ...looked, client: choice })
  }
  const go = async (level: Level, choice: Choice) => {
    if (level === 'partner' && choice.id === noPartner.id) {
      setLooked({ partner: noPartner })
      if (!path.startsWith('/partner/')) return onAt('client')
    }
    if (level === 'partner') return move({ partner: choice })
    // Of the list that is shown: what is looked into may be a moment ahead of it.
    const of = level === 'client' ? choice : above.client
    const whose = user?.kind === 'admin' ? await partnerOf(of ?? choice, above.partner) : partner
    await move(
      level === 'client'
        ? { partner: whose, client: choice }
        : { partner: whose, client: of, project: asProject(choice) },
    )
  }
  const clear = async (level: Level) => {
    onClose()
    if (!(await mayLeave())) return
    if (level === 'partner') await choosePartner(undefined)
    else if (level === 'client') await chooseClient(undefined)
    else skipProject()
  }

  const step = (level: Level | undefined) => level && { level, go: () => onAt(level) }

  return (
    <div className={s['panel']} style={{ width: isNarrow ? undefined : levels.length * 262 }}>
      <Recent onGo={(scope) => void move(scope)} />
      <div
        className={s['columns']}
        style={{ gridTemplateColumns: `repeat(${isNarrow ? 1 : levels.length}, minmax(0, 1fr))` }}
      >
        {levels.map((level, i) =>
          isNarrow && level !== at ? null : (
            <ScopeColumn
              key={level}
              level={level}
              above={level === 'partner' ? {} : level === 'client' ? { partner: above.partner } : above}
              chosen={chosen[level]}
              looked={level === 'partner' ? looked.partner?.id : level === 'client' ? looked.client?.id : undefined}
              isAt={level === at}
              onAt={() => onAt(level)}
              onLook={(choice) => lookInto(level, choice)}
              onGo={(choice) => void go(level, choice)}
              previous={step(levels[i - 1])}
              next={step(levels[i + 1])?.go}
              isNarrow={isNarrow}
              onGoAbove={
                level === 'client' && looked.partner && looked.partner.id !== noPartner.id
                  ? { name: looked.partner.name, go: () => void go('partner', looked.partner!) }
                  : level === 'project' && looked.client
                    ? { name: looked.client.name, go: () => void go('client', looked.client!) }
                    : undefined
              }
              onClear={chosen[level] ? () => void clear(level) : undefined}
              onClose={onClose}
            />
          ),
        )}
      </div>
      <Keys hasColumns={levels.length > 1} hasLegend={levels.includes('client')} />
    </div>
  )
}

/** Which keys do what, and what the dots beside tenants mean. */
function Keys({ hasColumns, hasLegend }: { hasColumns: boolean; hasLegend: boolean }) {
  const t = useTexts(texts)
  const names = useTexts(scopeTexts)
  return (
    <footer className={s['foot']} data-legend={hasLegend || undefined}>
      <span className={s['keys']} aria-hidden>
        {hasColumns && (
          <>
            <Kbd>←</Kbd>
            <Kbd>→</Kbd> {t.column()}
          </>
        )}
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {t.choose()}
        <Kbd>↵</Kbd> {t.goThere()}
      </span>
      {hasLegend && (
        <span className={s['legend']}>
          <StatusDot tone="red">{names.failing()}</StatusDot>
          <StatusDot tone="amber">{names.strained()}</StatusDot>
        </span>
      )}
    </footer>
  )
}

const asProject = ({ id, name, short = '' }: Choice) => ({ id, name, short })

/** A tenant found among those of all partners brings its own along; its key is asked for. */
async function partnerOf({ partner }: Choice, looked: Selected | undefined): Promise<Selected | undefined> {
  if (partner === undefined || (partner && partner.id === looked?.id)) return looked
  if (!partner) return noPartner
  const named = { id: partner.id, name: partner.name ?? '' }
  if (!session.may('partners.view')) return named
  try {
    return (await api.get(`/partners/${partner.id}`, {}, { quiet: true, host: 'admin' })).data
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return named
  }
}

function Recent({ onGo }: { onGo: (scope: Scope) => void }) {
  const t = useTexts(texts)
  const scopes = useRecentScopes()
  const isClient = useSession((value) => value.user?.kind === 'client')
  if (scopes.length === 0) return null
  return (
    <section className={s['recent']} aria-label={t.recent()}>
      <h2>{t.recent()}</h2>
      <ul>
        {scopes.map((scope) => {
          const { partner, client, project } = scope
          const deepest = (project ?? client ?? partner)!
          const name = isClient || !project ? deepest.name : `${client?.name} / ${project.name}`
          return (
            <li key={deepest.id}>
              <button type="button" title={name} onClick={() => onGo(scope)}>
                <Mark name={deepest.name} />
                <span>{name}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
