import { Autocomplete, Button, Select, TextInput } from '@mantine/core'
import { operators, type Condition } from '@weft/kit/define/condition.ts'
import { parseTemplate, TemplateError } from '@weft/kit/define/template.ts'
import { say, type Message } from '@weft/kit/messages/messages.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { operatorNames } from '@weft/kit/ui/form/describe.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useId, useState } from 'react'
import { withoutValue } from './condition-words.ts'
import s from './debug.module.css'
import { debugTexts } from './texts.ts'

type Props = {
  line: string
  condition: Condition | undefined
  /** Names of fields that have come along the line. */
  fields: readonly string[]
  onSet(condition: Condition | undefined): void
  onClose(): void
}

/** Asks when a breakpoint stops; compared as the step “Condition” compares. */
export function ConditionDialog({ line, condition, fields, onSet, onClose }: Props) {
  const t = useTexts(debugTexts)
  const language = useLanguage()
  const form = useId()
  const [field, setField] = useState(condition?.field ?? '')
  const [operator, setOperator] = useState<Condition['operator']>(condition?.operator ?? 'equals')
  const [value, setValue] = useState(String(condition?.value ?? ''))
  const wrong = withoutValue.has(operator) ? undefined : problemOf(value)
  return (
    <Dialog
      title={t.conditionOf({ line })}
      size={520}
      onClose={onClose}
      beside={
        condition && (
          <Button variant="default" onClick={() => onSet(undefined)}>
            {t.noCondition()}
          </Button>
        )
      }
      actions={
        <Button type="submit" form={form} disabled={field.trim() === '' || wrong !== undefined}>
          {t.set()}
        </Button>
      }
    >
      <form
        id={form}
        className={s['condition']}
        onSubmit={(event) => {
          event.preventDefault()
          onSet({ field: field.trim(), operator, ...(withoutValue.has(operator) ? {} : { value }) })
        }}
      >
        <p className="muted">
          {t.conditionTitle()} … {t.conditionHelp({ example: '{{ total }}' })}
        </p>
        <Autocomplete
          label={t.field()}
          data={[...fields]}
          value={field}
          onChange={setField}
          limit={200}
          data-autofocus
        />
        <Select
          label={t.operator()}
          allowDeselect={false}
          value={operator}
          onChange={(one) => one && setOperator(one as Condition['operator'])}
          data={operators.map((one) => ({ value: one, label: operatorNames[one][language] }))}
        />
        {!withoutValue.has(operator) && (
          <TextInput
            label={t.value()}
            value={value}
            error={wrong && say(wrong, language)}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
      </form>
    </Dialog>
  )
}

function problemOf(text: string): Message | undefined {
  try {
    parseTemplate(text)
    return undefined
  } catch (error) {
    if (error instanceof TemplateError) return error.say
    throw error
  }
}
