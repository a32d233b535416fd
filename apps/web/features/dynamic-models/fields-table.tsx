import { Checkbox, Radio, Select, TextInput, Tooltip } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { DynamicField, ModelField } from '@weft/kit/define/model.ts'
import { fieldTypes, type FieldType } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { typeTexts } from '@weft/kit/ui/type-texts.ts'
import { Confidence } from './confidence.tsx'
import { DynamicFields } from './dynamic-fields.tsx'
import s from './dynamic-models.module.css'
import { FieldDetails } from './field-details.tsx'

const texts = defineMessages({
  key: { en: 'Key', de: 'Schlüssel' },
  use: { en: 'Use', de: 'Nutzen' },
  original: { en: 'In the file', de: 'In der Datei' },
  name: { en: 'Field name', de: 'Feldname' },
  type: { en: 'Type', de: 'Typ' },
  details: { en: 'How it is read', de: 'Wie es gelesen wird' },
  nullable: { en: 'May be empty', de: 'Darf leer sein' },
  sure: { en: 'Confidence', de: 'Sicherheit' },
  useField: { en: 'Use {name}', de: '{name} nutzen' },
  nameOf: { en: 'Field name of {name}', de: 'Feldname von {name}' },
  typeOf: { en: 'Type of {name}', de: 'Typ von {name}' },
  keyOf: { en: '{name} is the primary key', de: '{name} ist der Primärschlüssel' },
  nullableOf: { en: '{name} may be empty', de: '{name} darf leer sein' },
  rowNumber: { en: 'Number of the entry in the file', de: 'Nummer des Eintrags in der Datei' },
})

type Props = {
  fields: ModelField[]
  dynamicFields: DynamicField[]
  primaryKey: string | null | undefined
  onField: (field: ModelField) => void
  onDynamicFields: (fields: DynamicField[]) => void
  onKey: (name: string) => void
  errors?: Record<string, string[]>
  disabled?: boolean
}

/** Every column of the file and what it becomes; each finding can be overruled in place. */
export function FieldsTable({
  fields,
  dynamicFields,
  primaryKey,
  onField,
  onDynamicFields,
  onKey,
  errors = {},
  disabled = false,
}: Props) {
  const t = useTexts(texts)
  const rename = (field: ModelField, name: string) => {
    onField({ ...field, name })
    if (field.name === primaryKey) onKey(name)
  }
  return (
    <>
      {errors['primary_key']?.map((said) => (
        <p key={said} role="alert" className={s['complaint']}>
          {said}
        </p>
      ))}
      <div className={s['fieldsFrame']} role="region" aria-label={t.original()} tabIndex={0}>
        <table className={s['fields']}>
          <thead>
            <tr>
              <th scope="col">
                <Tooltip label={t.key()}>
                  <IconKey size={14} aria-label={t.key()} />
                </Tooltip>
              </th>
              <th scope="col">{t.use()}</th>
              <th scope="col">{t.original()}</th>
              <th scope="col">{t.name()}</th>
              <th scope="col">{t.type()}</th>
              <th scope="col">{t.sure()}</th>
              <th scope="col">{t.details()}</th>
              <th scope="col">{t.nullable()}</th>
            </tr>
          </thead>
          <tbody>
            {dynamicFields.map((dynamic, i) => (
              <DynamicRow
                key={`dynamic ${i}`}
                field={dynamic}
                isKey={primaryKey === dynamic.name}
                disabled={disabled}
                onKey={() => onKey(dynamic.name)}
              />
            ))}
            {fields.map((field, i) => (
              <FieldRows
                key={field.original_name}
                field={field}
                depth={0}
                place={`fields.${i}`}
                errors={errors}
                disabled={disabled}
                isKey={field.name === primaryKey}
                onKey={() => onKey(field.name)}
                onChange={(next) =>
                  next.name === field.name ? onField(next) : rename({ ...next, name: field.name }, next.name)
                }
              />
            ))}
          </tbody>
        </table>
      </div>
      <DynamicFields
        fields={fields}
        dynamicFields={dynamicFields}
        primaryKey={primaryKey}
        onDynamicFields={onDynamicFields}
        onKey={onKey}
        errors={errors}
        disabled={disabled}
      />
    </>
  )
}

