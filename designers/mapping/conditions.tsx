import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { MappingTransformer } from '@weft/kit/define/mapping.ts'
import { operators, type Condition } from '@weft/kit/define/condition.ts'
import { labelOf } from '@weft/kit/ui/form/describe.ts'
import { isFormula } from '@weft/kit/formula/transformer.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { z } from 'zod'
import s from './mapping-designer.module.css'
import { texts } from './texts.ts'

type Origins = { value: string; label: string }[]

/** When a transformer works at all, and what its output is otherwise. */
export function Conditions({
  node,
  origins,
  readOnly,
  onChange,
}: {
  node: MappingTransformer
  origins: Origins
  readOnly: boolean
  onChange(change: Pick<MappingTransformer, 'conditions'> | Pick<MappingTransformer, 'otherwise'>, group?: string): void
}) {
  const t = useTexts(texts)
  const { conditions, otherwise } = node
  const [first] = origins
  const replace = (i: number, change: Partial<Condition>, group?: string) =>
    onChange({ conditions: conditions.map((one, n) => (n === i ? { ...one, ...change } : one)) }, group)
  return (
    <div className={s['conditions']}>
      {conditions.length > 0 && <div className={s['h']}>{t.conditions()}</div>}
      {conditions.map((condition, i) => (
        <ConditionRow
          key={i}
          condition={condition}
          origins={origins}
          readOnly={readOnly}
          onChange={(change) => replace(i, change, 'value' in change ? `condition ${i}` : undefined)}
          onRemove={() => onChange({ conditions: conditions.filter((_, n) => n !== i) })}
        />
      ))}
      {conditions.length > 0 && !isFormula(node) && (
        <Select
          size="xs"
          label={t.otherwise()}
          data={[
            { value: 'empty', label: t.otherwiseEmpty() },
            { value: 'pass', label: t.otherwisePass() },
          ]}
          value={otherwise}
          allowDeselect={false}
          disabled={readOnly}
          onChange={(next) => next && onChange({ otherwise: next })}
        />
      )}
      {!readOnly && first && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={13} />}
          onClick={() => onChange({ conditions: [...conditions, { field: first.value, operator: 'not_empty' }] })}
        >
          {t.addCondition()}
        </Button>
      )}
    </div>
  )
}

function ConditionRow({
  condition: { field, operator, value },
  origins,
  readOnly,
  onChange,
  onRemove,
}: {
  condition: Condition
  origins: Origins
  readOnly: boolean
  onChange(change: Partial<Condition>): void
  onRemove(): void
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const operatorNames = labelOf('operator', z.enum(operators)).options
  return (
    <div className={s['condition']}>
      <Select
        size="xs"
        aria-label={t.field()}
        data={origins}
        value={field}
        searchable
        allowDeselect={false}
        disabled={readOnly}
        onChange={(next) => next && onChange({ field: next })}
      />
      <Select
        size="xs"
        aria-label={t.relation()}
        data={operators.map((one) => ({ value: one, label: operatorNames?.[one]?.[language] ?? one }))}
        value={operator}
        allowDeselect={false}
        disabled={readOnly}
        onChange={(next) => next && onChange({ operator: next })}
      />
      <TextInput
        size="xs"
        aria-label={t.value()}
        value={value === undefined || value === null ? '' : String(value)}
        disabled={readOnly || ['empty', 'not_empty', 'true', 'false'].includes(operator)}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      <ActionIcon size="xs" aria-label={t.removeCondition()} disabled={readOnly} onClick={onRemove}>
        <IconTrash size={13} />
      </ActionIcon>
    </div>
  )
}
