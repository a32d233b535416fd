import { inScope, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import type { DataSetColumn, DataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { InsightGraph } from '@weft/kit/define/insight.ts'
import { isOperationSource } from '@weft/kit/define/operations.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Forbidden } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import { quoteIdentifier } from '../records/sql/quoted.ts'
import type { Ground } from '../records/structures.server.ts'
import { columnsOf, compiledFor, findDataSet } from './data-sets.server.ts'
import { askOperations, mostOperations, operationColumns, operationsZone } from './operations.server.ts'

const texts = defineMessages({
  noJobs: {
    en: 'You need the right to look at runs for this.',
    de: 'Dafür benötigen Sie das Recht, Läufe anzusehen.',
  },
})

/** Who asks: whether they may see runs, and which language columns of Weft's own are called in. */
export type Viewer = { sees_runs: boolean; language: Language }

type Asked = { columns: readonly string[]; limit: number; offset?: number }

/** What a graph takes its rows from, be it a data set or Weft itself. Conditions speak of its columns. */
export type InsightSource = {
  /** Graphs with the same key ask the same question. */
  key: string
  columns: DataSetColumn[]
  /** Where its days begin. */
  zone: string
  ask(conditions: readonly Condition[], asked: Asked): Promise<DataRecord[]>
  /** Every row in batches. */
  all(conditions: readonly Condition[], columns: readonly string[]): AsyncIterable<DataRecord[]>
  /** What it asks, where it is a data set. */
  definition?: DataSetDefinition
}

export async function openSource(
  ground: Ground,
  scope: ProjectScope,
  { data_set_id, parameters }: Pick<InsightGraph, 'data_set_id' | 'parameters'>,
  { sees_runs, language }: Viewer,
): Promise<InsightSource> {
  if (isOperationSource(data_set_id)) {
    if (!sees_runs) throw new Forbidden('FORBIDDEN', texts.noJobs())
    const ask: InsightSource['ask'] = (conditions, asked) =>
      askOperations(ground.db, scope, data_set_id, conditions, asked)
    return {
      key: data_set_id,
      columns: operationColumns(data_set_id, language),
      zone: operationsZone,
      ask,
      async *all(conditions, columns) {
        yield await ask(conditions, { columns, limit: mostOperations })
      },
    }
  }
  const { definition, columns } = await inScope(ground.db, scope, async (trx) => {
    const found = await findDataSet(trx, data_set_id)
    return { definition: found.definition, columns: await columnsOf(trx, found.definition) }
  })
  return dataSetSource(ground, scope, { definition, columns, parameters, key: data_set_id })
}

type OfDataSet = {
  definition: DataSetDefinition
  columns: DataSetColumn[]
  parameters: Record<string, unknown>
  key: string
}

/** Conditions hold for the rows of the answer, before its limit cuts them off. */
export function dataSetSource(
  ground: Ground,
  scope: ProjectScope,
  { definition, columns, parameters, key }: OfDataSet,
): InsightSource {
  const compiled = (conditions: readonly Condition[]) =>
    compiledFor(ground, scope, { ...definition, having: [...definition.having, ...conditions] }, parameters)
  const some = (text: string, wanted: readonly string[]) =>
    `select ${wanted.map(quoteIdentifier).join(', ')} from (${text}) as page`
  return {
    key: JSON.stringify([key, parameters]),
    columns,
    zone: definition.zone,
    definition,
    async ask(conditions, { columns: wanted, limit, offset = 0 }) {
      const { store, question } = await compiled(conditions)
      const text = `${some(question.text, wanted)} limit ${limit} offset ${offset}`
      return store.answer({ ...question, text })
    },
    async *all(conditions, wanted) {
      const { store, question } = await compiled(conditions)
      yield* store.answers({ ...question, text: some(question.text, wanted) })
    },
  }
}
