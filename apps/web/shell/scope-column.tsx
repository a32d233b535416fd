import { Button, Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconCheck, IconChevronLeft, IconChevronRight, IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useScopeList, type Above, type Choice, type Level } from './scope-lists.ts'
import { Mark } from './mark.tsx'
import { scopeTexts } from './scope-texts.ts'
import s from './scope-panel.module.css'
import { noPartner } from './selection.ts'

const texts = defineMessages({
  findpartner: { en: 'Find a partner', de: 'Partner suchen' },
  findclient: { en: 'Find a tenant', de: 'Mandant suchen' },
  findproject: { en: 'Find a project', de: 'Projekt suchen' },
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
  back: { en: 'Back to {level}', de: 'Zurück: {level}' },
  go: { en: 'Go to {name}', de: 'Zu {name} wechseln' },
})

type Props = {
  level: Level
  above: Above
  chosen: string | undefined
  looked: string | undefined
  isAt: boolean
  onAt: () => void
  onLook: (choice: Choice) => void
  onGo: (choice: Choice) => void
  previous: { level: Level; go: () => void } | undefined
  next: (() => void) | undefined
  isNarrow: boolean
  onGoAbove: { name: string; go: () => void } | undefined
  onClear: (() => void) | undefined
  onClose: () => void
}

/** What there is to choose from on one level. The focus stays in the search field; the arrows mark an entry of the list below it. */
export function ScopeColumn(props: Props) {
  const { level, above, isAt, onAt, isNarrow, onGoAbove } = props
  const t = useTexts(texts)
  const names = useTexts(scopeTexts)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const found = useFound(level, above)
  const { choices, list, isOpen } = found
  const { active, unmark, pointAt, pick, onKeyDown } = useMarked(props, found)
  useEffect(() => {
    if (isAt) input.current?.focus({ preventScroll: true })
  }, [isAt])
  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active?.id])

  return (
    <section className={s['column']} data-at={isAt || undefined} aria-labelledby={`${id}-head`}>
      <Head id={`${id}-head`} total={list.total} {...props} />
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
          aria-activedescendant={isAt && active ? `${id}-${active.id}` : undefined}
          value={found.term}
          disabled={!isOpen}
          data-autofocus={isAt || undefined}
          onFocus={() => !isAt && onAt()}
          onChange={(event) => {
            found.search(event.currentTarget.value)
            unmark()
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {isNarrow && onGoAbove && (
        <button type="button" className={s['above']} onClick={onGoAbove.go}>
          <Mark name={onGoAbove.name} />
          <span>{t.go({ name: onGoAbove.name })}</span>
        </button>
      )}
      <div className={s['body']}>
        <ul
          id={`${id}-list`}
          role="listbox"
          aria-label={names[level]()}
          className={s['list']}
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) =>
            scrollHeight - scrollTop - clientHeight < 300 && list.more?.()
          }
        >
          {choices.map((one) => (
            <Option
              key={one.id}
              id={`${id}-${one.id}`}
              choice={one}
              isActive={isAt && one === active}
              isChosen={one.id === props.chosen}
              isLooked={one.id === props.looked}
              leadsOn={props.next !== undefined}
              onMark={() => pointAt(one)}
              onPick={() => pick(one)}
            />
          ))}
        </ul>
        <State level={level} tenant={above.client?.name ?? ''} {...found} />
      </div>
      <Actions {...props} />
    </section>
  )
}

/** The entries of a level that a search finds. Who has no partner stands at the end of the partners, for the provider. */
function useFound(level: Level, above: Above) {
  const names = useTexts(scopeTexts)
  const kind = useSession((value) => value.user?.kind)
  const [term, search] = useState('')
  const [asked] = useDebouncedValue(term.trim(), 200)
  const isOpen = level !== 'project' || Boolean(above.client)
  const list = useScopeList(level, above, asked, isOpen)
  const isWhole = !list.more && list.total !== undefined
  const fits = names.withoutPartner().toLowerCase().includes(asked.toLowerCase())
  const choices: Choice[] =
    level === 'partner' && kind === 'admin' && isWhole && fits
      ? [...list.choices, { ...noPartner, note: undefined, name: names.withoutPartner() }]
      : list.choices
  return { term, search, asked, isOpen, list, choices, isSettled: list.isSettled && asked === term.trim() }
}
type Found = ReturnType<typeof useFound>

