import { VisuallyHidden } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge, Note } from '@weft/kit/ui/bits.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { curve } from '../geometry.ts'
import { brief } from '../looks.ts'
import s from './compared-mappings.module.css'
import { compareMappings, type Change, type ComparedMapping, type Difference } from './mapping-changes.ts'
import { layOutComparison, type Place, type Places } from './places.ts'

const texts = defineMessages({
  drawing: { en: 'Both versions as one drawing', de: 'Beide Fassungen als eine Zeichnung' },
  list: { en: 'What differs', de: 'Was anders ist' },
  added: { en: 'New', de: 'Neu' },
  removed: { en: 'Removed', de: 'Entfernt' },
  changed: { en: 'Changed', de: 'Geändert' },
  boxes: {
    en: '{count, plural, one {# transformer differs} other {# transformers differ}}',
    de: '{count, plural, one {# Umwandlung ist anders} other {# Umwandlungen sind anders}}',
  },
  lines: {
    en: '{count, plural, one {# connection differs} other {# connections differ}}',
    de: '{count, plural, one {# Verbindung ist anders} other {# Verbindungen sind anders}}',
  },
  sources: {
    en: '{count, plural, one {# further source differs} other {# further sources differ}}',
    de: '{count, plural, one {# weitere Quelle ist anders} other {# weitere Quellen sind anders}}',
  },
  line: { en: '{from} to {to}', de: '{from} nach {to}' },
  input: { en: '{box}, input {n}', de: '{box}, Eingang {n}' },
  box: { en: 'Transformer {name}', de: 'Umwandlung {name}' },
  source: { en: 'Further source {name}', de: 'Weitere Quelle {name}' },
  becomes: { en: '{name}: {before} becomes {after}', de: '{name}: aus {before} wird {after}' },
  same: { en: 'The drawings say the same.', de: 'Beide Zeichnungen sagen dasselbe.' },
  unreadable: {
    en: 'One of these versions cannot be drawn. The text shows what differs.',
    de: 'Eine dieser Fassungen lässt sich nicht zeichnen. Der Text zeigt, was anders ist.',
  },
})

type Props = {
  before: string
  after: string
  /** What a kind of transformer is called. */
  titleOf(key: string): string
}

/** Two versions of a mapping as one drawing, in which what came, went and does something else stands out, and as a list of these. */
export function ComparedMappings({ before, after, titleOf }: Props) {
  const t = useTexts(texts)
  const compared = useMemo(() => compareMappings(before, after), [before, after])
  if (!compared) return <Note tone="amber">{t.unreadable()}</Note>
  return <Compared compared={compared} titleOf={titleOf} />
}

type Item = { id: string; change: Change; words: string; more: Difference[] }

