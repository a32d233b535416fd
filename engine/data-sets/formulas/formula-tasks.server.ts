import type { Transformer } from '@weft/kit/define/transformer.ts'
import { implement, type Implementation } from '../../isolation/serve.server.ts'
import { computeFields } from './compute.ts'
import { computeDataSetFields } from './formula-tasks.ts'

export function formulaTasks(transformers: readonly Transformer[]): Implementation[] {
  const known = new Map(transformers.map((one) => [one.key, one]))
  return [
    implement(computeDataSetFields, ({ fields, rows, now }) =>
      computeFields(fields, rows, { transformers: known, now }),
    ),
  ]
}
