import { dataSet } from '@weft/catalogue/resources/data-set/data-set.ts'
import { checkDataSet } from '@weft/engine/data-sets/data-sets.server.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { invalidFields } from '@weft/kit/errors/common.ts'
import type { FieldErrors } from '@weft/kit/errors/errors.ts'
import { readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import type { z } from 'zod'

/** What is wrong with a definition, at the fields of a data set. */
export async function problemsOfDataSet(trx: Scoped, definition: DataSetDefinition, id?: string): Promise<FieldErrors> {
  const problems = await checkDataSet(trx, definition, id)
  return Object.fromEntries(Object.entries(problems).map(([path, found]) => [`definition.${path}`, found]))
}

/** Throws where anything is wrong with a definition. */
export async function refuseWrongDataSet(trx: Scoped, definition: DataSetDefinition, id?: string): Promise<void> {
  const problems = await problemsOfDataSet(trx, definition, id)
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
}

/** Changes a data set that stays right. */
export async function changeDataSet(
  trx: Scoped,
  id: string,
  changes: z.output<typeof dataSet.changes>,
  ifMatch?: string,
) {
  await readRow(trx, dataSet, id)
  if (changes.definition) await refuseWrongDataSet(trx, changes.definition, id)
  return updateRow(trx, dataSet, id, changes, ifMatch)
}
