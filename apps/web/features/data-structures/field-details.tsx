import { ActionIcon, Button, NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { fieldTypes, type FieldType, type StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { typeTexts } from '@weft/kit/ui/type-texts.ts'
import s from './structures.module.css'
import { newField } from './drafts.ts'
import { MustExist } from './must-exist.tsx'

const texts = defineMessages({
  title: { en: 'Settings of {field}', de: 'Einstellungen von {field}' },
  unnamed: { en: 'new field', de: 'neues Feld' },
  alias: { en: 'Alias', de: 'Alias' },
  aliasHelp: {
    en: 'Another name by which the field is offered in mappings.',
    de: 'Ein weiterer Name, unter dem das Feld in Mappings angeboten wird.',
  },
  original: { en: 'Name in the file', de: 'Name in der Datei' },
  values: { en: 'Allowed values', de: 'Erlaubte Werte' },
  min: { en: 'Minimum', de: 'Minimum' },
  max: { en: 'Maximum', de: 'Maximum' },
  minLength: { en: 'Shortest', de: 'Mindestlänge' },
  maxLength: { en: 'Longest', de: 'Höchstlänge' },
  minEntries: { en: 'At least', de: 'Mindestens' },
  maxEntries: { en: 'At most', de: 'Höchstens' },
  default: { en: 'Default', de: 'Vorgabe' },
  related: { en: 'Refers to', de: 'Verweist auf' },
  none: { en: 'nothing', de: 'nichts' },
  unsigned: { en: 'Never negative', de: 'Nie negativ' },
  show: { en: 'Show in the explorer', de: 'Im Explorer anzeigen' },
  skip: { en: 'Leave out of the change check', de: 'Bei der Änderungsprüfung auslassen' },
  skipHelp: {
    en: 'A change of this field alone does not make a record dirty.',
    de: 'Ändert sich nur dieses Feld, gilt ein Datensatz nicht als geändert.',
  },
  inside: { en: 'Fields inside', de: 'Felder darin' },
  addInside: { en: 'Add field inside', de: 'Feld darin hinzufügen' },
  insideName: { en: 'Name inside {field}', de: 'Name in {field}' },
  insideType: { en: 'Type inside {field}', de: 'Typ in {field}' },
  removeInside: { en: 'Remove {name}', de: '{name} entfernen' },
  living: {
    en: 'The default may be {word}: a new one for each record.',
    de: 'Die Vorgabe darf {word} sein: für jeden Datensatz neu.',
  },
})

type Props = {
  field: StructureField
  onChange: (field: StructureField) => void
  errors: Record<string, string[]>
  path: string
  readOnly: boolean
  structures: { id: string; label: string }[]
}

const livingWords: Partial<Record<FieldType, string>> = { date_time: 'now', date: 'today', uuid: 'uuid' }

/** Everything about one field that has no place in the grid. */
export function FieldDetails({ field, onChange, errors, path, readOnly, structures }: Props) {
  const t = useTexts(texts)
  const set = (change: Partial<StructureField>) => onChange({ ...field, ...change })
  const number = (value: string | number) => (typeof value === 'number' ? value : undefined)
  const isText = field.type === 'text' || field.type === 'long_text'
  const isNumber = ['integer', 'big_integer', 'decimal'].includes(field.type)
  const isNested = field.type === 'object' || field.type === 'list'
  const word = livingWords[field.type]
  return (
    <div className={s['stack']}>
      <h3>{t.title({ field: field.name || t.unnamed() })}</h3>
      <TextInput
        label={t.alias()}
        description={t.aliasHelp()}
        value={field.alias ?? ''}
        readOnly={readOnly}
        onChange={(event) => set({ alias: event.currentTarget.value || undefined })}
      />
      <TextInput
        label={t.original()}
        value={field.original_name ?? ''}
        readOnly={readOnly}
        onChange={(event) => set({ original_name: event.currentTarget.value || undefined })}
      />
      <TextInput
        label={t.default()}
        description={word && t.living({ word: `“${word}”` })}
        value={field.default ?? ''}
        readOnly={readOnly}
        error={errors[`${path}.default`]?.[0]}
        onChange={(event) => set({ default: event.currentTarget.value || undefined })}
      />
      {field.type === 'choice' && (
        <TagsInput
          label={t.values()}
          value={field.values ?? []}
          readOnly={readOnly}
          error={errors[`${path}.values`]?.[0]}
          onChange={(values) => set({ values })}
        />
      )}
      {(isNumber || isText || field.type === 'list') && (
        <div className={s['two']}>
          <NumberInput
            label={isText ? t.minLength() : isNumber ? t.min() : t.minEntries()}
            value={field.min ?? ''}
            readOnly={readOnly}
            error={errors[`${path}.min`]?.[0]}
            onChange={(value) => set({ min: number(value) })}
          />
          <NumberInput
            label={isText ? t.maxLength() : isNumber ? t.max() : t.maxEntries()}
            value={field.max ?? ''}
            readOnly={readOnly}
            onChange={(value) => set({ max: number(value) })}
          />
        </div>
      )}
      <Select
        label={t.related()}
        placeholder={t.none()}
        data={structures.map(({ id, label }) => ({ value: id, label }))}
        value={field.related_structure_id ?? null}
        readOnly={readOnly}
        clearable
        searchable
        onChange={(id) => set({ related_structure_id: id ?? undefined, must_exist: undefined })}
      />
      <MustExist
        field={field}
        structures={structures}
        error={errors[`${path}.must_exist`]?.[0]}
        readOnly={readOnly}
        onChange={(must_exist) => set({ must_exist: must_exist || undefined })}
      />
      {isNumber && (
        <Switch
          size="xs"
          label={t.unsigned()}
          checked={field.unsigned}
          disabled={readOnly}
          onChange={(event) => set({ unsigned: event.currentTarget.checked })}
        />
      )}
      <Switch
        size="xs"
        label={t.show()}
        checked={field.show_in_view}
        disabled={readOnly}
        onChange={(event) => set({ show_in_view: event.currentTarget.checked })}
      />
      <Switch
        size="xs"
        label={t.skip()}
        description={t.skipHelp()}
        checked={field.skip_on_delta}
        disabled={readOnly}
        onChange={(event) => set({ skip_on_delta: event.currentTarget.checked })}
      />
      {isNested && <Inside field={field} onChange={onChange} errors={errors} path={path} readOnly={readOnly} />}
    </div>
  )
}

function Inside({ field, onChange, errors, path, readOnly }: Omit<Props, 'structures'>) {
  const t = useTexts(texts)
  const types = useTexts(typeTexts)
  const inner = field.fields ?? []
  const replace = (i: number, next: StructureField) =>
    onChange({ ...field, fields: inner.map((one, n) => (n === i ? next : one)) })
  return (
    <section className={s['stack']}>
      <h4>{t.inside()}</h4>
      {inner.map((one, i) => (
        <div key={one.id} className={s['inside']}>
          <TextInput
            size="xs"
            aria-label={t.insideName({ field: field.name })}
            value={one.name}
            readOnly={readOnly}
            error={errors[`${path}.fields.${i}.name`]?.[0]}
            onChange={(event) => replace(i, { ...one, name: event.currentTarget.value })}
          />
          <Select
            size="xs"
            aria-label={t.insideType({ field: field.name })}
            data={fieldTypes.map((value) => ({ value, label: types[value]() }))}
            value={one.type}
            readOnly={readOnly}
            allowDeselect={false}
            onChange={(type) => type && replace(i, { ...one, type: type })}
          />
          {!readOnly && (
            <ActionIcon
              aria-label={t.removeInside({ name: one.name })}
              onClick={() => onChange({ ...field, fields: inner.toSpliced(i, 1) })}
            >
              <IconTrash size={14} />
            </ActionIcon>
          )}
          {(one.type === 'object' || one.type === 'list') && (
            <div className={s['deeper']}>
              <Inside
                field={one}
                onChange={(next) => replace(i, next)}
                errors={errors}
                path={`${path}.fields.${i}`}
                readOnly={readOnly}
              />
            </div>
          )}
        </div>
      ))}
      {!readOnly && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange({ ...field, fields: [...inner, newField()] })}
        >
          {t.addInside()}
        </Button>
      )}
    </section>
  )
}
