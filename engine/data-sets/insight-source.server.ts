import { inScope, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import type { DataSetColumn, DataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { InsightGraph } from '@weft/kit/define/insight.ts'
import { isOperationSource } from '@weft/kit/define/operations.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Forbidden } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import { quoteIdentifier } from '../records/sql/quoted.ts'
import { columnsOf, compiledFor, findDataSet, type Ground } from './data-sets.server.ts'
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
  /** Those of them that are computed behind the question: no condition speaks of them. */
  later: ReadonlySet<string>
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
      later: new Set(),
      zone: operationsZone,
      ask,
      async *all(conditions, columns) {
        yield await ask(conditions, { columns, limit: mostOperations })
      },
    }
  }
  return inScope(ground.db, scope, async (trx) => {
    const { definition } = await findDataSet(trx, data_set_id)
    const told = await columnsOf(trx, definition)
    return dataSetSource(ground, scope, { ...told, definition, parameters, key: data_set_id })
  })
}

type OfDataSet = Awaited<ReturnType<typeof columnsOf>> & {
  definition: DataSetDefinition
  parameters: Record<string, unknown>
  key: string
}

/** Conditions hold for the rows of the answer, before its limit cuts them off. */
export function dataSetSource(
  ground: Ground,
  scope: ProjectScope,
  { definition, columns, later, parameters, key }: OfDataSet,
): InsightSource {
  const compiled = (conditions: readonly Condition[]) =>
    compiledFor(ground, scope, { ...definition, having: [...definition.having, ...conditions] }, parameters)
  /** The wanted columns alone, unless one of them is computed from others behind the question. */
  const opened = async (conditions: readonly Condition[], wanted: readonly string[]) => {
    const asked = await compiled(conditions)
    const isLater = asked.compiled.later.some(({ name }) => wanted.includes(name))
    const list = isLater ? '*' : wanted.map(quoteIdentifier).join(', ')
    return {
      store: asked.store,
      question: { ...asked.question, text: `select ${list} from (${asked.question.text}) as page` },
      completed: async (rows: DataRecord[]) => {
        if (!isLater) return rows
        const whole = await asked.completed(rows)
        return whole.map((row) => Object.fromEntries(wanted.map((name) => [name, row[name]])))
      },
    }
  }
  return {
    key: JSON.stringify([key, parameters]),
    columns,
    later,
    zone: definition.zone,
    definition,
    async ask(conditions, { columns: wanted, limit, offset = 0 }) {
      const { store, question, completed } = await opened(conditions, wanted)
      return completed(await store.answer({ ...question, text: `${question.text} limit ${limit} offset ${offset}` }))
    },
    async *all(conditions, wanted) {
      const { store, question, completed } = await opened(conditions, wanted)
      for await (const rows of store.answers(question)) yield completed(rows)
    },
  }
}
