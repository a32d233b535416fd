import { ActionIcon, Button, Checkbox, NumberInput, Radio, Select, TextInput, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { fieldTypes, type FieldType, type StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { typeTexts } from '@weft/kit/ui/type-texts.ts'
import { useState } from 'react'
import { FieldDetails } from './field-details.tsx'
import s from './structures.module.css'
import { newField } from './drafts.ts'

const texts = defineMessages({
  fields: { en: 'Fields', de: 'Felder' },
  key: { en: 'Key', de: 'Schlüssel' },
  name: { en: 'Name', de: 'Name' },
  label: { en: 'Label', de: 'Bezeichnung' },
  type: { en: 'Type', de: 'Typ' },
  size: { en: 'Size', de: 'Größe' },
  empty: { en: 'May be empty', de: 'Darf leer sein' },
  required: { en: 'Required', de: 'Pflicht' },
  unique: { en: 'Unique', de: 'Eindeutig' },
  index: { en: 'Index', de: 'Index' },
  of: { en: '{what} of {field}', de: '{what} von {field}' },
  add: { en: 'Add field', de: 'Feld hinzufügen' },
  up: { en: 'Move {field} up', de: '{field} nach oben' },
  down: { en: 'Move {field} down', de: '{field} nach unten' },
  copy: { en: 'Copy {field}', de: '{field} kopieren' },
  remove: { en: 'Remove {field}', de: '{field} entfernen' },
  more: { en: 'Select a field to see all its settings.', de: 'Wählen Sie ein Feld, um alle Einstellungen zu sehen.' },
  unnamed: { en: 'new field', de: 'neues Feld' },
  digits: { en: 'Digits', de: 'Stellen' },
  scale: { en: 'Behind the point', de: 'Nachkommastellen' },
  length: { en: 'Length', de: 'Länge' },
})

type Props = {
  fields: StructureField[]
  onChange: (fields: StructureField[]) => void
  errors: Record<string, string[]>
  readOnly?: boolean
  structures: { id: string; label: string }[]
}

/** The fields of a structure as a grid; the selected one with all its settings beside it. */
export function FieldGrid({ fields, onChange, errors, readOnly = false, structures }: Props) {
  const t = useTexts(texts)
  const [chosen, setChosen] = useState<string | undefined>(fields[0]?.id)
  const at = fields.findIndex((field) => field.id === chosen)
  const replace = (i: number, next: StructureField) => onChange(fields.map((field, n) => (n === i ? next : field)))
  const insert = (i: number, field: StructureField) => {
    onChange(fields.toSpliced(i, 0, field))
    setChosen(field.id)
  }
  const move = (i: number, to: number) => onChange(fields.toSpliced(i, 1).toSpliced(to, 0, fields[i]!))
  const setKey = (i: number) =>
    onChange(fields.map((field, n) => ({ ...field, primary_key: n === i, ...(n === i ? { nullable: false } : {}) })))
  return (
    <div className={s['room']}>
      <div className={s['split']}>
        <div className={s['gridFrame']}>
          {errors['fields']?.map((said) => (
            <p key={said} role="alert" className={s['complaint']}>
              {said}
            </p>
          ))}
          <div className={s['scroll']} role="region" aria-label={t.fields()} tabIndex={0}>
            <table className={s['fields']}>
              <thead>
                <tr>
                  <th scope="col">{t.key()}</th>
                  <th scope="col">{t.name()}</th>
                  <th scope="col">{t.label()}</th>
                  <th scope="col">{t.type()}</th>
                  <th scope="col">{t.size()}</th>
                  {[t.empty(), t.required(), t.unique(), t.index()].map((title) => (
                    <th key={title} scope="col" className={s['tick']}>
                      {title}
                    </th>
                  ))}
                  <td />
                </tr>
              </thead>
              <tbody>
                {fields.map((field, i) => (
                  <Row
                    key={field.id}
                    field={field}
                    chosen={field.id === chosen}
                    onChoose={() => setChosen(field.id)}
                    onChange={(next) => replace(i, next)}
                    onKey={() => setKey(i)}
                    onRemove={() => onChange(fields.toSpliced(i, 1))}
                    onCopy={() =>
                      insert(
                        i + 1,
                        newField({
                          ...field,
                          id: newField().id,
                          name: `${field.name}_copy`.slice(0, 63),
                          primary_key: false,
                        }),
                      )
                    }
                    onUp={i > 0 ? () => move(i, i - 1) : undefined}
                    onDown={i < fields.length - 1 ? () => move(i, i + 1) : undefined}
                    errors={Object.fromEntries(
                      Object.entries(errors).flatMap(([path, said]) =>
                        path.startsWith(`fields.${i}.`) ? [[path.slice(`fields.${i}.`.length), said]] : [],
                      ),
                    )}
                    readOnly={readOnly}
                  />
                ))}
              </tbody>
            </table>
          </div>
          {!readOnly && (
            <Button
              mt={10}
              variant="default"
              leftSection={<IconPlus size={15} />}
              onClick={() => insert(fields.length, newField())}
            >
              {t.add()}
            </Button>
          )}
        </div>
        <aside className={s['details']}>
          {at >= 0 ? (
            <FieldDetails
              key={fields[at]!.id}
              field={fields[at]!}
              onChange={(next) => replace(at, next)}
              errors={errors}
              path={`fields.${at}`}
              readOnly={readOnly}
              structures={structures}
            />
          ) : (
            <p className="muted">{t.more()}</p>
          )}
        </aside>
      </div>
    </div>
  )
}

type RowProps = {
  field: StructureField
  chosen: boolean
  onChoose: () => void
  onChange: (field: StructureField) => void
  onKey: () => void
  onRemove: () => void
  onCopy: () => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  errors: Record<string, string[]>
  readOnly: boolean
}

function Row({ field, chosen, onChoose, onChange, onKey, onRemove, onCopy, onUp, onDown, errors, readOnly }: RowProps) {
  const t = useTexts(texts)
  const types = useTexts(typeTexts)
  const name = field.name || t.unnamed()
  const named = (what: string) => t.of({ what, field: name })
  const set = (change: Partial<StructureField>) => onChange({ ...field, ...change })
  const tick = (key: 'nullable' | 'required' | 'unique' | 'index', title: string, disabled = false) => (
    <td className={s['tick']}>
      <Checkbox
        size="xs"
        aria-label={named(title)}
        checked={key === 'unique' && field.primary_key ? true : field[key]}
        disabled={readOnly || disabled}
        onChange={(event) => set({ [key]: event.currentTarget.checked })}
      />
    </td>
  )
  const complaints = [...(errors['name'] ?? []), ...(errors['scale'] ?? [])]
  const complained = complaints.length > 0 ? { error: true, 'aria-describedby': `${field.id}-complaint` } : {}
  return (
    <>
      <tr
        data-chosen={chosen || undefined}
        data-wrong={Object.keys(errors).length > 0 || undefined}
        onClick={onChoose}
        onFocus={onChoose}
      >
        <td className={s['tick']}>
          <Radio
            size="xs"
            name="primary_key"
            aria-label={named(t.key())}
            checked={field.primary_key}
            disabled={readOnly}
            onChange={onKey}
          />
        </td>
        <td className={s['name']}>
          <TextInput
            size="xs"
            className="mono"
            aria-label={named(t.name())}
            value={field.name}
            readOnly={readOnly}
            {...(errors['name'] && complained)}
            autoFocus={field.name === '' && chosen}
            onChange={(event) => set({ name: event.currentTarget.value.toLowerCase().replaceAll(/[\s-]+/g, '_') })}
          />
        </td>
        <td className={s['name']}>
          <TextInput
            size="xs"
            aria-label={named(t.label())}
            value={field.label ?? ''}
            readOnly={readOnly}
            onChange={(event) => set({ label: event.currentTarget.value || undefined })}
          />
        </td>
        <td>
          <Select
            size="xs"
            w={132}
            aria-label={named(t.type())}
            data={fieldTypes.map((value) => ({ value, label: types[value]() }))}
            value={field.type}
            readOnly={readOnly}
            allowDeselect={false}
            onChange={(type) => type && onChange(retyped(field, type))}
          />
        </td>
        <td>
          <Size
            field={field}
            named={named}
            set={set}
            complained={errors['scale'] ? complained : {}}
            readOnly={readOnly}
          />
        </td>
        {tick('nullable', t.empty(), field.primary_key)}
        {tick('required', t.required())}
        {tick('unique', t.unique(), field.primary_key)}
        {tick('index', t.index())}
        <td className={s['verbs']}>
          {!readOnly && (
            <>
              <Verb label={t.up({ field: name })} onClick={onUp} icon={<IconArrowUp size={14} />} />
              <Verb label={t.down({ field: name })} onClick={onDown} icon={<IconArrowDown size={14} />} />
              <Verb label={t.copy({ field: name })} onClick={onCopy} icon={<IconCopy size={14} />} />
              <Verb label={t.remove({ field: name })} onClick={onRemove} icon={<IconTrash size={14} />} />
            </>
          )}
        </td>
      </tr>
      {complaints.length > 0 && (
        <tr className={s['complaint']} onClick={onChoose}>
          <td />
          <td colSpan={9} id={`${field.id}-complaint`}>
            {complaints.join(' ')}
          </td>
        </tr>
      )}
    </>
  )
}

const Verb = ({
  label,
  onClick,
  icon,
}: {
  label: string
  onClick: (() => void) | undefined
  icon: React.ReactNode
}) => (
  <Tooltip label={label}>
    <ActionIcon
      size="sm"
      aria-label={label}
      disabled={!onClick}
      onClick={(event) => {
        event.stopPropagation()
        onClick?.()
      }}
    >
      {icon}
    </ActionIcon>
  </Tooltip>
)

function Size({
  field,
  named,
  set,
  complained,
  readOnly,
}: {
  field: StructureField
  named: (what: string) => string
  set: (change: Partial<StructureField>) => void
  complained: object
  readOnly: boolean
}) {
  const t = useTexts(texts)
  const number = (value: string | number) => (typeof value === 'number' ? value : undefined)
  if (field.type === 'text')
    return (
      <NumberInput
        size="xs"
        w={70}
        hideControls
        min={1}
        max={65_535}
        aria-label={named(t.length())}
        value={field.length ?? ''}
        readOnly={readOnly}
        onChange={(value) => set({ length: number(value) })}
      />
    )
  if (field.type !== 'decimal') return null
  return (
    <span className={s['size']}>
      <NumberInput
        size="xs"
        w={44}
        hideControls
        min={1}
        max={65}
        aria-label={named(t.digits())}
        value={field.precision ?? ''}
        readOnly={readOnly}
        onChange={(value) => set({ precision: number(value) })}
      />
      ,
      <NumberInput
        size="xs"
        w={44}
        hideControls
        min={0}
        max={30}
        aria-label={named(t.scale())}
        value={field.scale ?? ''}
        readOnly={readOnly}
        {...complained}
        onChange={(value) => set({ scale: number(value) })}
      />
    </span>
  )
}

/** A field of another type keeps what that type knows. */
function retyped(
  { precision, scale, length, values, fields, unsigned, min, max, ...field }: StructureField,
  type: FieldType,
): StructureField {
  const isNumber = ['integer', 'big_integer', 'decimal'].includes(type)
  return {
    ...field,
    type,
    unsigned: isNumber && unsigned,
    ...(type === 'decimal' && { precision: precision ?? 15, scale: scale ?? 2 }),
    ...(type === 'text' && { length }),
    ...(type === 'choice' && { values: values ?? [] }),
    ...(['object', 'list'].includes(type) && { fields: fields ?? [] }),
    ...((isNumber || ['text', 'long_text', 'list'].includes(type)) && { min, max }),
  }
}