type DynamicRowProps = { field: DynamicField; isKey: boolean; disabled: boolean; onKey: () => void }

/** A dynamic field among the columns: it can be the key, all else of it stands below. */
function DynamicRow({ field: { name, row_number, values, glue }, isKey, disabled, onKey }: DynamicRowProps) {
  const t = useTexts(texts)
  return (
    <tr>
      <td>
        <Radio
          size="xs"
          name="primary_key"
          aria-label={t.keyOf({ name })}
          checked={isKey}
          disabled={disabled}
          onChange={onKey}
        />
      </td>
      <td />
      <td className={s['made']}>{row_number ? t.rowNumber() : values.join(glue)}</td>
      <td>{name}</td>
      <td>
        <TypeName type={row_number ? 'integer' : 'text'} />
      </td>
      <td />
      <td />
      <td />
    </tr>
  )
}

type RowProps = {
  field: ModelField
  depth: number
  place: string
  errors: Record<string, string[]>
  disabled: boolean
  isKey?: boolean
  onKey?: () => void
  onChange: (field: ModelField) => void
}

function FieldRows({ field, depth, place, errors, disabled, isKey = false, onKey, onChange }: RowProps) {
  const t = useTexts(texts)
  // Whoever changes a finding has decided: it has no confidence any more.
  const decide = (changes: Partial<ModelField>) =>
    onChange({ ...field, ...changes, confidence: undefined, reason: undefined })
  const { original_name, name, type, include } = field
  return (
    <>
      <tr data-off={!include || undefined}>
        <td>
          {depth === 0 && (
            <Radio
              size="xs"
              name="primary_key"
              aria-label={t.keyOf({ name })}
              checked={isKey}
              disabled={disabled || !include}
              onChange={onKey}
            />
          )}
        </td>
        <td>
          <Checkbox
            size="xs"
            aria-label={t.useField({ name: original_name })}
            checked={include}
            disabled={disabled}
            onChange={(event) => onChange({ ...field, include: event.currentTarget.checked })}
          />
        </td>
        <td className={s['original']} style={{ paddingInlineStart: 6 + depth * 18 }} title={original_name}>
          {original_name}
        </td>
        <td>
          <TextInput
            size="xs"
            aria-label={t.nameOf({ name: original_name })}
            classNames={{ input: s['mono']! }}
            value={name}
            disabled={disabled || !include}
            error={errors[`${place}.name`]?.[0]}
            onChange={(event) =>
              decide({ name: event.currentTarget.value.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_') })
            }
          />
        </td>
        <td>
          <TypeSelect
            label={t.typeOf({ name: original_name })}
            value={type}
            disabled={disabled || !include}
            onChange={(next) => decide({ type: next })}
          />
        </td>
        <td>
          <Confidence confidence={field.confidence} reason={field.reason} short />
        </td>
        <td>
          <FieldDetails field={field} disabled={disabled || !include} onChange={decide} />
        </td>
        <td>
          <Checkbox
            size="xs"
            aria-label={t.nullableOf({ name: original_name })}
            checked={field.nullable}
            disabled={disabled || !include}
            onChange={(event) => decide({ nullable: event.currentTarget.checked })}
          />
        </td>
      </tr>
      {include &&
        (type === 'object' || type === 'list') &&
        field.fields?.map((inner, i) => (
          <FieldRows
            key={inner.original_name}
            field={inner}
            depth={depth + 1}
            place={`${place}.fields.${i}`}
            errors={errors}
            disabled={disabled}
            onChange={(next) => onChange({ ...field, fields: field.fields!.map((old, at) => (at === i ? next : old)) })}
          />
        ))}
    </>
  )
}

function TypeSelect({
  label,
  value,
  disabled,
  onChange,
}: {
  label: string
  value: FieldType
  disabled: boolean
  onChange: (type: FieldType) => void
}) {
  const t = useTexts(typeTexts)
  return (
    <Select
      size="xs"
      aria-label={label}
      data={fieldTypes.filter((type) => type !== 'choice').map((type) => ({ value: type, label: t[type]() }))}
      value={value}
      allowDeselect={false}
      disabled={disabled}
      onChange={(type) => type && onChange(type)}
    />
  )
}

function TypeName({ type }: { type: FieldType }) {
  const t = useTexts(typeTexts)
  return <>{t[type]()}</>
}
