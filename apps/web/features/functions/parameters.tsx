import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { FunctionParameter } from '@weft/kit/define/mapping-function.ts'
import { valueTypes, type ValueType } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { typeTexts } from '@weft/kit/ui/type-texts.ts'
import s from './functions.module.css'

const texts = defineMessages({
  name: { en: 'Name of parameter {number}', de: 'Name von Parameter {number}' },
  type: { en: 'Type of parameter {number}', de: 'Typ von Parameter {number}' },
  add: { en: 'Parameter', de: 'Parameter' },
  remove: { en: 'Remove parameter {number}', de: 'Parameter {number} entfernen' },
  none: { en: 'It takes nothing and always gives the same.', de: 'Sie nimmt nichts und ergibt immer dasselbe.' },
})

export function useTypes() {
  const words = useTexts(typeTexts)
  return valueTypes.map((value) => ({ value, label: words[value]() }))
}

/** What a function is called with, in its order. */
export function Parameters({
  parameters,
  errors,
  readOnly,
  onChange,
  onRemove,
}: {
  parameters: readonly FunctionParameter[]
  errors: Record<string, string[]>
  readOnly: boolean
  onChange(parameters: FunctionParameter[]): void
  onRemove(at: number): void
}) {
  const t = useTexts(texts)
  const types = useTypes()
  const change = (at: number, changed: Partial<FunctionParameter>) =>
    onChange(parameters.map((one, i) => (i === at ? { ...one, ...changed } : one)))
  const add = () =>
    onChange([...parameters, { id: crypto.randomUUID(), name: freeName(parameters), type: 'text' satisfies ValueType }])
  return (
    <div className={s['parameters']}>
      {parameters.length === 0 && <p className="muted">{t.none()}</p>}
      {parameters.map(({ id, name, type }, i) => (
        <div key={id} className={s['parameter']}>
          <TextInput
            aria-label={t.name({ number: i + 1 })}
            classNames={{ input: 'mono' }}
            value={name}
            readOnly={readOnly}
            error={errors[`parameters.${i}.name`]?.[0]}
            onChange={(event) => change(i, { name: event.currentTarget.value })}
          />
          <Select
            aria-label={t.type({ number: i + 1 })}
            data={types}
            value={type}
            allowDeselect={false}
            readOnly={readOnly}
            onChange={(value) => value && change(i, { type: value as ValueType })}
          />
          {!readOnly && (
            <ActionIcon aria-label={t.remove({ number: i + 1 })} onClick={() => onRemove(i)}>
              <IconTrash size={15} />
            </ActionIcon>
          )}
        </div>
      ))}
      {!readOnly && parameters.length < 10 && (
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
          {t.add()}
        </Button>
      )}
    </div>
  )
}

function freeName(parameters: readonly FunctionParameter[]): string {
  const taken = new Set(parameters.map(({ name }) => name))
  let number = 1
  while (taken.has(`value_${number}`)) number++
  return `value_${number}`
}