function Compared({ compared, titleOf }: { compared: ComparedMapping; titleOf: Props['titleOf'] }) {
  const t = useTexts(texts)
  const places = useMemo(() => layOutComparison(compared), [compared])
  const [lit, light] = useState<string>()
  const stage = useRef<HTMLDivElement>(null)
  const boxes = new Map(compared.boxes.map(({ box }) => [box.id, box]))
  const nameOf = (id: string) => {
    const box = boxes.get(id)
    return box ? box.label || `${titleOf(box.key)} (${box.output})` : id
  }
  const endName = (end: string) => {
    const [kind, id = '', n] = [end[0], ...(end.startsWith('i:') ? end.split(':').slice(1) : [end.slice(2)])]
    if (kind === 'i') return t.input({ box: nameOf(id), n: Number(n) + 1 })
    return kind === 'o' ? nameOf(id) : fieldName(id)
  }
  const items = [
    ...compared.boxes.map(({ box, change, differences }) => ({
      ...{ id: box.id, change, more: differences },
      words: t.box({ name: nameOf(box.id) }),
    })),
    ...compared.lines.map(({ id, from, to, change }) => ({
      ...{ id, change, more: [] },
      words: t.line({ from: endName(from), to: endName(to) }),
    })),
    ...compared.sources.map(({ name, change }) => ({ id: name, change, words: t.source({ name }), more: [] })),
  ].filter((item): item is Item => item.change !== undefined)
  const show = (id: string) => {
    light(id)
    const found = [...(stage.current?.querySelectorAll('[data-id]') ?? [])].find(
      (one) => one.getAttribute('data-id') === id,
    )
    found?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  return (
    <div className={s['compared']} data-drawings>
      <p className={s['said']}>{items.length === 0 ? t.same() : <Counts compared={compared} />}</p>
      <div ref={stage} className={s['stage']} role="group" aria-label={t.drawing()} tabIndex={0}>
        <Drawing compared={compared} places={places} lit={lit} titleOf={titleOf} />
      </div>
      {items.length > 0 && (
        <ul className={s['list']} aria-label={t.list()}>
          {items.map(({ id, change, words, more }) => (
            <li key={id}>
              <button
                type="button"
                aria-pressed={lit === id}
                onClick={() => show(id)}
                onFocus={() => show(id)}
                onMouseEnter={() => light(id)}
                onMouseLeave={() => light(undefined)}
              >
                <Badge tone={tones[change]}>{t[change]()}</Badge>
                <span>
                  {words}
                  {more.map((one) => (
                    <small key={one.name}>
                      {t.becomes({ name: one.name, before: brief(one.before), after: brief(one.after) })}
                    </small>
                  ))}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const tones = { added: 'green', removed: 'red', changed: 'amber' } as const

/** A field as people know it: kept versions say of which structure it is, too. */
const fieldName = (id: string) => id.replace(/ref:field\/[a-z0-9-]+\//, '')

function Counts({ compared: { boxes, lines, sources } }: { compared: ComparedMapping }) {
  const t = useTexts(texts)
  const differing = (all: { change: Change | undefined }[]) => all.filter(({ change }) => change !== undefined).length
  const counts = { boxes: differing(boxes), lines: differing(lines), sources: sources.length }
  return (['boxes', 'lines', 'sources'] as const).map(
    (what) => counts[what] > 0 && <span key={what}>{t[what]({ count: counts[what] })}</span>,
  )
}

type DrawingProps = {
  compared: ComparedMapping
  places: Places
  lit: string | undefined
  titleOf(key: string): string
}

function Drawing({ compared: { boxes, lines }, places, lit, titleOf }: DrawingProps) {
  const t = useTexts(texts)
  const right = ({ x, y, width, height }: Place) => [x + width, y + height / 2] as const
  const left = ({ x, y, height }: Place) => [x, y + height / 2] as const
  const drawn = lines.flatMap(({ id, from, to, change }) => {
    const start = from.startsWith('s:') ? places.sources.get(from) : places.boxes.get(from.slice(2))
    const end = to.startsWith('t:') ? places.targets.get(to) : places.boxes.get(to.split(':')[1]!)
    return start && end ? [{ id, change, path: curve(...right(start), ...left(end)) }] : []
  })
  // What differs is drawn over what does not.
  const ordered = drawn.toSorted((a, b) => Number(a.change !== undefined) - Number(b.change !== undefined))
  const state = (change: Change | undefined) =>
    change && (
      <small className={s['state']} aria-hidden>
        {t[change]()}
      </small>
    )
  return (
    <div className={s['drawing']} style={{ width: places.width, height: places.height }}>
      <svg width={places.width} height={places.height} aria-hidden>
        {ordered.map(({ id, change, path }) => (
          <path key={id} data-id={id} data-change={change} data-lit={lit === id || undefined} d={path} />
        ))}
      </svg>
      {[...places.sources, ...places.targets].map(([end, place]) => (
        <At key={end} place={place} kind="field">
          <span className="mono">{fieldName(end.slice(2))}</span>
        </At>
      ))}
      {boxes.map(({ box, change }) => (
        <At key={box.id} id={box.id} place={places.boxes.get(box.id)!} kind="box" change={change} lit={lit === box.id}>
          <span>
            <b>{box.label || titleOf(box.key)}</b>
            <small>{box.output}</small>
            {change && <VisuallyHidden>{`, ${t[change]()}`}</VisuallyHidden>}
          </span>
          {state(change)}
        </At>
      ))}
    </div>
  )
}

type AtProps = {
  id?: string
  place: Place
  kind: 'field' | 'box'
  change?: Change | undefined
  lit?: boolean
  children: ReactNode
}

const At = ({ id, place: { x, y, width, height }, kind, change, lit, children }: AtProps) => (
  <div
    className={s['at']}
    data-id={id}
    data-kind={kind}
    data-change={change}
    data-lit={lit || undefined}
    style={{ left: x, top: y, width, height } satisfies CSSProperties}
  >
    {children}
  </div>
)
