import type { Transformer } from '@weft/kit/define/transformer.ts'
import { functionsOf, type Functions } from '@weft/kit/formula/functions.ts'

type Introduced = { transformers: ReadonlyMap<string, Transformer>; functions: Functions }
let known: Introduced = { transformers: new Map(), functions: functionsOf([]) }

/** Each process that asks data sets says once, before it does, which transformers there are. */
export function introduceTransformers(transformers: readonly Transformer[]): void {
  known = {
    transformers: new Map(transformers.map((one) => [one.key, one])),
    functions: functionsOf(transformers),
  }
}

export const introduced = (): Introduced => known
