import { ActionIcon, Button, Select, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconPlus, IconTrash } from '@tabler/icons-react'
import type { MappingDefinition, MappingProblem, MappingTrace, MappingTransformer } from '@weft/kit/define/mapping.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import { operators, type Condition } from '@weft/kit/define/step-context.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { labelOf } from '@weft/kit/ui/form/describe.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { typeTexts } from '@weft/kit/ui/type-texts.ts'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { changeTransformer, type Link } from './edits.ts'
import { brief } from './looks.ts'
import s from './mapping-designer.module.css'
import { texts } from './texts.ts'

type Shared = {
  definition: MappingDefinition
  problems: readonly MappingProblem[]
  /** Names of origins: field ids and outputs. */
  nameOf(origin: string): string
  origins: { value: string; label: string }[]
  readOnly: boolean
  onChange(next: MappingDefinition, group?: string): void
  onRemove(): void
}

/** What is to know and to set of a transformer: its inputs, its settings, and what it makes of the samples. */
export function TransformerDetails({
  stored,
  transformer,
  transformers,
  gives,
  traces,
  definition,
  problems,
  nameOf,
  origins,
  readOnly,
  onChange,
  onRemove,
}: Shared & {
  stored: MappingTransformer
  transformer: Transformer | undefined
  transformers: readonly Transformer[]
  gives: ValueType
  traces: readonly MappingTrace[]
}) {
  const t = useTexts(texts)
  const types = useTexts(typeTexts)
  const language = useLanguage()
  const change = (next: Partial<MappingTransformer>, group?: string) =>
    onChange(changeTransformer(definition, stored.id, next), group && `${stored.id} ${group}`)
  const own = problems.filter(({ at }) => at.on === 'transformer' && at.id === stored.id)
  const optionErrors = Object.fromEntries(
    own.flatMap(({ at, message }) => ('option' in at && at.option ? [[at.option, say(message, language)]] : [])),
  )
  const rest = own.filter(({ at }) => !('option' in at && at.option))
  const shape = transformer ? Object.keys(transformer.options.shape) : []
  return (
    <>
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
          value={stored.key}
          allowDeselect={false}
          disabled={readOnly}
          mb={6}
          onChange={(key) => key && change({ key, options: {} })}
        />
        <div className={s['pair']}>
          <TextInput
            size="xs"
            aria-label={t.label()}
            placeholder={t.label()}
            value={stored.label}
            maxLength={191}
            disabled={readOnly}
            onChange={(event) => change({ label: event.currentTarget.value }, 'label')}
          />
          <TextInput
            size="xs"
            aria-label={t.outputName()}
            value={stored.output}
            maxLength={63}
            disabled={readOnly}
            classNames={{ input: s['mono']! }}
            error={own.some(({ code }) => code.startsWith('output'))}
            onChange={(event) => change({ output: event.currentTarget.value }, 'output')}
          />
        </div>
        <dl className={s['facts']}>
          {stored.inputs.map((origin, i) => (
            <div key={i}>
              <dt>{transformer?.labels.inputs?.[i]?.[language] ?? String.fromCharCode(97 + (i % 26))}</dt>
              <dd>{origin === null ? '–' : nameOf(origin)}</dd>
            </div>
          ))}
        </dl>
        {rest.map(({ message, severity, code }, i) => (
          <p key={`${code} ${i}`} className={s['wrong']} data-severity={severity}>
            {say(message, language)}
          </p>
        ))}
      </div>
      <div>
        <div className={s['h']}>
          {t.settings()}
          <span className={s['mono']}>→ {types[gives]()}</span>
        </div>
        {transformer && <p className={s['help']}>{transformer.labels.help[language]}</p>}
        {transformer && shape.length > 0 ? (
          <div className={s['form']} data-columns={shape.length > 1 || undefined}>
            <SettingsForm
              key={`${stored.id} ${stored.key}`}
              schema={transformer.options}
              labels={transformer.labels.fields}
              value={{ ...defaultsOf(transformer), ...stored.options }}
              errors={optionErrors}
              disabled={readOnly}
              onChange={(value) => change({ options: kept(transformer, value) }, 'options')}
            />
          </div>
        ) : (
          <p className={s['quiet']}>{t.noSettings()}</p>
        )}
        <Conditions
          stored={stored}
          origins={origins.filter(({ value }) => value !== stored.output)}
          readOnly={readOnly}
          onChange={change}
        />
      </div>
      <Results stored={stored} transformer={transformer} traces={traces} />
    </>
  )
}

