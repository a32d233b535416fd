import { Checkbox, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { elementScroll, observeElementOffset, useVirtualizer } from '@tanstack/react-virtual'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { CellValue, isNumber, widthOf } from './cell-value.tsx'
import s from './explorer.module.css'
import { Grip } from './grip.tsx'
import { scaled } from './scroll.ts'
import { nextSort } from './selection.ts'
import { useWidths } from './use-widths.ts'
import type { RecordRow } from './use-records.ts'

const texts = defineMessages({
  dirty: { en: 'To be processed', de: 'Noch zu verarbeiten' },
  clean: { en: 'Processed', de: 'Verarbeitet' },
  state: { en: 'State', de: 'Zustand' },
  changed: { en: 'Changed', de: 'Geändert' },
  choose: { en: 'Select record {id}', de: 'Datensatz {id} auswählen' },
  chooseColumn: { en: 'Selection', de: 'Auswahl' },
  width: {
    en: 'Drag to change the width; Alt and the arrow keys do the same',
    de: 'Ziehen ändert die Breite, ebenso Alt und die Pfeiltasten',
  },
  sort: { en: 'Sort by {name}', de: 'Nach {name} sortieren' },
  edit: { en: '{field} of record {id}', de: '{field} von Datensatz {id}' },
})

const rowHeight = 30
const headHeight = 32

type Column = { key: string; title: string; hint: string; width: number; field?: StructureField }
export type Spot = { row: number; column: number }
/** A value being changed. Enter, Tab and leaving the cell may all end it, and each may come after another: `over` lets one of them only. */
type Edit = { spot: Spot; text: string; turn: { over: boolean }; problem?: string | undefined; saving?: boolean }

type Props = {
  label: string
  /** Under which name the widths of the columns are kept. */
  remember: string
  fields: StructureField[]
  total: number
  rowAt: (index: number) => RecordRow | undefined
  show: (range: { first: number; last: number }) => void
  sort: string
  onSort: (sort: string) => void
  chosen: ReadonlySet<string>
  onChoose: (id: string, on: boolean) => void
  spot: Spot
  onSpot: (spot: Spot) => void
  onOpen: (row: RecordRow) => void
  /** Saves one value; answers the sentence that stands against it. Absent: nothing can be changed. */
  onEdit?: ((row: RecordRow, field: StructureField, value: string | null) => Promise<string | undefined>) | undefined
}

/** A grid over any number of records: only what is in sight is in the document and asked for. */
export function RecordGrid({
  label,
  remember,
  fields,
  total,
  rowAt,
  show,
  sort,
  onSort,
  chosen,
  onChoose,
  spot,
  onSpot,
  onOpen,
  onEdit,
}: Props) {
  const t = useTexts(texts)
  const { exactTime } = useFormats()
  const box = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<Edit>()
  const [widths, resize] = useWidths(remember)
  const columns = useMemo<Column[]>(
    () => [
      { key: 'choose', title: '', hint: '', width: 38 },
      { key: '_dirty', title: t.state(), hint: '', width: 84 },
      ...fields.map((field): Column => ({
        key: field.name,
        title: field.label ?? field.name,
        hint:
          field.type === 'text' || field.type === 'long_text'
            ? 'text'
            : field.type
                .replace('big_integer', 'bigint')
                .replace('integer', 'int')
                .replace('decimal', 'num')
                .replace('date_time', 'ts')
                .replace('boolean', 'bool'),
        width: widthOf(field),
        field,
      })),
      { key: '_updated_at', title: t.changed(), hint: 'ts', width: 176 },
    ],
    [fields, t],
  )
  const scale = () => scaled({ rows: total, rowHeight, head: headHeight, view: box.current?.clientHeight ?? 700 })
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingEnd: headHeight,
    observeElementOffset: (instance, tell) =>
      observeElementOffset(instance, (offset, scrolling) => tell(offset * scale().ratio, scrolling)),
    scrollToFn: (offset, options, instance) => elementScroll(offset / scale().ratio, options, instance),
  })
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => box.current,
    estimateSize: (i) => widths[columns[i]!.key] ?? columns[i]!.width,
    overscan: 3,
  })
  useEffect(() => across.measure(), [columns, widths, across])
  const inSight = rows.getVirtualItems()
  const [first, last] = [inSight[0]?.index ?? 0, inSight.at(-1)?.index ?? 0]
  useEffect(() => show({ first, last }), [first, last, show])
  const { height, ratio } = scale()
  const width = across.getTotalSize()
  const acrossItems = across.getVirtualItems()
  const cellId = ({ row, column }: Spot) => `cell-${row}-${column}`
  const spotInSight =
    inSight.some(({ index }) => index === spot.row) && acrossItems.some(({ index }) => index === spot.column)

  const go = (row: number, column: number) => {
    const next = {
      row: Math.min(total - 1, Math.max(0, row)),
      column: Math.min(columns.length - 1, Math.max(0, column)),
    }
    onSpot(next)
    rows.scrollToIndex(next.row)
    across.scrollToIndex(next.column)
  }
  const begin = (at: Spot, typed?: string) => {
    const row = rowAt(at.row)
    const field = columns[at.column]?.field
    if (!row || !field || editing?.saving) return
    if (!onEdit || ['object', 'list', 'json'].includes(field.type)) return onOpen(row)
    setEditing({ spot: at, text: typed ?? textOf(row[field.name]), turn: { over: false } })
  }
  const finish = async (move?: [number, number]) => {
    if (!editing || !onEdit || editing.turn.over) return
    const { spot: at, text, turn } = editing
    turn.over = true
    const row = rowAt(at.row)
    const field = columns[at.column]?.field
    if (row && field && text !== textOf(row[field.name])) {
      setEditing({ ...editing, saving: true, problem: undefined })
      const problem = await onEdit(
        row,
        field,
        text === '' && field.type !== 'text' && field.type !== 'long_text' ? null : text,
      )
      if (problem) {
        turn.over = false
        return setEditing({ spot: at, text, turn, problem })
      }
    }
    setEditing(undefined)
    if (!move) return
    box.current?.focus()
    go(at.row + move[0], at.column + move[1])
  }
  const cancel = () => {
    if (!editing || editing.saving) return
    editing.turn.over = true
    setEditing(undefined)
    box.current?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (editing || event.target !== event.currentTarget) return
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 600) / rowHeight) - 2)
    const steps: Record<string, [number, number]> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      PageDown: [page, 0],
      PageUp: [-page, 0],
    }
    const step = steps[event.key]
    const row = rowAt(spot.row)
    const column = columns[spot.column]
    if (event.altKey && column && (event.key === 'ArrowRight' || event.key === 'ArrowLeft'))
      resize(column.key, (widths[column.key] ?? column.width) + (event.key === 'ArrowRight' ? 16 : -16))
    else if (step) go(spot.row + step[0], spot.column + step[1])
    else if (event.key === 'Home') go(event.ctrlKey ? 0 : spot.row, 0)
    else if (event.key === 'End') go(event.ctrlKey ? total - 1 : spot.row, columns.length - 1)
    else if (event.key === 'Enter' || event.key === 'F2') begin(spot)
    else if (event.key === ' ' && row) onChoose(String(row._id), !chosen.has(String(row._id)))
    else if (
      event.key.length === 1 &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey &&
      onEdit &&
      columns[spot.column]?.field
    )
      begin(spot, event.key)
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={box}
      className={s['grid']}
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      tabIndex={0}
      onKeyDown={keys}
      aria-activedescendant={spotInSight ? cellId(spot) : undefined}
    >
      <div className={s['head']} role="row" aria-rowindex={1} style={{ width }}>
        {acrossItems.map(({ key, index, start, size }) => {
          const column = columns[index]!
          const sorted = sort === column.key ? 'ascending' : sort === `-${column.key}` ? 'descending' : 'none'
          const sortable = column.field
            ? !['object', 'list', 'json'].includes(column.field.type)
            : column.key === '_updated_at'
          return (
            <div
              key={key}
              role="columnheader"
              aria-colindex={index + 1}
              aria-sort={sortable ? sorted : undefined}
              className={s['th']}
              style={{ left: start, width: size }}
            >
              {column.key === 'choose' ? (
                <span className="sr">{t.chooseColumn()}</span>
              ) : sortable ? (
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label={t.sort({ name: column.title })}
                  onClick={() => onSort(nextSort(sort, column.key))}
                >
                  <span>{column.title}</span>
                  {sorted === 'ascending' ? (
                    <IconArrowUp size={13} />
                  ) : sorted === 'descending' ? (
                    <IconArrowDown size={13} />
                  ) : null}
                  <small>{column.hint}</small>
                </button>
              ) : (
                <>
                  <span>{column.title}</span>
                  <small>{column.hint}</small>
                </>
              )}
              {column.key !== 'choose' && (
                <Grip
                  title={t.width()}
                  width={size}
                  onWidth={(next) => resize(column.key, next)}
                  onReset={() => resize(column.key, undefined)}
                />
              )}
            </div>
          )
        })}
      </div>
      <div role="rowgroup" style={{ height, width, position: 'relative' }}>
        {inSight.map((item) => {
          const row = rowAt(item.index)
          const isChosen = row ? chosen.has(String(row._id)) : false
          return (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              aria-selected={isChosen}
              className={s['tr']}
              data-chosen={isChosen || undefined}
              style={{ transform: `translateY(${item.start - (rows.scrollOffset ?? 0) * (1 - 1 / ratio)}px)`, width }}
            >
              {acrossItems.map(({ key, index, start, size }) => {
                const column = columns[index]!
                const here = spot.row === item.index && spot.column === index
                const edited = editing && editing.spot.row === item.index && editing.spot.column === index
                return (
                  <div
                    key={key}
                    id={cellId({ row: item.index, column: index })}
                    role="gridcell"
                    aria-colindex={index + 1}
                    className={s['td']}
                    data-end={(column.field && isNumber(column.field)) || undefined}
                    data-here={here || undefined}
                    data-edited={edited || undefined}
                    style={{ left: start, width: size }}
                    onMouseDown={() => onSpot({ row: item.index, column: index })}
                    onDoubleClick={() => begin({ row: item.index, column: index })}
                  >
                    {!row ? (
                      <i className={s['waiting']} />
                    ) : column.key === 'choose' ? (
                      <Checkbox
                        size="xs"
                        tabIndex={-1}
                        aria-label={t.choose({ id: row._id })}
                        checked={isChosen}
                        onChange={(event) => onChoose(String(row._id), event.currentTarget.checked)}
                      />
                    ) : column.key === '_dirty' ? (
                      <span
                        className={s['dot']}
                        data-dirty={row._dirty || undefined}
                        title={row._dirty ? t.dirty() : t.clean()}
                      >
                        <i aria-hidden />
                        <span className="sr">{row._dirty ? t.dirty() : t.clean()}</span>
                      </span>
                    ) : column.key === '_updated_at' ? (
                      exactTime(String(row['_updated_at']))
                    ) : edited ? (
                      <TextInput
                        size="xs"
                        autoFocus
                        className={s['input']!}
                        aria-label={t.edit({ field: column.title, id: row._id })}
                        value={editing.text}
                        error={editing.problem}
                        readOnly={editing.saving}
                        onChange={(event) =>
                          setEditing({ spot: editing.spot, text: event.currentTarget.value, turn: editing.turn })
                        }
                        onBlur={() => void finish()}
                        onKeyDown={(event) => {
                          if (event.key === 'Enter') void finish([1, 0])
                          else if (event.key === 'Tab') {
                            event.preventDefault()
                            void finish([0, event.shiftKey ? -1 : 1])
                          } else if (event.key === 'Escape') cancel()
                        }}
                      />
                    ) : (
                      <span className={s['cell']}>
                        <CellValue field={column.field!} value={row[column.key]} />
                      </span>
                    )}
                  </div>
                )
              })}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))
