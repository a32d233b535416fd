import type { MappingDefinition, MappingProblem } from '@weft/kit/define/mapping.ts'
import { say, type Language } from '@weft/kit/messages/messages.ts'
import type { CodeProblem } from '@weft/kit/ui/code-editor.tsx'

type Path = (string | number)[]

/** What is wrong with a mapping, at the lines of its text; what is about no line of its own stands at its list. */
export function problemLines(
  problems: readonly MappingProblem[],
  { connections, transformers }: MappingDefinition,
  lineOf: (path: Path) => number,
  language: Language,
): CodeProblem[] {
  const pathOf = ({ at, code }: MappingProblem): Path => {
    if (at.on === 'transformer') {
      const box = ['transformers', transformers.findIndex(({ id }) => id === at.id)]
      if (at.input !== undefined) return [...box, 'inputs', at.input]
      if (at.option !== undefined) return [...box, 'options', at.option]
      return code === 'transformer_unknown' ? [...box, 'key'] : code.startsWith('output_') ? [...box, 'output'] : box
    }
    if (at.on === 'mapping') return []
    const n = connections.findIndex(({ id, target_field_id, source_field_id }) =>
      [id, target_field_id, source_field_id].includes(at.id),
    )
    return n < 0 ? ['connections'] : ['connections', n]
  }
  return problems.map((problem) => ({
    line: lineOf(pathOf(problem)),
    message: say(problem.message, language),
    severity: problem.severity === 'error' ? 'error' : 'warning',
  }))
}
