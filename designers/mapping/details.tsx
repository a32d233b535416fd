import type { Icon } from '@tabler/icons-react'
import { isFormula } from '@weft/kit/formula/transformer.ts'
import type { MappingDefinition, MappingProblem, MappingTrace, MappingTransformer } from '@weft/kit/define/mapping.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useMemo } from 'react'
import { portsOf, type Link } from './edits.ts'
import type { FormulaGround } from './formulas.ts'
import { LinkDetails } from './link-details.tsx'
import { brief } from './looks.ts'
import s from './mapping-designer.module.css'
import type { namesIn } from './names.ts'
import { ProblemOverview } from './problem-overview.tsx'
import { valueIn, type Row } from './rows.ts'
import { texts } from './texts.ts'
import { TransformerDetails } from './transformer-details.tsx'

/** Below the canvas: what is chosen, or what is still wrong where nothing is. */
export function Details({
  ground,
  node,
  link,
  transformers,
  types,
  samples,
  traces,
  problems,
  names,
  picked,
  readOnly,
  iconOf,
  onChange,
  onInsert,
  onRemove,
  onGo,
}: {
  ground: FormulaGround
  /** The chosen transformer or link. */
  node: MappingTransformer | undefined
  link: Link | undefined
  transformers: readonly Transformer[]
  types: ReadonlyMap<string, ValueType>
  samples: readonly DataRecord[]
  traces: readonly MappingTrace[]
  problems: readonly MappingProblem[]
  names: ReturnType<typeof namesIn>
  /** The name of the end that is picked up to be connected. */
  picked: string | undefined
  readOnly: boolean
  onChange(next: MappingDefinition, group?: string): void
  iconOf(name: string): Icon
  /** Puts a transformer into the chosen link. */
  onInsert(transformer: Transformer): void
  onRemove(): void
  onGo(problem: MappingProblem): void
}) {
  const t = useTexts(texts)
  const { definition, sources, transformers: catalogue } = ground
  const origins = useMemo(() => originsOf(definition, sources), [definition, sources])
  return (
    <footer
      className={s['foot']}
      aria-label={t.details()}
      data-idle={(!node && !link && problems.length === 0) || undefined}
    >
      {node ? (
        <TransformerDetails
          node={node}
          transformer={catalogue.get(node.key)}
          transformers={transformers}
          gives={types.get(node.output) ?? 'any'}
          ground={ground}
          types={types}
          sample={samples[0]}
          traces={traces}
          definition={definition}
          problems={problems}
          nameOf={names.ofOrigin}
          origins={origins}
          readOnly={readOnly}
          onChange={onChange}
          onRemove={onRemove}
        />
      ) : link ? (
        <LinkDetails
          link={link}
          from={names.ofOrigin(link.from.slice(2))}
          to={names.ofTarget(link.to)}
          sample={brief(valueAlong(link, definition, sources, samples[0], traces[0]))}
          problems={problems}
          readOnly={readOnly}
          transformers={insertable(link, definition, transformers)}
          iconOf={iconOf}
          onInsert={onInsert}
          onRemove={onRemove}
        />
      ) : (
        <ProblemOverview problems={problems} subjectOf={names.ofSubject} picked={picked} onGo={onGo} />
      )}
    </footer>
  )
}

/** What takes a value can stand in a line; what goes into a formula is changed in its text. */
const insertable = ({ to }: Link, { transformers: boxes }: MappingDefinition, all: readonly Transformer[]) =>
  boxes.some((box) => to.startsWith(`i:${box.id}:`) && isFormula(box))
    ? []
    : all.filter((one) => !isFormula(one) && portsOf(one, []) > 0)

/** What a condition may ask about: fields that hold a value, and outputs. */
const originsOf = ({ transformers }: MappingDefinition, sources: ReadonlyMap<string, Row>) => [
  ...[...sources.values()]
    .filter(({ type }) => type !== 'object')
    .map(({ id, full_name }) => ({ value: id, label: full_name })),
  ...transformers.map(({ output, label }) => ({ value: output, label: label ? `${output} (${label})` : output })),
]

/** What the first sample has in the field a link comes from, or what the transformer there makes of it. */
function valueAlong(
  { from }: Link,
  { transformers }: MappingDefinition,
  sources: ReadonlyMap<string, Row>,
  sample: DataRecord | undefined,
  trace: MappingTrace | undefined,
): unknown {
  const field = from.startsWith('s:') && sources.get(from.slice(2))
  if (field) return valueIn(sample, field)
  const giver = transformers.find(({ output }) => `o:${output}` === from)
  return trace?.values.find(({ transformer_id }) => transformer_id === giver?.id)?.value
}
