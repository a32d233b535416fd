import { operators } from '@weft/kit/define/condition.ts'
import {
  aggregates,
  deepestGroup,
  filterGroups,
  truncations,
  type DataSetDefinition,
  type DataSetQuestion,
} from '@weft/kit/define/data-set.ts'
import { fieldTypes, type FieldType } from '@weft/kit/define/structure.ts'
import { functionName } from '@weft/kit/formula/functions.ts'
import { forms } from '@weft/engine/data-sets/formulas/forms.ts'
import { introduced } from '@weft/engine/data-sets/formulas/introduced.ts'
import { needsRun } from '@weft/engine/data-sets/formulas/parts.ts'

const numeric: readonly FieldType[] = ['integer', 'big_integer', 'decimal']
const unordered: readonly FieldType[] = ['json', 'object', 'list', 'boolean', 'uuid']

/** What stages are made of, and what those of a data set are. */
export const pipelineConfig = (definition?: DataSetDefinition) => ({
  operatorGroups: filterGroups.map((group) => ({ group, operators: [...operators], depth: deepestGroup })),
  aggregations: aggregates.map((aggregation) => ({ aggregation, types: typesOf(aggregation) })),
  periods: [...truncations],
  functions: [...introduced().transformers.values()]
    .filter((transformer) => !needsRun(transformer))
    .map(({ key }) => ({ name: functionName(key), key, in_database: Object.hasOwn(forms, key) })),
  limits: { stages: 12, sources: 12, fields: 200 },
  stages: definition
    ? [...(definition.stages ?? []), { ...definition, id: 'answer' }].map(({ id, ...question }) =>
        stageOf(id, question),
      )
    : [],
})

function typesOf(aggregation: (typeof aggregates)[number]): FieldType[] {
  if (aggregation === 'sum' || aggregation === 'avg') return [...numeric]
  return fieldTypes.filter((type) => aggregation.startsWith('count') || !unordered.includes(type))
}

function stageOf(id: string, { structures: [first], fields }: Pick<DataSetQuestion, 'structures' | 'fields'>) {
  return {
    id,
    model: first?.structure_id ?? first?.data_set_id ?? null,
    parentId: first?.parent_id ?? null,
    fields: fields.map(({ name, of, field, formula }) => ({ field: formula ?? `${of}.${field}`, alias: name })),
  }
}