/** What stands in the form before anything was set. */
function defaultsOf(transformer: Transformer): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(transformer.options.shape as Record<string, z.ZodType>).flatMap(([key, schema]) => {
      const tried = schema.safeParse(undefined)
      return tried.success && tried.data !== undefined ? [[key, tried.data]] : []
    }),
  )
}

/** What was emptied and may be missing is not stored. */
const kept = (transformer: Transformer, value: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(value).filter(([key, one]) => {
      const schema = (transformer.options.shape as Record<string, z.ZodType>)[key]
      return (
        one !== undefined &&
        one !== null &&
        schema !== undefined &&
        !(one === '' && !schema.safeParse('').success && schema.safeParse(undefined).success)
      )
    }),
  )

function Conditions({
  stored,
  origins,
  readOnly,
  onChange,
}: {
  stored: MappingTransformer
  origins: { value: string; label: string }[]
  readOnly: boolean
  onChange(change: Partial<MappingTransformer>, group?: string): void
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const set = (conditions: MappingTransformer['conditions'], group?: string) => onChange({ conditions }, group)
  const replace = (i: number, change: Partial<Condition>, group?: string) =>
    set(
      stored.conditions.map((one, n) => (n === i ? { ...one, ...change } : one)),
      group,
    )
  const operatorNames = labelOf('operator', z.enum(operators)).options
  return (
    <div className={s['conditions']}>
      {stored.conditions.length > 0 && <div className={s['h']}>{t.conditions()}</div>}
      {stored.conditions.map(({ field, operator, value }, i) => (
        <div key={i} className={s['condition']}>
          <Select
            size="xs"
            aria-label={t.field()}
            data={origins}
            value={field}
            searchable
            allowDeselect={false}
            disabled={readOnly}
            onChange={(next) => next && replace(i, { field: next })}
          />
          <Select
            size="xs"
            aria-label={t.relation()}
            data={operators.map((one) => ({ value: one, label: operatorNames?.[one]?.[language] ?? one }))}
            value={operator}
            allowDeselect={false}
            disabled={readOnly}
            onChange={(next) => next && replace(i, { operator: next as Condition['operator'] })}
          />
          <TextInput
            size="xs"
            aria-label={t.value()}
            value={value === undefined || value === null ? '' : String(value)}
            disabled={readOnly || ['empty', 'not_empty', 'true', 'false'].includes(operator)}
            onChange={(event) => replace(i, { value: event.currentTarget.value }, `condition ${i}`)}
          />
          <ActionIcon
            size="xs"
            aria-label={t.removeCondition()}
            disabled={readOnly}
            onClick={() => set(stored.conditions.filter((_, n) => n !== i))}
          >
            <IconTrash size={13} />
          </ActionIcon>
        </div>
      ))}
      {stored.conditions.length > 0 && (
        <Select
          size="xs"
          label={t.otherwise()}
          data={[
            { value: 'empty', label: t.otherwiseEmpty() },
            { value: 'pass', label: t.otherwisePass() },
          ]}
          value={stored.otherwise}
          allowDeselect={false}
          disabled={readOnly}
          onChange={(otherwise) => onChange({ otherwise: otherwise as 'empty' | 'pass' })}
        />
      )}
      {!readOnly && origins.length > 0 && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={13} />}
          onClick={() => set([...stored.conditions, { field: origins[0]!.value, operator: 'not_empty' }])}
        >
          {t.addCondition()}
        </Button>
      )}
    </div>
  )
}

