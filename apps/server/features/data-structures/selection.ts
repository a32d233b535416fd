import { recordCondition, type RecordsQuery } from '@weft/contracts/records.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { filtersOf } from '@weft/kit/http/list-query.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { RecordSelection } from '@weft/engine/records/store.ts'
import { z } from 'zod'

const texts = defineMessages({
  conditions: { en: 'The conditions cannot be read.', de: 'Die Bedingungen können nicht gelesen werden.' },
})

export function selectionOf(query: RecordsQuery): RecordSelection {
  const equal = Object.entries(filtersOf(query)).map(([field, value]): Condition => ({
    field,
    operator: 'equals',
    value,
  }))
  return {
    filters: [...equal, ...given(query.conditions)],
    searchTerm: query.searchTerm ?? query.title,
    sort: query.sort,
    state: query.state,
  }
}

function given(text: string | undefined): Condition[] {
  if (!text) return []
  try {
    return z.array(recordCondition).max(100).parse(parseJson(text))
  } catch {
    throw invalidField('conditions', texts.conditions())
  }
}
