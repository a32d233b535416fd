import { TextInput, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconKey, IconSearch, type Icon } from '@tabler/icons-react'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { RowsInSight } from '@weft/kit/ui/table/rows-in-sight.tsx'
import type { Sight } from '@weft/kit/ui/table/many-rows.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import { typeTexts } from '@weft/kit/ui/type-texts.ts'
import { furtherOrigin } from '@weft/kit/define/mapping.ts'
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { sizes } from './geometry.ts'
import { brief, typeLooks } from './looks.ts'
import s from './mapping-designer.module.css'
import type { MappedStructure, Row } from './rows.ts'
import { texts } from './texts.ts'

export type TreeState = {
  rows: Row[]
  visible: Row[]
  at: Map<string, number>
  closed: ReadonlySet<string>
  query: string
  search(query: string): void
  toggle(id: string): void
}

type TreeProps = {
  side: 's' | 't'
  structure: MappedStructure
  tree: TreeState
  icon: Icon
  sampleOf(row: Row): unknown
  /** What can be done with the structure as a whole. */
  action?: ReactNode
  onScroll(top: number): void
} & Marks &
  Gestures

/** What is drawn at the fields, whichever they are. */
type Marks = {
  /** The type of what is connected to a field. */
  wired: ReadonlyMap<string, ValueType>
  lit: ReadonlySet<string>
  picked: string | undefined
  chosen: string | undefined
  wrong: ReadonlyMap<string, string>
}

type Gestures = {
  readOnly: boolean
  onHover(end: string | undefined): void
  onChoose(end: string): void
  onPick(end: string): void
  onDrag(end: string): (event: PointerEvent) => void
  onDragName(end: string): (event: PointerEvent) => void
}

/** One structure as a tree: types, samples, what is required, and a port at every field. */
export function FieldTree({
  side,
  structure,
  tree,
  icon: StructureIcon,
  sampleOf,
  action,
  onScroll,
  ...shared
}: TreeProps) {
  const t = useTexts(texts)
  const focused = useRef<string>(undefined)
  const list = useRef<HTMLDivElement>(null)
  const where = side === 's' ? t.source() : t.target()
  const draw = ({ first, end, before, after }: Sight) => {
    const rows = tree.visible.slice(first, end)
    const tabStop = rows.some(({ id }) => id === focused.current) ? focused.current : rows[0]?.id
    return (
      <>
        {before > 0 && <div aria-hidden style={{ height: before }} />}
        {rows.map((row) => (
          <FieldRow
            key={row.id}
            {...shared}
            side={side}
            row={row}
            sample={sampleOf(row)}
            isClosed={tree.closed.has(row.id)}
            isTabStop={row.id === tabStop}
            onToggle={() => tree.toggle(row.id)}
            onFocus={() => (focused.current = row.id)}
          />
        ))}
        {after > 0 && <div aria-hidden style={{ height: after }} />}
      </>
    )
  }
  return (
    <section
      className={s['panel']}
      data-side={side}
      aria-label={where}
      {...(side === 't' && { 'data-end-panel': true })}
    >
      <header className={s['panelHead']}>
        <span className={s['tile']} style={toneStyle(side === 's' ? 'violet' : 'blue')}>
          <StructureIcon size={15} stroke={1.8} />
        </span>
        <div className={s['panelName']}>
          <h2>{structure.label}</h2>
          <small>
            {where} · {structure.table_name || t.dataSet()}
          </small>
        </div>
        <TextInput
          w={96}
          size="xs"
          aria-label={t.searchIn({ where })}
          placeholder={t.search()}
          value={tree.query}
          onChange={(event) => tree.search(event.currentTarget.value)}
          leftSection={<IconSearch size={12} />}
          classNames={{ input: s['search']! }}
        />
        {action}
      </header>
      <div
        ref={list}
        className={s['list']}
        role="tree"
        aria-label={structure.label}
        onScroll={(event) => onScroll(event.currentTarget.scrollTop)}
      >
        <RowsInSight count={tree.visible.length} size={sizes.row} frame={list}>
          {draw}
        </RowsInSight>
        {tree.visible.length === 0 && <p className={s['none']}>{t.noMatch()}</p>}
      </div>
    </section>
  )
}

