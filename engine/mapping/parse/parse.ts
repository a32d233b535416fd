import { mappingDefinition, type MappingDefinition, type MappingProblem } from '@weft/kit/define/mapping.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  shape: {
    en: 'The stored mapping cannot be read at “{place}”.',
    de: 'Das gespeicherte Mapping ist an der Stelle „{place}“ nicht lesbar.',
  },
})

/** Reads the stored shape; every place that does not fit is a problem of its own. */
export function parseMapping(stored: unknown): { definition: MappingDefinition } | { problems: MappingProblem[] } {
  const parsed = mappingDefinition.safeParse(stored ?? {})
  if (parsed.success) return { definition: parsed.data }
  const places = new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'definition'))
  return {
    problems: [...places].map((place) => ({
      severity: 'error',
      code: 'shape',
      message: texts.shape({ place }),
      at: { on: 'mapping' },
    })),
  }
}