function Results({
  stored,
  transformer,
  traces,
}: {
  stored: MappingTransformer
  transformer: Transformer | undefined
  traces: readonly MappingTrace[]
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const values = traces
    .flatMap((trace) => trace.values.filter(({ transformer_id }) => transformer_id === stored.id))
    .slice(0, 40)
  const examples = transformer?.examples.slice(0, 4) ?? []
  return (
    <div>
      <div className={s['h']}>
        {values.length > 0 ? t.result() : t.examples()}
        <span>{values.length > 0 ? t.fromSamples({ count: traces.length }) : ''}</span>
      </div>
      {values.length === 0 && <p className={s['quiet']}>{traces.length === 0 ? t.noSamples() : t.notUsed()}</p>}
      <table className={s['results']}>
        <tbody>
          {values.map(({ inputs, value, failed, skipped }, i) => (
            <tr key={i} data-failed={failed ? true : undefined}>
              <td>{inputs.map(brief).join(' · ')}</td>
              <td title={failed && say(failed, language)}>
                {failed ? say(failed, language) : skipped ? t.skipped() : brief(value)}
              </td>
            </tr>
          ))}
          {values.length === 0 &&
            examples.map(({ takes, gives, refuses }, i) => (
              <tr key={i}>
                <td>{takes.map(brief).join(' · ')}</td>
                <td>{refuses ?? brief(gives)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

/** What is to know of a line. */
export function LinkDetails({
  link,
  nameOf,
  targetName,
  sample,
  problems,
  readOnly,
  onRemove,
}: Pick<Shared, 'nameOf' | 'problems' | 'readOnly' | 'onRemove'> & {
  link: Link
  targetName: string
  sample: ReactNode
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const own = problems.filter(({ at }) => at.on === 'connection' && at.id === link.connection)
  return (
    <>
      <div>
        <div className={s['h']}>
          {t.connection()}
          <span>
            {!readOnly && (
              <ActionIcon size="xs" aria-label={t.remove()} onClick={onRemove}>
                <IconTrash size={14} />
              </ActionIcon>
            )}
          </span>
        </div>
        <dl className={s['facts']}>
          <div>
            <dt>{t.from()}</dt>
            <dd>{nameOf(link.from.slice(2))}</dd>
          </div>
          <div>
            <dt>{t.to()}</dt>
            <dd>{targetName}</dd>
          </div>
          <div>
            <dt>{t.value()}</dt>
            <dd>{sample}</dd>
          </div>
        </dl>
      </div>
      <div>
        {own.map(({ message, severity, code }) => (
          <p key={code} className={s['wrong']} data-severity={severity}>
            {say(message, language)}
          </p>
        ))}
      </div>
      <div />
    </>
  )
}

/** Nothing chosen: what is still wrong, and how it is done. */
export function Overview({
  problems,
  placeOf,
  picked,
  onGo,
}: {
  problems: readonly MappingProblem[]
  placeOf(problem: MappingProblem): string | undefined
  picked: string | undefined
  onGo(problem: MappingProblem): void
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const counted = problems.filter(({ severity }) => severity !== 'warning').length
  return (
    <>
      <div>
        <div className={s['h']} aria-live="polite">
          {picked ? t.picked({ name: picked }) : t.problems({ count: counted })}
        </div>
        <p className={s['quiet']}>{t.nothing()}</p>
      </div>
      <div>
        {problems.length === 0 && (
          <p className={s['good']}>
            <IconCheck size={14} aria-hidden /> {t.ready()}
          </p>
        )}
        <ul className={s['problems']}>
          {problems.map((problem, i) => (
            <li key={i}>
              <button type="button" data-severity={problem.severity} onClick={() => onGo(problem)}>
                {placeOf(problem) && <b>{placeOf(problem)}: </b>}
                {say(problem.message, language)}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <p className={s['quiet']}>{t.hint()}</p>
      </div>
    </>
  )
}
