import type { StructureField } from '@weft/kit/define/structure.ts'
import { useState } from 'react'
import { isNested, isText, type Column } from './grid-columns.ts'
import type { RecordRow } from './use-records.ts'

export type Spot = { row: number; column: number }
/** A value being changed. Enter, Tab and leaving the cell may all end it, and each may come after another: `over` lets one of them only. */
type Edit = {
  spot: Spot
  text: string
  /** The letter a search for a related record was begun with. */ typed?: string | undefined
  turn: { over: boolean }
  problem?: string | undefined
  saving?: boolean
}

/** Saves one value; answers the sentence that stands against it. */
export type SaveValue = (row: RecordRow, field: StructureField, value: string | null) => Promise<string | undefined>

type Options = {
  columns: Column[]
  rowAt: (index: number) => RecordRow | undefined
  /** Absent: nothing can be changed. */
  onEdit: SaveValue | undefined
  /** A cell whose value is not changed in place was entered. */
  onOpen: (row: RecordRow) => void
  /** The keyboard leaves the cell, for another one or for the grid. */
  onLeave: (to?: Spot) => void
}

/** Changing one cell at a time: begun by a key or a double click, saved when it is left. */
export function useCellEdit({ columns, rowAt, onEdit, onOpen, onLeave }: Options) {
  const [edit, setEdit] = useState<Edit>()

  const begin = (spot: Spot, typed?: string) => {
    const row = rowAt(spot.row)
    const field = columns[spot.column]?.field
    if (!row || !field || edit?.saving) return
    if (!onEdit || isNested(field)) return onOpen(row)
    const before = textOf(row[field.name])
    const turn = { over: false }
    setEdit(field.related_structure_id ? { spot, text: before, typed, turn } : { spot, text: typed ?? before, turn })
  }
  const type = (text: string) => edit && setEdit({ spot: edit.spot, text, turn: edit.turn })
  const finish = async (move?: [number, number], chosen?: string) => {
    if (!edit || !onEdit || edit.turn.over) return
    const { spot, turn } = edit
    const text = chosen ?? edit.text
    turn.over = true
    const row = rowAt(spot.row)
    const field = columns[spot.column]?.field
    if (row && field && text !== textOf(row[field.name])) {
      setEdit({ spot, text, turn, saving: true })
      const isNothing = text === '' && (!isText(field) || field.related_structure_id !== undefined)
      const problem = await onEdit(row, field, isNothing ? null : text)
      if (problem) {
        turn.over = false
        return setEdit({ spot, text, turn, problem })
      }
    }
    setEdit(undefined)
    if (move) onLeave({ row: spot.row + move[0], column: spot.column + move[1] })
  }
  const cancel = () => {
    if (!edit || edit.saving) return
    edit.turn.over = true
    setEdit(undefined)
    onLeave()
  }
  return { edit, begin, type, finish, cancel }
}

export type CellEdit = ReturnType<typeof useCellEdit>

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))
