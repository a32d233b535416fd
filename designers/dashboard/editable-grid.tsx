import { ActionIcon } from '@mantine/core'
import { IconGripVertical, IconTrash } from '@tabler/icons-react'
import { gridColumns, gridGap, gridRowHeight, type DashboardTile } from '@weft/kit/define/dashboard.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import s from './board.module.css'
import { inGrid, inReadingOrder, withTileAt } from './grid.ts'
import { placeStyle, TileFrame } from './tile-frame.tsx'

const texts = defineMessages({
  move: { en: 'Move {name}', de: '{name} verschieben' },
  resize: { en: 'Resize {name}', de: 'Größe von {name} ändern' },
  remove: { en: 'Remove {name}', de: '{name} entfernen' },
  drop: { en: 'Drop {name} here', de: '{name} hier ablegen' },
  cells: { en: '{w} × {h} cells', de: '{w} × {h} Zellen' },
  help: {
    en: 'Arrow keys move the tile, with Shift they resize it, Delete removes it.',
    de: 'Pfeiltasten verschieben die Kachel, mit Umschalt ändern sie ihre Größe, Entf entfernt sie.',
  },
})

type Place = Pick<DashboardTile, 'x' | 'y' | 'w' | 'h'>
/** Something from the palette on its way onto the grid. */
export type Arriving = { name: string; w: number; h: number; tile: Omit<DashboardTile, 'x' | 'y' | 'w' | 'h'> }

type Props = {
  tiles: DashboardTile[]
  titleOf: (tile: DashboardTile) => string
  chosen: string | undefined
  arriving: Arriving | undefined
  onChoose: (id: string | undefined) => void
  onChange: (tiles: DashboardTile[]) => void
  onArrived: () => void
  children: (tile: DashboardTile) => ReactNode
}

/** The grid while it is edited: tiles are moved and resized by pointer and keyboard, and others are dropped onto it. */
export function EditableGrid({ tiles, titleOf, chosen, arriving, onChoose, onChange, onArrived, children }: Props) {
  const t = useTexts(texts)
  const grid = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<{ tile: DashboardTile; place: Place; resizing: boolean; from: Point }>()
  const [over, setOver] = useState<Place>()
  const shown = dragged ? withTileAt(tiles, { ...dragged.tile, ...dragged.place }) : tiles

  /** How far a pointer has gone in cells. */
  const cell = () => {
    const { width } = grid.current!.getBoundingClientRect()
    return { x: (width + gridGap) / gridColumns, y: gridRowHeight + gridGap }
  }
  const put = (tile: DashboardTile, place: Place) => onChange(withTileAt(tiles, { ...tile, ...inGrid(place) }))

  const start = (tile: DashboardTile, resizing: boolean) => (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    onChoose(tile.id)
    setDragged({ tile, place: tile, resizing, from: { x: event.clientX, y: event.clientY } })
  }
  const move = (event: PointerEvent) => {
    if (!dragged) return
    const { tile, resizing, from } = dragged
    const size = cell()
    const [dx, dy] = [Math.round((event.clientX - from.x) / size.x), Math.round((event.clientY - from.y) / size.y)]
    const { x, y, w, h } = tile
    const place = resizing
      ? inGrid({ x, y, w: Math.min(w + dx, gridColumns - x), h: h + dy })
      : inGrid({ x: x + dx, y: y + dy, w, h })
    setDragged({ ...dragged, place })
  }
  const end = () => {
    if (dragged && !isSame(dragged.tile, dragged.place)) put(dragged.tile, dragged.place)
    setDragged(undefined)
  }
  const pointers = { onPointerMove: move, onPointerUp: end, onPointerCancel: () => setDragged(undefined) }

  const placeUnder = ({ clientX, clientY }: PointerEvent, { w, h }: Arriving): Place => {
    const { left, top } = grid.current!.getBoundingClientRect()
    const size = cell()
    return inGrid({
      x: Math.floor((clientX - left) / size.x),
      y: Math.floor((clientY - top) / size.y),
      w,
      h,
    })
  }

  const remove = (id: string) => {
    onChoose(undefined)
    onChange(tiles.filter((one) => one.id !== id))
  }
  const keys = (tile: DashboardTile) => (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      const [dx, dy] = step
      const { x, y, w, h } = tile
      put(
        tile,
        event.shiftKey ? { x, y, w: Math.min(w + dx, gridColumns - x), h: h + dy } : { x: x + dx, y: y + dy, w, h },
      )
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      remove(tile.id)
    } else if (event.key === 'Enter') onChoose(tile.id)
  }

  return (
    <div
      ref={grid}
      className={s['grid']}
      data-edit
      onPointerMove={(event) => arriving && setOver(placeUnder(event, arriving))}
      onPointerLeave={() => setOver(undefined)}
      onPointerUp={(event) => {
        if (!arriving) return
        const tile = { ...arriving.tile, ...placeUnder(event, arriving) }
        setOver(undefined)
        onChange(withTileAt(tiles, tile))
        onChoose(tile.id)
        onArrived()
      }}
    >
      {inReadingOrder(shown).map((tile) => {
        const title = titleOf(tile)
        return (
          <TileFrame
            key={tile.id}
            tile={tile}
            title={title}
            chosen={chosen === tile.id}
            tabIndex={0}
            aria-description={t.help()}
            onKeyDown={keys(tile)}
            onFocus={(event) => event.target === event.currentTarget && onChoose(tile.id)}
            before={
              <span
                className={s['grip']}
                role="img"
                aria-label={t.move({ name: title })}
                onPointerDown={start(tile, false)}
                {...pointers}
              >
                <IconGripVertical size={15} aria-hidden />
              </span>
            }
            actions={
              <ActionIcon aria-label={t.remove({ name: title })} onClick={() => remove(tile.id)}>
                <IconTrash size={15} />
              </ActionIcon>
            }
          >
            {children(tile)}
            <span
              className={s['size']}
              role="img"
              aria-label={t.resize({ name: title })}
              onPointerDown={start(tile, true)}
              {...pointers}
            />
          </TileFrame>
        )
      })}
      {arriving && over && (
        <div className={s['drop']} style={placeStyle(over)}>
          {t.drop({ name: arriving.name })}
          <small>{t.cells({ w: over.w, h: over.h })}</small>
        </div>
      )}
    </div>
  )
}

type Point = { x: number; y: number }

const isSame = (a: Place, b: Place) => a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h

const steps: Record<string, [number, number] | undefined> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
