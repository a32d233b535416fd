import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Difference } from './api.ts'

export const planTexts = defineMessages({
  link: {
    en: 'Link {n, plural, one {a renamed field} other {# renamed fields}}',
    de: '{n, plural, one {Ein umbenanntes Feld} other {# umbenannte Felder}} verknüpfen',
  },
  widen: {
    en: 'Change {n, plural, one {a type} other {# types}} here too',
    de: '{n, plural, one {Einen Typ} other {# Typen}} auch hier ändern',
  },
  add: {
    en: 'Take {n, plural, one {a new field} other {# new fields}} over',
    de: '{n, plural, one {Ein neues Feld} other {# neue Felder}} übernehmen',
  },
  leave: {
    en: 'Read {n, plural, one {a field} other {# fields}} no more; what is stored stays',
    de: '{n, plural, one {Ein Feld} other {# Felder}} nicht mehr lesen; Gespeichertes bleibt',
  },
  ignore: {
    en: 'Leave {n, plural, one {a difference} other {# differences}} as it is',
    de: '{n, plural, one {Einen Unterschied} other {# Unterschiede}} lassen, wie er ist',
  },
})

const keyOf = ({ kind, decision, used }: Pick<Difference, 'kind' | 'decision' | 'used'>): keyof typeof planTexts => {
  if (decision === 'rename') return 'link'
  if (decision === 'take') return kind === 'added' ? 'add' : 'widen'
  return decision === 'keep' && used ? 'leave' : 'ignore'
}

/** What applying does, in the order it is done. */
export function planSteps(differences: readonly Difference[]) {
  return (['link', 'widen', 'add', 'leave', 'ignore'] as const).flatMap((key) => {
    const own = differences.filter((one) => keyOf(one) === key)
    return own.length === 0 ? [] : [{ key, fields: own.map(({ table, field }) => `${table}.${field}`) }]
  })
}