type RowProps = {
  side: 's' | 't'
  row: Row
  sample: unknown
  isClosed: boolean
  isTabStop: boolean
  onToggle(): void
  onFocus(): void
} & Marks &
  Gestures

function FieldRow(props: RowProps) {
  const { side, row, sample, isClosed, isTabStop, onToggle, onFocus } = props
  const { wired, lit, picked, chosen, wrong, readOnly, onHover, onChoose, onDrag } = props
  const t = useTexts(texts)
  const types = useTexts(typeTexts)
  const end = `${side}:${row.id}`
  const [TypeIcon, tone] = typeLooks[row.type]
  const type = wired.get(end)
  return (
    <div
      className={s['row']}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={row.group ? !isClosed : undefined}
      aria-selected={picked === end || chosen === end}
      tabIndex={isTabStop ? 0 : -1}
      title={wrong.get(row.id) ?? (row.label && row.label !== row.name ? row.label : undefined)}
      data-group={row.group || undefined}
      data-further={furtherOrigin(row.id)?.field === '' || undefined}
      data-on={lit.has(end) || picked === end || chosen === end || undefined}
      data-wrong={wrong.has(row.id) || undefined}
      data-target={side === 't' || row.type !== 'object' ? end : undefined}
      style={{ ...toneStyle(tone), paddingInlineStart: (side === 's' ? 12 : 16) + row.depth * 18 }}
      onFocus={onFocus}
      onMouseEnter={() => onHover(end)}
      onMouseLeave={() => onHover(undefined)}
      onPointerDown={readOnly ? undefined : props.onDragName(end)}
      onClick={() => onChoose(end)}
      onKeyDown={keyOnRow(props)}
    >
      {row.group && (
        <button
          type="button"
          className={s['twist']}
          tabIndex={-1}
          aria-hidden
          data-closed={isClosed || undefined}
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
        >
          <IconChevronDown size={12} />
        </button>
      )}
      <TypeIcon size={14} stroke={1.8} aria-hidden />
      <span className={s['name']}>
        {row.depth > 0 && <VisuallyHidden component="span">{row.full_name.slice(0, -row.name.length)}</VisuallyHidden>}
        {row.name}
        {row.required && <sup aria-hidden>*</sup>}
        <VisuallyHidden component="span">{`, ${types[row.type]()}${row.required ? `, ${t.required()}` : ''}, `}</VisuallyHidden>
      </span>
      {furtherOrigin(row.id)?.field === '' && <small className={s['reads']}>{row.label}</small>}
      {row.key && <IconKey size={12} color="var(--text-3)" aria-label={t.key()} />}
      {side === 't' && row.required && !type ? (
        <span className={s['missing']}>{t.required()}</span>
      ) : (
        <Sample row={row} value={sample} />
      )}
      <span
        className={s['port']}
        aria-hidden
        data-side={side}
        data-port={end}
        data-used={type ? true : undefined}
        style={type ? toneStyle(typeLooks[type][1]) : undefined}
        onPointerDown={readOnly ? undefined : onDrag(end)}
      />
    </div>
  )
}

/** What a record has in a field, as short as it stands beside its name. */
function Sample({ row, value }: { row: Row; value: unknown }) {
  const t = useTexts(texts)
  const isEntries = row.type === 'list'
  return (
    <span className={s['sample']}>
      {isEntries && Array.isArray(value) && t.entries({ count: value.length })}
      {!isEntries && !row.group && value !== undefined && brief(value)}
    </span>
  )
}

/** Up and down move the focus, left and right close and open, Enter picks up, the space bar chooses. */
const keyOnRow =
  ({ side, row, isClosed, readOnly, onToggle, onChoose, onPick }: RowProps) =>
  (event: KeyboardEvent<HTMLDivElement>) => {
    const { key, currentTarget } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      const next = key === 'ArrowDown' ? currentTarget.nextElementSibling : currentTarget.previousElementSibling
      if (next instanceof HTMLElement) next.focus()
    } else if (row.group && (key === 'ArrowRight') === isClosed && key.startsWith('Arrow')) onToggle()
    else if (key === 'Enter' && !readOnly) onPick(`${side}:${row.id}`)
    else if (key === ' ') {
      event.preventDefault()
      onChoose(`${side}:${row.id}`)
    }
  }