/** The entry that arrows and pointer have marked, and what Enter and a click do with it. */
function useMarked(
  { chosen, looked, isAt, onLook, onGo, previous, next, isNarrow }: Props,
  { choices, list, isSettled }: Found,
) {
  const [marked, setMarked] = useState<string>()
  // Who types and presses Enter at once means what the search will find.
  const [isWanted, setWanted] = useState(false)
  const active =
    choices.find((one) => one.id === marked) ??
    choices.find((one) => one.id === (looked ?? chosen)) ??
    (isAt ? choices[0] : undefined)
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
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
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
      ...(previous && selectionEnd === 0 && { ArrowLeft: previous.go }),
    }
    const step = steps[event.key]
    if (!step || event.shiftKey) return
    event.preventDefault()
    step()
  }
  const unmark = () => {
    setMarked(undefined)
    setWanted(false)
  }
  /** The pointer moves over an entry many times. */
  const pointAt = (one: Choice) => one.id !== marked && mark(one)
  return { active, pointAt, unmark, pick, onKeyDown }
}

type HeadProps = Pick<Props, 'level' | 'above' | 'previous' | 'isNarrow'> & { id: string; total: number | undefined }

/** The level, how many there are, and on a phone the way back to the level before. */
function Head({ id, level, above, previous, isNarrow, total }: HeadProps) {
  const t = useTexts(texts)
  const names = useTexts(scopeTexts)
  const { number } = useFormats()
  const isOfAll = useSession((value) => value.user?.kind === 'admin') && level === 'client' && !above.partner
  return (
    <h2 id={id} className={s['head']}>
      {isNarrow && previous && (
        <button
          type="button"
          className={s['back']}
          aria-label={t.back({ level: names[previous.level]() })}
          onClick={previous.go}
        >
          <IconChevronLeft size={18} aria-hidden />
        </button>
      )}
      {names[level]()}
      {total !== undefined && <span className="num">{number(total)}</span>}
      {isOfAll && <span>{t.all()}</span>}
    </h2>
  )
}

type OptionProps = {
  id: string
  choice: Choice
  isActive: boolean
  isChosen: boolean
  isLooked: boolean
  leadsOn: boolean
  onMark: () => void
  onPick: () => void
}

const healthTones: Record<string, 'red' | 'amber'> = { failing: 'red', strained: 'amber' }

function Option({ id, choice, isActive, isChosen, isLooked, leadsOn, onMark, onPick }: OptionProps) {
  const t = useTexts(texts)
  const names = useTexts(scopeTexts)
  const { name, note, health } = choice
  return (
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      data-active={isActive || undefined}
      data-looked={isLooked || undefined}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      // On its way to the next column the pointer passes entries it does not mean.
      onPointerMove={({ pointerType, movementX, movementY }) =>
        pointerType === 'mouse' && Math.abs(movementY) >= Math.abs(movementX) && onMark()
      }
      onClick={onPick}
    >
      <Mark name={name} />
      <span className={s['name']}>
        <b>{name}</b>
        {note && <small>{'text' in note ? note.text : t.tenants({ count: note.tenants })}</small>}
      </span>
      {healthTones[health ?? ''] && (
        <StatusDot tone={healthTones[health!]!}>
          <span className="sr">{names[health as 'failing' | 'strained']()}</span>
        </StatusDot>
      )}
      {isChosen && <IconCheck size={14} aria-hidden />}
      {leadsOn && <IconChevronRight size={14} className={s['chevron']} aria-hidden />}
    </li>
  )
}

/** Why a list is empty, or not there yet. */
function State({ level, tenant, isOpen, list, choices, asked }: Found & { level: Level; tenant: string }) {
  const t = useTexts(texts)
  return (
    <>
      <p className={s['state']} role="status">
        {sentence()}
      </p>
      {list.failed && !list.isRefused && (
        <Button size="xs" variant="default" className={s['again']!} onClick={list.retry}>
          {t.again()}
        </Button>
      )}
      {list.isLoading && <Loader size="xs" m="4px 14px" />}
    </>
  )

  function sentence() {
    if (!isOpen) return t.tenantFirst()
    if (list.isLoading) return t.loading()
    if (list.isRefused && level === 'project') return t.enterFirst({ tenant })
    if (list.failed) return t.failed()
    if (choices.length > 0) return ''
    return asked ? t.nothing({ term: asked }) : t[`no${level}`]()
  }
}

function Actions({ level, above, onClear, onClose }: Pick<Props, 'level' | 'above' | 'onClear' | 'onClose'>) {
  const t = useTexts(texts)
  const may = useMay()
  const here = useSession((value) => value.client?.id)
  return (
    <div className={s['actions']}>
      {level === 'project' && may('projects.create') && here && above.client?.id === here && (
        <Link to="/project/settings/projects/create" onClick={onClose}>
          <IconPlus size={14} aria-hidden />
          {t.newProject()}
        </Link>
      )}
      {onClear && (
        <button type="button" onClick={onClear}>
          <IconX size={14} aria-hidden />
          {t.none()}
        </button>
      )}
    </div>
  )
}
