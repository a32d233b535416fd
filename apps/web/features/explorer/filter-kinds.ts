import type { Condition } from '@weft/kit/define/condition.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'

export type FilterOperator = Condition['operator'] | 'between'
/** A condition as somebody puts it together; `until` is the end of a range. */
export type FilterDraft = { field: string; operator: FilterOperator; value?: unknown; until?: unknown }

const ordered: FilterOperator[] = [
  ...(['between', 'equals', 'not_equals', 'greater', 'greater_or_equal', 'less', 'less_or_equal'] as const),
  ...(['in', 'empty', 'not_empty'] as const),
]
const moments = ordered.filter((one) => one !== 'in')
const texts: FilterOperator[] = [
  ...(['contains', 'starts_with', 'ends_with', 'equals', 'not_equals', 'in', 'empty', 'not_empty'] as const),
]

/** How values of a field can be compared, the usual way first. */
export function operatorsFor({ type, related_structure_id }: StructureField): FilterOperator[] {
  if (related_structure_id) return ['equals', 'not_equals', 'empty', 'not_empty']
  switch (type) {
    case 'boolean':
      return ['true', 'false', 'empty', 'not_empty']
    case 'choice':
      return ['in', 'not_equals', 'empty', 'not_empty']
    case 'integer':
    case 'big_integer':
    case 'decimal':
      return ordered
    case 'date':
    case 'date_time':
    case 'time':
      return moments
    case 'uuid':
      return ['equals', 'not_equals', 'in', 'empty', 'not_empty']
    case 'object':
    case 'list':
    case 'json':
      return ['contains', 'empty', 'not_empty']
    default:
      return texts
  }
}

export const needsNoValue = (operator: FilterOperator) => ['empty', 'not_empty', 'true', 'false'].includes(operator)

/** Conditions as they are put together: two that bound the same field are a range. */
export function draftsOf(conditions: readonly Condition[]): FilterDraft[] {
  const drafts: FilterDraft[] = []
  for (const one of conditions) {
    const last = drafts.at(-1)
    if (last?.operator === 'greater_or_equal' && one.operator === 'less_or_equal' && last.field === one.field)
      drafts.splice(-1, 1, { ...last, operator: 'between', until: one.value })
    else drafts.push({ ...one })
  }
  return drafts
}

/** The conditions of what was put together; what has no value yet is none. Numbers may be written with a comma. */
export function conditionsOf(
  drafts: readonly FilterDraft[],
  typeOf: (field: string) => StructureField['type'] | undefined,
): Condition[] {
  return drafts.flatMap(({ field, operator, value, until }): Condition[] => {
    const isNumber = ['integer', 'big_integer', 'decimal'].includes(typeOf(field) ?? '')
    const said = (given: unknown) => (isNumber && typeof given === 'string' && operator !== 'in' ? plain(given) : given)
    if (operator === 'between')
      return [
        ...(isGiven(value) ? [{ field, operator: 'greater_or_equal' as const, value: said(value) }] : []),
        ...(isGiven(until) ? [{ field, operator: 'less_or_equal' as const, value: said(until) }] : []),
      ]
    if (needsNoValue(operator)) return [{ field, operator }]
    return isGiven(value) ? [{ field, operator, value: said(value) }] : []
  })
}

const isGiven = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** `1.204,90`, `1,204.90` and `1204,9` are numbers all the same; what has no comma stays as it is. */
function plain(text: string) {
  const given = text.trim()
  if (!given.includes(',')) return given
  const isGrouped = given.lastIndexOf('.') > given.lastIndexOf(',')
  return isGrouped ? given.replaceAll(',', '') : given.replaceAll('.', '').replace(',', '.')
}
