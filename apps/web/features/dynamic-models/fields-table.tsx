import {
  ActionIcon,
  Button,
  Checkbox,
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  TagsInput,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react'
import type { DynamicField, ModelField } from '@weft/kit/define/model.ts'
import { fieldTypes, type FieldType } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { typeTexts } from '@weft/kit/ui/type-texts.ts'
import { Confidence } from './confidence.tsx'
import s from './dynamic-models.module.css'

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
  length: { en: 'Length', de: 'Länge' },
  precision: { en: 'Digits', de: 'Stellen' },
  scale: { en: 'Behind the point', de: 'Nachkommastellen' },
  comma: { en: 'Decimal comma', de: 'Dezimalkomma' },
  order: { en: 'Order', de: 'Reihenfolge' },
  ymd: { en: 'year, month, day', de: 'Jahr, Monat, Tag' },
  dmy: { en: 'day, month, year', de: 'Tag, Monat, Jahr' },
  mdy: { en: 'month, day, year', de: 'Monat, Tag, Jahr' },
  yes: { en: 'Means yes', de: 'Bedeutet ja' },
  no: { en: 'Means no', de: 'Bedeutet nein' },
  dynamic: { en: 'Dynamic fields', de: 'Dynamische Felder' },
  dynamicHelp: {
    en: 'A field made of others, such as a key of two columns.',
    de: 'Ein Feld aus anderen, zum Beispiel ein Schlüssel aus zwei Spalten.',
  },
  addDynamic: { en: 'Add dynamic field', de: 'Dynamisches Feld hinzufügen' },
  values: { en: 'Made of', de: 'Zusammengesetzt aus' },
  glue: { en: 'Between them', de: 'Dazwischen' },
  rowNumber: { en: 'Number of the entry in the file', de: 'Nummer des Eintrags in der Datei' },
  remove: { en: 'Remove {name}', de: '{name} entfernen' },
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
              <tr key={`dynamic ${i}`}>
                <td>
                  <Radio
                    size="xs"
                    name="primary_key"
                    aria-label={t.keyOf({ name: dynamic.name })}
                    checked={primaryKey === dynamic.name}
                    disabled={disabled}
                    onChange={() => onKey(dynamic.name)}
                  />
                </td>
                <td />
                <td className={s['made']}>{dynamic.row_number ? t.rowNumber() : dynamic.values.join(dynamic.glue)}</td>
                <td>{dynamic.name}</td>
                <td>
                  <TypeName type={dynamic.row_number ? 'integer' : 'text'} />
                </td>
                <td />
                <td />
                <td />
              </tr>
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
      <section className={s['dynamic']}>
        <h3>{t.dynamic()}</h3>
        <p>{t.dynamicHelp()}</p>
        {dynamicFields.map((dynamic, i) => {
          const replace = (next: DynamicField) => {
            onDynamicFields(dynamicFields.map((old, at) => (at === i ? next : old)))
            if (dynamic.name === primaryKey && next.name !== dynamic.name) onKey(next.name)
          }
          return (
            <div key={i} className={s['dynamicRow']}>
              <TextInput
                label={t.name()}
                value={dynamic.name}
                disabled={disabled}
                error={errors[`dynamic_fields.${i}.name`]?.[0]}
                onChange={(event) => replace({ ...dynamic, name: event.currentTarget.value })}
              />
              {dynamic.row_number ? (
                <TextInput label={t.values()} value={t.rowNumber()} disabled />
              ) : (
                <MultiSelect
                  label={t.values()}
                  data={fields.filter(({ include }) => include).map(({ name }) => name)}
                  value={dynamic.values}
                  searchable
                  disabled={disabled}
                  error={errors[`dynamic_fields.${i}.values`]?.[0]}
                  onChange={(values) => replace({ ...dynamic, values })}
                />
              )}
              {!dynamic.row_number && (
                <TextInput
                  label={t.glue()}
                  value={dynamic.glue}
                  maxLength={10}
                  disabled={disabled}
                  onChange={(event) => replace({ ...dynamic, glue: event.currentTarget.value })}
                />
              )}
              <ActionIcon
                aria-label={t.remove({ name: dynamic.name })}
                disabled={disabled}
                onClick={() => onDynamicFields(dynamicFields.filter((_, at) => at !== i))}
              >
                <IconTrash size={15} />
              </ActionIcon>
            </div>
          )
        })}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={13} />}
          disabled={disabled || fields.length === 0}
          onClick={() =>
            onDynamicFields([
              ...dynamicFields,
              {
                name: freeName([...fields, ...dynamicFields]),
                glue: '-',
                values: fields.slice(0, 2).map(({ name }) => name),
              },
            ])
          }
        >
          {t.addDynamic()}
        </Button>
      </section>
    </>
  )
}

const freeName = (taken: { name: string }[]) => {
  const names = new Set(taken.map(({ name }) => name))
  for (let n = 1; ; n++) if (!names.has(`combined_${n}`)) return `combined_${n}`
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
        <td className={s['original']} style={{ paddingInlineStart: 8 + depth * 18 }} title={original_name}>
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
          <Details field={field} disabled={disabled || !include} onChange={decide} />
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

function Details({
  field,
  disabled,
  onChange,
}: {
  field: ModelField
  disabled: boolean
  onChange: (changes: Partial<ModelField>) => void
}) {
  const t = useTexts(texts)
  const number = (label: string, key: 'length' | 'precision' | 'scale', max: number) => (
    <NumberInput
      size="xs"
      aria-label={label}
      placeholder={label}
      title={label}
      hideControls
      w={64}
      min={key === 'scale' ? 0 : 1}
      max={max}
      value={field[key] ?? ''}
      disabled={disabled}
      onChange={(value) => onChange({ [key]: typeof value === 'number' ? value : undefined })}
    />
  )
  switch (field.type) {
    case 'text':
      return number(t.length(), 'length', 65_535)
    case 'decimal':
      return (
        <div className={s['details']}>
          {number(t.precision(), 'precision', 65)}
          {number(t.scale(), 'scale', 30)}
          <Checkbox
            size="xs"
            label={t.comma()}
            checked={field.decimal_comma ?? false}
            disabled={disabled}
            onChange={(event) => onChange({ decimal_comma: event.currentTarget.checked })}
          />
        </div>
      )
    case 'integer':
    case 'big_integer':
      return null
    case 'date':
    case 'date_time':
      return (
        <Select
          size="xs"
          w={170}
          aria-label={t.order()}
          data={(['ymd', 'dmy', 'mdy'] as const).map((order) => ({ value: order, label: t[order]() }))}
          value={field.date_order ?? 'ymd'}
          allowDeselect={false}
          disabled={disabled}
          onChange={(order) => order && onChange({ date_order: order })}
        />
      )
    case 'boolean':
      return (
        <div className={s['details']}>
          <TagsInput
            size="xs"
            w={116}
            aria-label={t.yes()}
            placeholder={field.true_words?.length ? '' : t.yes()}
            value={field.true_words ?? []}
            disabled={disabled}
            onChange={(words) => onChange({ true_words: words })}
          />
          <TagsInput
            size="xs"
            w={116}
            aria-label={t.no()}
            placeholder={field.false_words?.length ? '' : t.no()}
            value={field.false_words ?? []}
            disabled={disabled}
            onChange={(words) => onChange({ false_words: words })}
          />
        </div>
      )
    default:
      return null
  }
}
