import { Button } from '@mantine/core'
import { IconBoxMultiple, IconMathFunction } from '@tabler/icons-react'
import type { MappingDefinition, MappingProblem, MappingTransformer } from '@weft/kit/define/mapping.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { parseFormula } from '@weft/kit/formula/parse.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { FormulaEditor } from '@weft/kit/ui/formula-editor.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import { formulaOffers } from './formula-complete.ts'
import { looksIn } from './formula-text.tsx'
import { asBoxes, asFormula, changeFormula, shownText, type FormulaGround } from './formulas.ts'
import { brief } from './looks.ts'
import s from './mapping-designer.module.css'
import { valueIn } from './rows.ts'
import { texts } from './texts.ts'

type Change = (next: MappingDefinition, group?: string) => void

/** The text of a formula that is a box between the trees. */
export function FormulaSettings({
  node,
  ground,
  types,
  sample,
  problems,
  readOnly,
  onChange,
}: {
  node: MappingTransformer
  ground: FormulaGround
  types: ReadonlyMap<string, ValueType>
  sample: DataRecord | undefined
  problems: readonly MappingProblem[]
  readOnly: boolean
  onChange: Change
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const transformers = [...ground.transformers.values()]
  const looks = looksIn(ground, transformers, types)
  const text = shownText(node, ground)
  const isFinished = parseFormula(text).problems.length === 0
  const first = problems.find(({ severity }) => severity !== 'warning')
  const marks = problems.flatMap(({ at }) =>
    at.on === 'transformer' && at.from !== undefined && at.to !== undefined ? [{ from: at.from, to: at.to }] : [],
  )
  return (
    <>
      <div className={s['h']}>{t.formula()}</div>
      {readOnly ? (
        <code className={s['mono']}>{text}</code>
      ) : (
        <FormulaEditor
          key={node.id}
          value={text}
          label={t.formula()}
          lookOf={looks.lookOf}
          complete={formulaOffers({
            sources: [...ground.sources.values()].filter(({ type }) => type !== 'object'),
            outputs: ground.definition.transformers.flatMap(({ id, output }) => (id === node.id ? [] : [output])),
            transformers,
            sampleOf: (row) => brief(valueIn(sample, row)).slice(0, 40),
            language,
          })}
          marks={marks}
          onChange={(next) => onChange(changeFormula(node, next, ground), `formula ${node.id}`)}
          onDone={() => undefined}
          onLeave={() => undefined}
        />
      )}
      {first && (
        <p className={s['wrong']} data-severity={first.severity} role="status">
          {say(first.message, language)}
        </p>
      )}
      {!readOnly && isFinished && (
        <Button
          size="compact-xs"
          variant="default"
          mt={6}
          leftSection={<IconBoxMultiple size={13} />}
          onClick={() => onChange(asBoxes(node, ground, () => crypto.randomUUID()))}
        >
          {t.asBoxes()}
        </Button>
      )}
    </>
  )
}

/** Offers to write a box, and those only it needs, as one formula. */
export function AsFormula({
  node,
  ground,
  onChange,
}: {
  node: MappingTransformer
  ground: FormulaGround
  onChange: Change
}) {
  const t = useTexts(texts)
  const next = asFormula(node, ground)
  return next ? (
    <Button
      size="compact-xs"
      variant="default"
      mt={6}
      leftSection={<IconMathFunction size={13} />}
      onClick={() => onChange(next)}
    >
      {t.asFormula()}
    </Button>
  ) : null
}
