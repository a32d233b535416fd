import type { TableShape } from '../define/table-shape.ts'

export const differenceKinds = ['added', 'renamed', 'retyped', 'gone'] as const

/** What is done about a difference: `take` takes a new field or another type over, `rename` reads the stored field by its new name, `keep` leaves what is stored and reads it no more. */
export const decisions = ['take', 'ignore', 'rename', 'keep'] as const
export type Decision = (typeof decisions)[number]

export type ShapeDifference =
  | { kind: 'added'; field: string; after: string }
  | { kind: 'gone'; field: string; before: string }
  | { kind: 'retyped'; field: string; before: string; after: string }

/** What is new, gone or of another type in a table, in the order of its fields. */
export function shapeDifferences(before: TableShape, after: TableShape): ShapeDifference[] {
  const was = new Map(before.map((field) => [field.name, field]))
  const is = new Map(after.map((field) => [field.name, field]))
  return [
    ...before.flatMap(({ name, native }): ShapeDifference[] => {
      const now = is.get(name)
      if (!now) return [{ kind: 'gone', field: name, before: native }]
      return now.native === native ? [] : [{ kind: 'retyped', field: name, before: native, after: now.native }]
    }),
    ...after.flatMap(({ name, native }): ShapeDifference[] =>
      was.has(name) ? [] : [{ kind: 'added', field: name, after: native }],
    ),
  ]
}
