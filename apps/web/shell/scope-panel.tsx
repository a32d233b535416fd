import { Button, Kbd, Loader } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { session, useMay, useSession, type Selected } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { mayLeave } from '@weft/kit/ui/unsaved.ts'
import { IconCheck, IconChevronLeft, IconChevronRight, IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { pageAfter } from './page-scope.ts'
import { useRecentScopes, type Scope } from './recent-scopes.ts'
import { useScopeList, type Above, type Choice, type Level } from './scope-lists.ts'
import { Mark } from './mark.tsx'
import { scopeTexts } from './scope-texts.ts'
import s from './scope-panel.module.css'
import { choosePartner, chooseClient, moveTo, noPartner, skipProject } from './selection.ts'

const texts = defineMessages({
  findpartner: { en: 'Find a partner', de: 'Partner suchen' },
  findclient: { en: 'Find a tenant', de: 'Mandant suchen' },
  findproject: { en: 'Find a project', de: 'Projekt suchen' },
  recent: { en: 'Recently used', de: 'Zuletzt genutzt' },
  all: { en: 'of all partners', de: 'aller Partner' },
  tenants: {
    en: '{count, plural, one {# tenant} other {# tenants}}',
    de: '{count, plural, one {# Mandant} other {# Mandanten}}',
  },
  none: { en: 'No selection', de: 'Keine Auswahl' },
  newProject: { en: 'New project', de: 'Neues Projekt' },
  nothing: { en: 'Nothing for “{term}”', de: 'Nichts zu „{term}“' },
  nopartner: { en: 'No partner yet', de: 'Noch kein Partner' },
  noclient: { en: 'No tenant yet', de: 'Noch kein Mandant' },
  noproject: { en: 'No project yet', de: 'Noch kein Projekt' },
  tenantFirst: {
    en: 'Choose a tenant to see its projects.',
    de: 'Wählen Sie einen Mandanten, um seine Projekte zu sehen.',
  },
  enterFirst: {
    en: 'Its projects show once you have entered {tenant}.',
    de: 'Die Projekte zeigen sich, sobald Sie {tenant} betreten haben.',
  },
  failed: { en: 'This list did not answer.', de: 'Diese Liste hat nicht geantwortet.' },
  again: { en: 'Try again', de: 'Erneut versuchen' },
  loading: { en: 'Loading …', de: 'Wird geladen …' },
  failing: { en: 'failing', de: 'mit Fehlern' },
  strained: { en: 'to watch', de: 'zu beachten' },
  back: { en: 'Back to {level}', de: 'Zurück: {level}' },
  go: { en: 'Go to {name}', de: 'Zu {name} wechseln' },
  column: { en: 'column', de: 'Spalte' },
  choose: { en: 'choose', de: 'auswählen' },
  goThere: { en: 'go there', de: 'dorthin' },
})

const healthTones: Record<string, 'red' | 'amber'> = { failing: 'red', strained: 'amber' }
const withoutPartner = { ...noPartner, note: undefined }

type Props = { levels: Level[]; at: Level; onAt: (level: Level) => void; onClose: () => void }

/** A column for each level. What is looked into shows what is below it without being selected. */
export function ScopePanel({ levels, at, onAt, onClose }: Props) {
  const t = useTexts(texts)
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

  return (
    <div className={s['panel']} style={{ width: isNarrow ? undefined : levels.length * 262 }}>
      <Recent onGo={(scope) => void move(scope)} />
      <div
        className={s['columns']}
        style={{ gridTemplateColumns: `repeat(${isNarrow ? 1 : levels.length}, minmax(0, 1fr))` }}
      >
        {levels.map((level, i) =>
          isNarrow && level !== at ? null : (
            <Column
              key={level}
              level={level}
              above={level === 'partner' ? {} : level === 'client' ? { partner: above.partner } : above}
              chosen={chosen[level]}
              looked={level === 'partner' ? looked.partner?.id : level === 'client' ? looked.client?.id : undefined}
              isAt={level === at}
              onAt={() => onAt(level)}
              onLook={(choice) => lookInto(level, choice)}
              onGo={(choice) => void go(level, choice)}
              previous={levels[i - 1] && (() => onAt(levels[i - 1]!))}
              previousLevel={levels[i - 1]}
              next={levels[i + 1] && (() => onAt(levels[i + 1]!))}
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
      <footer className={s['foot']} data-legend={levels.includes('client') || undefined}>
        <span className={s['keys']} aria-hidden>
          <Kbd>←</Kbd>
          <Kbd>→</Kbd> {t.column()}
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd> {t.choose()}
          <Kbd>↵</Kbd> {t.goThere()}
        </span>
        {levels.includes('client') && (
          <span className={s['legend']}>
            <StatusDot tone="red">{t.failing()}</StatusDot>
            <StatusDot tone="amber">{t.strained()}</StatusDot>
          </span>
        )}
      </footer>
    </div>
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

type ColumnProps = {
  level: Level
  above: Above
  chosen: string | undefined
  looked: string | undefined
  isAt: boolean
  onAt: () => void
  onLook: (choice: Choice) => void
  onGo: (choice: Choice) => void
  previous: (() => void) | undefined
  previousLevel: Level | undefined
  next: (() => void) | undefined
  isNarrow: boolean
  onGoAbove: { name: string; go: () => void } | undefined
  onClear: (() => void) | undefined
  onClose: () => void
}

/** The focus stays in the search field; the arrows mark an entry of the list below it. */
function Column(props: ColumnProps) {
  const { level, above, chosen, looked, isAt, onAt, onLook, onGo, previous, previousLevel, next, isNarrow } = props
  const t = useTexts(texts)
  const names = useTexts(scopeTexts)
  const { number } = useFormats()
  const may = useMay()
  const kind = useSession((value) => value.user?.kind)
  const here = useSession((value) => value.client?.id)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [term, setTerm] = useState('')
  const [asked] = useDebouncedValue(term.trim(), 200)
  const isOpen = level !== 'project' || Boolean(above.client)
  const list = useScopeList(level, above, asked, isOpen)
  const fits = names.withoutPartner().toLowerCase().includes(asked.toLowerCase())
  const choices: Choice[] =
    level === 'partner' && kind === 'admin' && !list.more && list.total !== undefined && fits
      ? [...list.choices, { ...withoutPartner, name: names.withoutPartner() }]
      : list.choices
  const [marked, setMarked] = useState<string>()
  const active =
    choices.find((one) => one.id === marked) ??
    choices.find((one) => one.id === (looked ?? chosen)) ??
    (isAt ? choices[0] : undefined)
  useEffect(() => {
    if (isAt) input.current?.focus({ preventScroll: true })
  }, [isAt])
  const optionId = (one: Choice) => `${id}-${one.id}`
  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active?.id])

  // Who types and presses Enter at once means what the search will find.
  const [isWanted, setWanted] = useState(false)
  const isSettled = list.isSettled && asked === term.trim()
  useEffect(() => {
    if (!isWanted || !isSettled) return
    setWanted(false)
    if (active) onGo(active)
  }, [isWanted, isSettled, active, onGo])

  const mark = (one: Choice | undefined) => {
    if (!one) return
    setMarked(one.id)
    onLook(one)
  }
  const pick = (one: Choice) => {
    mark(one)
    if (isNarrow && next) next()
    else onGo(one)
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const at = active ? choices.indexOf(active) : -1
    const steps: Record<string, () => void> = {
      ArrowDown: () => {
        if (at >= choices.length - 5) list.more?.()
        mark(choices[Math.min(at + 1, choices.length - 1)])
      },
      ArrowUp: () => mark(choices[Math.max(at - 1, 0)]),
      Home: () => mark(choices[0]),
      End: () => {
        list.more?.()
        mark(choices.at(-1))
      },
      Enter: () => setWanted(true),
      ...(next && selectionStart === value.length && { ArrowRight: () => (active && onLook(active), next()) }),
      ...(previous && selectionEnd === 0 && { ArrowLeft: previous }),
    }
    const step = steps[event.key]
    if (!step || event.shiftKey) return
    event.preventDefault()
    step()
  }
  const word = names[level]()
  return (
    <section className={s['column']} data-at={isAt || undefined} aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`} className={s['head']}>
        {isNarrow && previous && previousLevel && (
          <button
            type="button"
            className={s['back']}
            aria-label={t.back({ level: names[previousLevel]() })}
            onClick={previous}
          >
            <IconChevronLeft size={18} aria-hidden />
          </button>
        )}
        {word}
        {list.total !== undefined && <span className="num">{number(list.total)}</span>}
        {level === 'client' && !above.partner && kind === 'admin' && <span>{t.all()}</span>}
      </h2>
      <label className={s['find']}>
        <IconSearch size={14} aria-hidden />
        <input
          ref={input}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-label={t[`find${level}`]()}
          placeholder={t[`find${level}`]()}
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isAt && active ? optionId(active) : undefined}
          value={term}
          disabled={!isOpen}
          data-autofocus={isAt || undefined}
          onFocus={() => !isAt && onAt()}
          onChange={(event) => {
            setTerm(event.currentTarget.value)
            setMarked(undefined)
            setWanted(false)
          }}
          onKeyDown={keys}
        />
      </label>
      {isNarrow && props.onGoAbove && (
        <button type="button" className={s['above']} onClick={props.onGoAbove.go}>
          <Mark name={props.onGoAbove.name} />
          <span>{t.go({ name: props.onGoAbove.name })}</span>
        </button>
      )}
      <div className={s['body']}>
        <ul
          id={`${id}-list`}
          role="listbox"
          aria-label={word}
          className={s['list']}
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) =>
            scrollHeight - scrollTop - clientHeight < 300 && list.more?.()
          }
        >
          {choices.map((one) => (
            <li
              key={one.id}
              id={optionId(one)}
              role="option"
              aria-selected={one.id === chosen}
              data-active={(isAt && one === active) || undefined}
              data-looked={one.id === looked || undefined}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              // On its way to the next column the pointer passes entries it does not mean.
              onPointerMove={({ pointerType, movementX, movementY }) =>
                pointerType === 'mouse' && one.id !== marked && Math.abs(movementY) >= Math.abs(movementX) && mark(one)
              }
              onClick={() => pick(one)}
            >
              <Mark name={one.name} />
              <span className={s['name']}>
                <b>{one.name}</b>
                {one.note && (
                  <small>{'text' in one.note ? one.note.text : t.tenants({ count: one.note.tenants })}</small>
                )}
              </span>
              {healthTones[one.health ?? ''] && (
                <StatusDot tone={healthTones[one.health!]!}>
                  <span className="sr">{t[one.health as 'failing' | 'strained']()}</span>
                </StatusDot>
              )}
              {one.id === chosen && <IconCheck size={14} aria-hidden />}
              {next && <IconChevronRight size={14} className={s['chevron']} aria-hidden />}
            </li>
          ))}
        </ul>
        <p className={s['state']} role="status">
          {!isOpen
            ? t.tenantFirst()
            : list.isLoading
              ? t.loading()
              : list.isRefused && level === 'project'
                ? t.enterFirst({ tenant: above.client!.name })
                : list.failed
                  ? t.failed()
                  : choices.length > 0
                    ? ''
                    : asked
                      ? t.nothing({ term: asked })
                      : t[`no${level}`]()}
        </p>
        {list.failed && !list.isRefused && (
          <Button size="xs" variant="default" className={s['again']!} onClick={list.retry}>
            {t.again()}
          </Button>
        )}
        {list.isLoading && <Loader size="xs" m="4px 14px" />}
      </div>
      <div className={s['actions']}>
        {level === 'project' && may('projects.create') && here && above.client?.id === here && (
          <Link to="/project/settings/projects/create" onClick={props.onClose}>
            <IconPlus size={14} aria-hidden />
            {t.newProject()}
          </Link>
        )}
        {props.onClear && (
          <button type="button" onClick={props.onClear}>
            <IconX size={14} aria-hidden />
            {t.none()}
          </button>
        )}
      </div>
    </section>
  )
}
