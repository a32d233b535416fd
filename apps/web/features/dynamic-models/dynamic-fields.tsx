import { ActionIcon, Button, MultiSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { DynamicField, ModelField } from '@weft/kit/define/model.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from './dynamic-models.module.css'

const texts = defineMessages({
  name: { en: 'Field name', de: 'Feldname' },
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
  onDynamicFields: (fields: DynamicField[]) => void
  onKey: (name: string) => void
  errors: Record<string, string[]>
  disabled: boolean
}

/** Fields made of others. Whoever renames the one that is the key keeps it as the key. */
export function DynamicFields({ fields, dynamicFields, primaryKey, onDynamicFields, onKey, errors, disabled }: Props) {
  const t = useTexts(texts)
  const replace = (at: number, next: DynamicField) => {
    onDynamicFields(dynamicFields.map((old, i) => (i === at ? next : old)))
    const { name } = dynamicFields[at]!
    if (name === primaryKey && next.name !== name) onKey(next.name)
  }
  const add = () =>
    onDynamicFields([
      ...dynamicFields,
      {
        name: freeName([...fields, ...dynamicFields]),
        glue: '-',
        values: fields.slice(0, 2).map(({ name }) => name),
      },
    ])
  return (
    <section className={s['dynamic']}>
      <h3>{t.dynamic()}</h3>
      <p>{t.dynamicHelp()}</p>
      {dynamicFields.map((dynamic, i) => (
        <div key={i} className={s['dynamicRow']}>
          <TextInput
            label={t.name()}
            value={dynamic.name}
            disabled={disabled}
            error={errors[`dynamic_fields.${i}.name`]?.[0]}
            onChange={(event) => replace(i, { ...dynamic, name: event.currentTarget.value })}
          />
          {dynamic.row_number ? (
            <TextInput label={t.values()} value={t.rowNumber()} disabled />
          ) : (
            <>
              <MultiSelect
                label={t.values()}
                data={fields.filter(({ include }) => include).map(({ name }) => name)}
                value={dynamic.values}
                searchable
                disabled={disabled}
                error={errors[`dynamic_fields.${i}.values`]?.[0]}
                onChange={(values) => replace(i, { ...dynamic, values })}
              />
              <TextInput
                label={t.glue()}
                value={dynamic.glue}
                maxLength={10}
                disabled={disabled}
                onChange={(event) => replace(i, { ...dynamic, glue: event.currentTarget.value })}
              />
            </>
          )}
          <ActionIcon
            aria-label={t.remove({ name: dynamic.name })}
            disabled={disabled}
            onClick={() => onDynamicFields(dynamicFields.filter((_, at) => at !== i))}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={13} />}
        disabled={disabled || fields.length === 0}
        onClick={add}
      >
        {t.addDynamic()}
      </Button>
    </section>
  )
}

const freeName = (taken: { name: string }[]) => {
  const names = new Set(taken.map(({ name }) => name))
  for (let n = 1; ; n++) if (!names.has(`combined_${n}`)) return `combined_${n}`
}
