import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { aggregates, truncations, type DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from '../data-set.module.css'
import { choicesOf, freshName, renameOutput, splitChoice, type FieldChoice } from '../places.ts'
import { Add, type Parts, Remove, grouped, mono, replaced } from './parts.tsx'

const texts = defineMessages({
  fields: { en: 'Fields', de: 'Felder' },
  field: { en: 'Field', de: 'Feld' },
  function: { en: 'Function', de: 'Funktion' },
  plain: { en: 'as it is', de: 'unverändert' },
  sum: { en: 'sum', de: 'Summe' },
  count: { en: 'count', de: 'Anzahl' },
  count_distinct: { en: 'count of different values', de: 'Anzahl verschiedener Werte' },
  avg: { en: 'average', de: 'Durchschnitt' },
  min: { en: 'smallest', de: 'Kleinster' },
  max: { en: 'largest', de: 'Größter' },
  period: { en: 'Period', de: 'Zeitraum' },
  exact: { en: 'exact', de: 'genau' },
  year: { en: 'year', de: 'Jahr' },
  quarter: { en: 'quarter', de: 'Quartal' },
  month: { en: 'month', de: 'Monat' },
  week: { en: 'week', de: 'Woche' },
  day: { en: 'day', de: 'Tag' },
  hour: { en: 'hour', de: 'Stunde' },
  name: { en: 'Name', de: 'Name' },
  label: { en: 'Label', de: 'Bezeichnung' },
  addField: { en: 'Add field', de: 'Feld hinzufügen' },
  addAll: { en: 'Add all fields', de: 'Alle Felder hinzufügen' },
  grouped: { en: 'Grouped by {names}', de: 'Gruppiert nach {names}' },
  groupedAll: { en: 'One row over everything', de: 'Eine Zeile über alles' },
  up: { en: 'Move up', de: 'Nach oben' },
  down: { en: 'Move down', de: 'Nach unten' },
})

/** What is answered, grouped where functions are. */
export function Fields({ definition, set, onChange, places, error }: Parts) {
  const t = useTexts(texts)
  const all = places.flatMap(choicesOf)
  const names = definition.fields.map(({ name }) => name)
  const typeOf = (of: string, field: string) => all.find((choice) => choice.of === of && choice.field === field)?.type
  const isGrouped = definition.fields.some((field) => field.function)
  const keys = definition.fields.filter((field) => !field.function).map(({ name }) => name)
  const made = ({ of, field, label }: FieldChoice, taken: string[]) => ({
    name: freshName(field.split('.').at(-1)!, taken, 63),
    of,
    field,
    ...(label !== field && { label }),
  })
  const addAll = () => {
    const fields = [...definition.fields]
    for (const choice of all.filter(
      ({ of, field, type }) =>
        type !== 'list' && type !== 'object' && !fields.some((one) => one.of === of && one.field === field),
    ))
      fields.push(
        made(
          choice,
          fields.map(({ name }) => name),
        ),
      )
    set({ fields })
  }
  return (
    <Panel
      title={t.fields()}
      note={
        isGrouped
          ? keys.length > 0
            ? t.grouped({ names: keys.join(', ') })
            : t.groupedAll()
          : definition.fields.length
      }
    >
      <div className={s['rows']}>
        {error('fields') && <p className={s['problem']}>{error('fields')}</p>}
        {definition.fields.map(({ name, of, field, label, function: fn, truncate }, i) => {
          const change = (more: Partial<DataSetDefinition['fields'][number]>) =>
            set({ fields: replaced(definition.fields, i, more) })
          const isTime = ['date', 'date_time'].includes(typeOf(of, field) ?? '')
          return (
            <div key={i} className={s['line']} data-kind="field">
              <Select
                aria-label={t.field()}
                searchable
                allowDeselect={false}
                data={grouped(places)}
                value={`${of}/${field}`}
                error={error(`fields.${i}.field`) ?? error(`fields.${i}.of`)}
                onChange={(value) => value && change({ ...splitChoice(value), truncate: undefined })}
              />
              <Select
                aria-label={t.function()}
                allowDeselect={false}
                data={[{ value: '', label: t.plain() }, ...aggregates.map((value) => ({ value, label: t[value]() }))]}
                value={fn ?? ''}
                error={error(`fields.${i}.function`)}
                onChange={(value) => change({ function: (value || undefined) as typeof fn })}
              />
              {isTime ? (
                <Select
                  aria-label={t.period()}
                  allowDeselect={false}
                  data={[
                    { value: '', label: t.exact() },
                    ...truncations.map((value) => ({ value, label: t[value]() })),
                  ]}
                  value={truncate ?? ''}
                  error={error(`fields.${i}.truncate`)}
                  onChange={(value) => change({ truncate: (value || undefined) as typeof truncate })}
                />
              ) : (
                <span />
              )}
              <TextInput
                aria-label={t.name()}
                styles={mono}
                value={name}
                error={error(`fields.${i}.name`)}
                onChange={(event) =>
                  onChange(renameOutput(definition, i, event.currentTarget.value.toLowerCase().replaceAll(/\W/g, '_')))
                }
              />
              <TextInput
                aria-label={t.label()}
                placeholder={t.label()}
                value={label ?? ''}
                onChange={(event) => change({ label: event.currentTarget.value || undefined })}
              />
              <span className={s['verbs']}>
                <ActionIcon
                  aria-label={t.up()}
                  disabled={i === 0}
                  onClick={() =>
                    set({ fields: definition.fields.toSpliced(i, 1).toSpliced(i - 1, 0, definition.fields[i]!) })
                  }
                >
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t.down()}
                  disabled={i === definition.fields.length - 1}
                  onClick={() =>
                    set({ fields: definition.fields.toSpliced(i, 1).toSpliced(i + 1, 0, definition.fields[i]!) })
                  }
                >
                  <IconArrowDown size={14} />
                </ActionIcon>
                <Remove
                  what={t.field()}
                  number={i + 1}
                  onClick={() =>
                    set({
                      fields: definition.fields.toSpliced(i, 1),
                      having: definition.having.filter((one) => one.field !== name),
                      sort: definition.sort.filter((one) => one.field !== name),
                    })
                  }
                />
              </span>
            </div>
          )
        })}
        <div className={s['buttons']}>
          <Add
            disabled={all.length === 0}
            onClick={() =>
              set({
                fields: [
                  ...definition.fields,
                  made(
                    all.find(
                      (choice) => !definition.fields.some((one) => one.of === choice.of && one.field === choice.field),
                    ) ?? all[0]!,
                    names,
                  ),
                ],
              })
            }
          >
            {t.addField()}
          </Add>
          <Button size="xs" variant="subtle" onClick={addAll}>
            {t.addAll()}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
