import type { MappingDefinition, MappingProblem } from '@weft/kit/define/mapping.ts'
import type { End } from './edits.ts'
import type { Row } from './rows.ts'

/** How people call the ends of links and what problems are about. */
export function namesIn(
  { connections, transformers }: MappingDefinition,
  sources: ReadonlyMap<string, Row>,
  targets: ReadonlyMap<string, Row>,
) {
  /** Of an origin: a source field's id or an output. */
  const ofOrigin = (origin: string) => sources.get(origin)?.full_name ?? origin
  const ofTarget = (end: End) =>
    end.startsWith('t:')
      ? (targets.get(end.slice(2))?.full_name ?? '')
      : (transformers.find(({ id }) => id === end.split(':')[1])?.output ?? '')
  return {
    ofOrigin,
    ofTarget,
    ofEnd: (end: End) => (end.startsWith('t:') || end.startsWith('i:') ? ofTarget(end) : ofOrigin(end.slice(2))),
    /** What a problem is about, where its sentence does not say so itself. */
    ofSubject({ at, code }: MappingProblem) {
      if (at.on === 'connection')
        return targets.get(connections.find(({ id }) => id === at.id)?.target_field_id ?? '')?.full_name
      const node = at.on === 'transformer' && code === 'type' ? transformers.find(({ id }) => id === at.id) : undefined
      return node && (node.label || node.output)
    },
  }
}
