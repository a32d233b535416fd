import type { MappingDefinition, MappingProblem } from '@weft/kit/define/mapping.ts'

/** The first sentence against each field and transformer, connections counting for their target. */
export function problemMarks(
  problems: readonly MappingProblem[],
  definition: MappingDefinition,
  speak: (message: MappingProblem['message']) => string,
): Map<string, string> {
  const marks = new Map<string, string>()
  for (const { at, message, severity } of problems) {
    if (at.on === 'mapping' || severity === 'warning' || (severity === 'open' && at.on !== 'transformer')) continue
    const id =
      at.on === 'connection'
        ? definition.connections.find((connection) => connection.id === at.id)?.target_field_id
        : at.id
    if (id !== undefined && !marks.has(id)) marks.set(id, speak(message))
  }
  return marks
}

/** What is chosen in the designer to look at a problem: a node, a link or a field. */
export function chosenBy({ at }: MappingProblem): string | undefined {
  if (at.on === 'transformer') return `n:${at.id}`
  if (at.on === 'connection') return at.id
  return at.on === 'target_field' ? `t:${at.id}` : undefined
}
