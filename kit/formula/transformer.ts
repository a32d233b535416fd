import { z } from 'zod'
import type { MappingTransformer } from '../define/mapping.ts'
import { defineTransformer, type Transformer } from '../define/transformer.ts'

/** A box of a mapping that holds a formula. It runs as the transformers it is made of, so it has no body of its own. */
export const formulaKey = 'formula'

export const formulaOptions = z.strictObject({
  text: z.string().meta({ input: 'text' }),
  /** How the text calls what comes in, in the order of the inputs: so a field that is renamed is still the same one. */
  names: z.array(z.string().max(500)).max(50).default([]),
})

export const isFormula = ({ key }: Pick<MappingTransformer, 'key'>) => key === formulaKey

/** The text of a formula and what its names stand for; empty where its settings are none. */
export function formulaOf({ inputs, options }: Pick<MappingTransformer, 'inputs' | 'options'>) {
  const { data } = formulaOptions.safeParse(options)
  const origins = new Map((data?.names ?? []).map((name, i) => [name, inputs[i] ?? null]))
  return { text: data?.text ?? '', origins }
}

/** How it shows among the others. */
export const formulaTransformer = defineTransformer({
  key: formulaKey,
  group: 'number',
  icon: 'IconMathFunction',
  takes: { all: 'any', least: 0 },
  options: formulaOptions,
  gives: 'any',
  apply: () => () => {
    throw new Error('a formula is unfolded before it runs')
  },
  labels: {
    title: { en: 'Formula', de: 'Formel' },
    help: {
      en: 'Computes with fields and the functions of the transformers: quantity * price * (1 - discount / 100).',
      de: 'Rechnet mit Feldern und den Funktionen der Umwandlungen: menge * preis * (1 - rabatt / 100).',
    },
    fields: { text: { en: 'Formula', de: 'Formel' }, names: { en: 'Names', de: 'Namen' } },
  },
  examples: [],
}) as Transformer
