import { ActionIcon, Select, TextInput, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { MappingDefinition, MappingProblem, MappingTrace, MappingTransformer } from '@weft/kit/define/mapping.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { isFormula } from '@weft/kit/formula/transformer.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { typeTexts } from '@weft/kit/ui/type-texts.ts'
import type { z } from 'zod'
import { Conditions } from './conditions.tsx'
import { changeTransformer } from './edits.ts'
import { AsFormula, FormulaSettings } from './formula-settings.tsx'
import type { FormulaGround } from './formulas.ts'
import { inputName } from './looks.ts'
import s from './mapping-designer.module.css'
import { Results } from './results.tsx'
import { texts } from './texts.ts'

type Change = (change: Partial<MappingTransformer>, group?: string) => void

/** What is to know and to set of a transformer: its inputs, its settings, and what it makes of the samples. */
export function TransformerDetails({
  node,
  transformer,
  transformers,
  gives,
  ground,
  types,
  sample,
  traces,
  definition,
  problems,
  nameOf,
  origins,
  readOnly,
  onChange,
  onRemove,
}: {
  node: MappingTransformer
  transformer: Transformer | undefined
  transformers: readonly Transformer[]
  gives: ValueType
  ground: FormulaGround
  types: ReadonlyMap<string, ValueType>
  sample: DataRecord | undefined
  traces: readonly MappingTrace[]
  definition: MappingDefinition
  problems: readonly MappingProblem[]
  /** Names of origins: field ids and outputs. */
  nameOf(origin: string): string
  origins: { value: string; label: string }[]
  readOnly: boolean
  onChange(next: MappingDefinition, group?: string): void
  onRemove(): void
}) {
  const change: Change = (next, group) =>
    onChange(changeTransformer(definition, node.id, next), group && `${node.id} ${group}`)
  const own = problems.filter(({ at }) => at.on === 'transformer' && at.id === node.id)
  return (
    <>
      <Identity
        node={node}
        transformer={transformer}
        transformers={transformers}
        problems={own}
        nameOf={nameOf}
        readOnly={readOnly}
        onChange={change}
        onRemove={onRemove}
      />
      <div>
        {isFormula(node) ? (
          <FormulaSettings
            node={node}
            ground={ground}
            types={types}
            sample={sample}
            problems={own}
            readOnly={readOnly}
            onChange={onChange}
          />
        ) : (
          <>
            <Settings
              node={node}
              transformer={transformer}
              gives={gives}
              problems={own}
              readOnly={readOnly}
              onChange={change}
            />
            {!readOnly && <AsFormula node={node} ground={ground} onChange={onChange} />}
          </>
        )}
        <Conditions
          node={node}
          origins={origins.filter(({ value }) => value !== node.output)}
          readOnly={readOnly}
          onChange={change}
        />
      </div>
      <Results id={node.id} transformer={transformer} traces={traces} />
    </>
  )
}

/** A problem of one setting is said at its field. */
const optionOf = ({ at }: MappingProblem) => (at.on === 'transformer' && at.option) || undefined

/** Which transformer it is, how it is called, what goes in, and what is wrong with it as a whole. */
function Identity({
  node,
  transformer,
  transformers,
  problems,
  nameOf,
  readOnly,
  onChange,
  onRemove,
}: {
  node: MappingTransformer
  transformer: Transformer | undefined
  transformers: readonly Transformer[]
  problems: readonly MappingProblem[]
  nameOf(origin: string): string
  readOnly: boolean
  onChange: Change
  onRemove(): void
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  return (
    <div>
      <div className={s['h']}>
        {t.transformer()}
        <span>
          {!readOnly && (
            <Tooltip label={t.remove()}>
              <ActionIcon size="xs" aria-label={t.remove()} onClick={onRemove}>
                <IconTrash size={14} />
              </ActionIcon>
            </Tooltip>
          )}
        </span>
      </div>
      <Select
        size="xs"
        aria-label={t.kind()}
        searchable
        data={transformers.map((one) => ({ value: one.key, label: one.labels.title[language] }))}
        value={node.key}
        allowDeselect={false}
        disabled={readOnly}
        mb={6}
        onChange={(key) => key && onChange({ key, options: {} })}
      />
      <div className={s['pair']}>
        <TextInput
          size="xs"
          aria-label={t.label()}
          placeholder={t.label()}
          value={node.label}
          maxLength={191}
          disabled={readOnly}
          onChange={(event) => onChange({ label: event.currentTarget.value }, 'label')}
        />
        <TextInput
          size="xs"
          aria-label={t.outputName()}
          value={node.output}
          maxLength={63}
          disabled={readOnly}
          classNames={{ input: s['mono']! }}
          error={problems.some(({ code }) => code.startsWith('output'))}
          onChange={(event) => onChange({ output: event.currentTarget.value }, 'output')}
        />
      </div>
      <dl className={s['facts']}>
        {node.inputs.map((origin, i) => (
          <div key={i}>
            <dt>{inputName(transformer, node, i, language)}</dt>
            <dd>{origin === null ? '–' : nameOf(origin)}</dd>
          </div>
        ))}
      </dl>
      {problems
        .filter((problem) => !optionOf(problem))
        .map(({ message, severity, code }, i) => (
          <p key={`${code} ${i}`} className={s['wrong']} data-severity={severity}>
            {say(message, language)}
          </p>
        ))}
    </div>
  )
}

/** The options of a transformer, and what it gives with them. */
function Settings({
  node,
  transformer,
  gives,
  problems,
  readOnly,
  onChange,
}: {
  node: MappingTransformer
  transformer: Transformer | undefined
  gives: ValueType
  problems: readonly MappingProblem[]
  readOnly: boolean
  onChange: Change
}) {
  const t = useTexts(texts)
  const types = useTexts(typeTexts)
  const language = useLanguage()
  const count = transformer ? Object.keys(transformer.options.shape).length : 0
  return (
    <>
      <div className={s['h']}>
        {t.settings()}
        <span className={s['mono']}>→ {types[gives]()}</span>
      </div>
      {transformer && <p className={s['help']}>{transformer.labels.help[language]}</p>}
      {transformer && count > 0 ? (
        <div className={s['form']} data-columns={count > 1 || undefined}>
          <SettingsForm
            key={`${node.id} ${node.key}`}
            schema={transformer.options}
            labels={transformer.labels.fields}
            value={{ ...defaultsOf(transformer), ...node.options }}
            errors={Object.fromEntries(
              problems.flatMap((problem) => {
                const option = optionOf(problem)
                return option ? [[option, say(problem.message, language)]] : []
              }),
            )}
            disabled={readOnly}
            onChange={(value) => onChange({ options: withoutEmptied(transformer, value) }, 'options')}
          />
        </div>
      ) : (
        <p className={s['quiet']}>{t.noSettings()}</p>
      )}
    </>
  )
}

const optionSchemas = ({ options }: Transformer): Record<string, z.ZodType> => options.shape

/** What stands in the form before anything was set. */
function defaultsOf(transformer: Transformer): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(optionSchemas(transformer)).flatMap(([key, schema]) => {
      const tried = schema.safeParse(undefined)
      return tried.success && tried.data !== undefined ? [[key, tried.data]] : []
    }),
  )
}

/** What was emptied and may be missing is not stored. */
const withoutEmptied = (transformer: Transformer, value: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(value).filter(([key, one]) => {
      const schema = optionSchemas(transformer)[key]
      return (
        one !== undefined &&
        one !== null &&
        schema !== undefined &&
        !(one === '' && !schema.safeParse('').success && schema.safeParse(undefined).success)
      )
    }),
  )
