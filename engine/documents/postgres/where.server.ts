import { isUuid } from '@weft/kit/define/uuid.ts'
import type { DocumentFilter, FieldCondition } from '../document-store.ts'
import type { JsonScalar } from '../json.ts'
import { searchWords } from '../search-words.ts'
import { refuseUnstorable } from '../written.server.ts'

/** Takes a value of a statement and answers the place that stands for it. */
export type Placing = (value: unknown) => string

export function placing() {
  const values: unknown[] = []
  return { values, place: (value: unknown) => `$${values.push(value)}` }
}

/** What a statement's condition says for a filter; expired documents never match. */
export function whereOf(filter: DocumentFilter, place: Placing, now = new Date()): string {
  refuseUnstorable(filter)
  const { ids, project_id, job_id, workflow_id, from, before, conditions = [], search } = filter
  const are = (column: string, wanted: readonly string[] | undefined) =>
    wanted && `${column} = any(${place(wanted.filter(isUuid))}::uuid[])`
  const is = (column: string, wanted: string | undefined) => are(column, wanted === undefined ? undefined : [wanted])
  const parts = [
    `(expires_at is null or expires_at > ${place(now.toISOString())}::timestamptz)`,
    are('id', ids),
    is('project_id', project_id),
    is('job_id', job_id),
    is('workflow_id', workflow_id),
    from !== undefined && `created_at >= ${place(from)}::timestamptz`,
    before !== undefined && `created_at < ${place(before)}::timestamptz`,
    ...conditions.map((condition) => holds(condition, place)),
    ...searchWords(search).map((word) => `strpos(text, ${place(word)}) > 0`),
  ]
  return parts.filter(Boolean).join(' and ')
}

function holds({ field, operator, value }: FieldCondition, place: Placing): string {
  if (operator === 'in' && value.length === 0) return 'false'
  const names = typeof field === 'string' ? [field] : field
  // By name each: a number in a path would count into lists.
  const at = `(document${names.map((name) => ` -> ${place(name)}::text`).join('')})`
  const text = `case jsonb_typeof(${at}) when 'string' then ${at} #>> '{}' end collate "C"`
  const sure = (comparison: string) => `coalesce(${comparison}, false)`
  switch (operator) {
    case 'equals':
      return equals(at, value, place)
    case 'not_equals':
      return `not ${equals(at, value, place)}`
    case 'in':
      return `(${value.map((one) => equals(at, one, place)).join(' or ')})`
    case 'starts_with':
      return sure(`starts_with(${text}, ${place(value)}::text)`)
    case 'contains':
      return sure(`strpos(${text}, ${place(value)}::text) > 0`)
    default:
      return typeof value === 'string'
        ? sure(`${text} ${signs[operator]} ${place(value)}::text`)
        : sure(`jsonb_typeof(${at}) = 'number' and ${at} ${signs[operator]} ${place(JSON.stringify(value))}::jsonb`)
  }
}

const signs = { less: '<', less_or_equal: '<=', greater: '>', greater_or_equal: '>=' }

const equals = (at: string, value: JsonScalar, place: Placing) =>
  value === null
    ? `coalesce(${at}, 'null') = 'null'`
    : `coalesce(${at} = ${place(JSON.stringify(value))}::jsonb, false)`
