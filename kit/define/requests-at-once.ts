import { z } from 'zod'

/** The setting of a step that asks another system once for each record: how many of its calls may be under way. */
export const requestsAtOnce = z.int().min(1).max(50).optional()

export const requestsAtOnceLabel = {
  label: { en: 'Requests at once', de: 'Anfragen gleichzeitig' },
  help: {
    en: 'Empty: 8 where they only read, else one after the other in the order of the records. The answers keep that order either way.',
    de: 'Leer: 8, wenn sie nur lesen, sonst eine nach der anderen in der Reihenfolge der Datensätze. Die Antworten behalten diese Reihenfolge in jedem Fall.',
  },
} as const

/** What only reads may overtake; of what changes something the other system may mind the order, so a step has to say that it does not. */
export const atOnceOf = (said: number | undefined, { reads }: { reads: boolean }): number => said ?? (reads ? 8 : 1)
