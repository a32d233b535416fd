import { z } from 'zod'
import type { Step } from '../define/element.ts'
import type { DataRecord } from '../define/record.ts'
import { named, reference } from '../define/settings.ts'
import { template } from '../define/template.ts'
import { valuer, valuesFor, type Moment } from '../define/values.ts'
import { Invalid } from '../errors/errors.ts'
import type { TemplateKind } from './kinds.ts'
import { storedTexts, writerOf } from './stored.ts'

/** A setting that takes a stored text instead of one that is written into the step. */
export const storedText = reference('text_template').optional()

/** What stored texts of a step are given beside the fields of the record: their variables by name. */
export const textValues = z
  .array(
    z.strictObject({
      name: named(z.string().trim().min(1).max(63), 'Variable', 'Variable'),
      value: named(template.default(''), 'Value', 'Wert'),
    }),
  )
  .max(100)
  .default([])

export const textValuesLabel = {
  label: { en: 'Values for text templates', de: 'Werte für Textvorlagen' },
  help: {
    en: 'Text templates speak of the fields of the record; what else they name is given here.',
    de: 'Textvorlagen sprechen von den Feldern des Datensatzes; was sie sonst nennen, steht hier.',
  },
} as const

type TextStep = Moment & Pick<Step<unknown>, 'texts'>

/** A stored text read once and then put to each record; as it was when the run began. */
export function storedTexter(
  step: TextStep,
  id: string,
  values: z.output<typeof textValues>,
): { label: string; kind: TemplateKind; write(record: DataRecord): string } {
  const stored = step.texts?.get(id)
  if (!stored) throw new Invalid('TEXT_TEMPLATE_NOT_FOUND', storedTexts.gone())
  const put = writerOf(stored)
  const given = values.map(({ name, value }) => [name, valuer(step, value)] as const)
  return {
    label: stored.label,
    kind: stored.kind,
    write: (record) =>
      put({ ...valuesFor(step, record), ...Object.fromEntries(given.map(([name, of]) => [name, of(record)])) }),
  }
}
