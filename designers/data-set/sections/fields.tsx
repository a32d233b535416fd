import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconMathFunction, IconWand } from '@tabler/icons-react'
import { aggregates, truncations, type DataSetField as Field } from '@weft/kit/define/data-set.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { writtenName } from '@weft/kit/formula/tokens.ts'
import { useState } from 'react'
import s from '../data-set.module.css'
import { FormulaField } from './formula-field.tsx'
import { choicesOf, freshName, keptFilters, renameOutput, splitChoice, type FieldChoice } from '../sources.ts'
import { Add, type Parts, Remove, grouped, mono, replaced } from './parts.tsx'
import { TransformerChain } from './transformer-chain.tsx'

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
  addFormula: { en: 'Add calculated field', de: 'Berechnetes Feld hinzufügen' },
  transform: { en: 'Transform', de: 'Umwandeln' },
  addAll: { en: 'Add all fields', de: 'Alle Felder hinzufügen' },
  grouped: { en: 'Grouped by {names}', de: 'Gruppiert nach {names}' },
  groupedAll: { en: 'One row over everything', de: 'Eine Zeile über alles' },
  up: { en: 'Move up', de: 'Nach oben' },
  down: { en: 'Move down', de: 'Nach unten' },
})

/** What is answered, grouped where functions are. */
export function Fields({ definition, set, onChange, sources, error, transformers, readOnly }: Parts) {
  const t = useTexts(texts)
  const { fields } = definition
  const all = sources.flatMap(choicesOf)
  const isUnused = ({ of, field }: FieldChoice) => !fields.some((one) => one.of === of && one.field === field)
  const next = all.find(isUnused) ?? all[0]
  const keys = fields.filter((field) => !field.function).map(({ name }) => name)
  const groups = keys.length > 0 ? t.grouped({ names: keys.join(', ') }) : t.groupedAll()
  return (
    <Panel title={t.fields()} note={fields.some((field) => field.function) ? groups : fields.length}>
      <div className={s['rows']}>
        {error('fields') && <p className={s['problem']}>{error('fields')}</p>}
        {fields.map((field, i) => (
          <FieldRow
            key={i}
            field={field}
            number={i + 1}
            isLast={i === fields.length - 1}
            isTime={all.some(
              ({ of, field: name, type }) =>
                of === field.of && name === field.field && (type === 'date' || type === 'date_time'),
            )}
            sources={sources}
            transformers={transformers}
            readOnly={readOnly}
            error={(key) => error(`fields.${i}.${key}`)}
            onChange={(change) => set({ fields: replaced(fields, i, change) })}
            onRename={(name) => onChange(renameOutput(definition, i, name))}
            onMove={(by) => set({ fields: fields.toSpliced(i, 1).toSpliced(i + by, 0, field) })}
            onRemove={() =>
              set({
                fields: fields.toSpliced(i, 1),
                having: keptFilters(definition.having, (one) => one.field !== field.name),
                sort: definition.sort.filter((one) => one.field !== field.name),
              })
            }
          />
        ))}
        <div className={s['buttons']}>
          <Add disabled={!next} onClick={() => next && set({ fields: withField(fields, next) })}>
            {t.addField()}
          </Add>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMathFunction size={14} />}
            onClick={() => set({ fields: withFormula(fields, all) })}
          >
            {t.addFormula()}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            onClick={() => set({ fields: all.filter(isUnused).filter(isPlain).reduce(withField, fields) })}
          >
            {t.addAll()}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

const isPlain = ({ type }: FieldChoice) => type !== 'list' && type !== 'object'

/** One field more, under a name none of the others has. */
function withField(fields: Field[], { of, field, label }: FieldChoice): Field[] {
  const wish = field.slice(field.lastIndexOf('.') + 1)
  const taken = fields.map(({ name }) => name)
  return [...fields, { name: freshName(wish, taken, 63), of, field, ...(label !== field && { label }) }]
}

/** A computed field more; until somebody writes it, it is the first there is. */
const withFormula = (fields: Field[], [first]: FieldChoice[]): Field[] => [
  ...fields,
  {
    name: freshName(
      'computed',
      fields.map(({ name }) => name),
      63,
    ),
    formula: first ? writtenName(first.field) : '0',
  },
]

function FieldRow({
  field: { name, of, field, formula, transformers: chain = [], label, function: aggregate, truncate },
  transformers,
  readOnly,
  number,
  isLast,
  isTime,
  sources,
  error,
  onChange,
  onRename,
  onMove,
  onRemove,
}: {
  field: Field
  number: number
  isLast: boolean
  isTime: boolean
  error: (key: string) => string | undefined
  onChange: (change: Partial<Field>) => void
  onRename: (name: string) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
} & Pick<Parts, 'sources' | 'transformers' | 'readOnly'>) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={s['entry']}>
      {formula !== undefined && (
        <FormulaField
          formula={formula}
          sources={sources}
          transformers={transformers}
          error={error('formula')}
          readOnly={readOnly}
          onChange={(next) => onChange({ formula: next })}
        />
      )}
      <div className={s['line']} data-kind={formula === undefined ? 'field' : 'formula'}>
        {formula === undefined && (
          <Select
            aria-label={t.field()}
            searchable
            allowDeselect={false}
            data={grouped(sources)}
            value={`${of}/${field}`}
            error={error('field') ?? error('of')}
            onChange={(value) => value && onChange({ ...splitChoice(value), truncate: undefined })}
          />
        )}
        <Select
          aria-label={t.function()}
          allowDeselect={false}
          data={[{ value: '', label: t.plain() }, ...aggregates.map((value) => ({ value, label: t[value]() }))]}
          value={aggregate ?? ''}
          error={error('function')}
          onChange={(value) => onChange({ function: value || undefined })}
        />
        {isTime ? (
          <Select
            aria-label={t.period()}
            allowDeselect={false}
            data={[{ value: '', label: t.exact() }, ...truncations.map((value) => ({ value, label: t[value]() }))]}
            value={truncate ?? ''}
            error={error('truncate')}
            onChange={(value) => onChange({ truncate: value || undefined })}
          />
        ) : (
          <span />
        )}
        <TextInput
          aria-label={t.name()}
          styles={mono}
          value={name}
          error={error('name')}
          onChange={(event) => onRename(event.currentTarget.value.toLowerCase().replaceAll(/\W/g, '_'))}
        />
        <TextInput
          aria-label={t.label()}
          placeholder={t.label()}
          value={label ?? ''}
          onChange={(event) => onChange({ label: event.currentTarget.value || undefined })}
        />
        <span className={s['verbs']}>
          <ActionIcon
            aria-label={t.transform()}
            aria-expanded={isOpen || chain.length > 0}
            data-active={chain.length > 0 || undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <IconWand size={14} />
          </ActionIcon>
          <ActionIcon aria-label={t.up()} disabled={number === 1} onClick={() => onMove(-1)}>
            <IconArrowUp size={14} />
          </ActionIcon>
          <ActionIcon aria-label={t.down()} disabled={isLast} onClick={() => onMove(1)}>
            <IconArrowDown size={14} />
          </ActionIcon>
          <Remove what={t.field()} number={number} onClick={onRemove} />
        </span>
      </div>
      {(isOpen || chain.length > 0) && (
        <TransformerChain
          chain={chain}
          transformers={transformers}
          error={error}
          readOnly={readOnly}
          onChange={(next) => onChange({ transformers: next.length > 0 ? next : undefined })}
        />
      )}
    </div>
  )
}
