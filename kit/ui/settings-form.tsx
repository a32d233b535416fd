import { useMemo, useState } from 'react'
import type { z } from 'zod'
import type { FieldLabel } from '../define/resource.ts'
import { isShown } from './form/describe.ts'
import { FieldInput } from './form/field-input.tsx'
import { validate } from './form/validate.ts'
import { labelOf } from './form/describe.ts'
import s from './form.module.css'
import { useLanguage } from './language.ts'

type Props<Value> = {
  schema: z.ZodObject
  labels?: Record<string, FieldLabel>
  value: Value
  onChange: (value: Value) => void
  /** Complaints from elsewhere (the server, a check of the whole document), by dotted path. */
  errors?: Record<string, string | string[]>
  /** Keys that are write-only: shown as passwords, kept when left empty. */
  secrets?: readonly string[]
  /** Keys not shown. */
  hide?: readonly string[]
  disabled?: boolean
  /** Complaints of the schema appear at once instead of after leaving a field. */
  strict?: boolean
  /** Two fields side by side, where there is room: for many short ones. */
  paired?: boolean
}

/**
 * The inputs for a zod object with its labels, for settings of elements, transformers, formats and connections. Holds nothing:
 * every change is handed on at once, complaints of the schema are shown at fields the user has left.
 */
export function SettingsForm<Value extends Record<string, unknown>>({
  schema,
  labels = {},
  value,
  onChange,
  errors = {},
  secrets = [],
  hide = [],
  disabled = false,
  strict = false,
  paired = false,
}: Props<Value>) {
  const language = useLanguage()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const shape = schema.shape as Record<string, z.ZodType>
  const names = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(shape).map(([key, field]) => [key, labelOf(key, field, labels[key]).label[language]]),
      ),
    [shape, labels, language],
  )
  const own = validate(schema, value, language, names)
  const shown: Record<string, string> = {}
  for (const [place, complaint] of Object.entries(own))
    if (strict || left.has(place.split('.')[0]!)) shown[place] = complaint
  for (const [place, said] of Object.entries(errors)) shown[place] = typeof said === 'string' ? said : said.join(' ')
  return (
    <div className={paired ? s['pairs'] : s['stack']}>
      {Object.entries(shape).map(([key, field]) =>
        hide.includes(key) || !isShown(field, value) ? null : (
          <FieldInput
            key={key}
            name={key}
            schema={field}
            label={labels[key]}
            value={value[key]}
            siblings={value}
            errors={shown}
            disabled={disabled}
            secret={secrets.includes(key)}
            onBlur={() => setLeft(new Set([...left, key]))}
            onChange={(next) => onChange({ ...value, [key]: next })}
          />
        ),
      )}
    </div>
  )
}

/** The values without the secrets nobody typed: those stay as they are. */
export const withoutUntyped = (value: Record<string, unknown>, secrets: readonly string[]) =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([key, given]) => !secrets.includes(key) || (typeof given === 'string' && given !== ''),
    ),
  )
