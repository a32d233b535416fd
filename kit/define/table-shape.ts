import type { FoundField } from './connector-session.ts'

/** What of a table's fields matters to whoever reads it: another shape is a change at the source. */
export type TableShape = { name: string; native: string; nullable: boolean }[]

export const shapeOfTable = (fields: readonly FoundField[]): TableShape =>
  fields.map(({ name, native, nullable }) => ({ name, native, nullable }))

/** The state under which a step that reads a table keeps its shape. */
export const shapeName = (step: string) => `${step}.shape`
