/** Where a page ends, as the next one is asked for: when that document was created, and its id. */
export type Position = { created_at: string; id: string }

export const positionText = ({ created_at, id }: Position) => `${created_at} ${id}`

/** What somebody hands back that was no page's end begins at the beginning. */
export function positionOf(text: string | undefined): Position | undefined {
  const [, created_at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([0-9a-f-]{36})$/.exec(text ?? '') ?? []
  return created_at !== undefined && id !== undefined ? { created_at, id } : undefined
}
