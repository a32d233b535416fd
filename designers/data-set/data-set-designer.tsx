import { ActionIcon, Button, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { aggregates, parameterTypes, truncations, type DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { operators, type Condition } from '@weft/kit/define/world.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { operatorNames } from '@weft/kit/ui/form/describe.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { inSentence, useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import type { ReactNode } from 'react'
import s from './data-set.module.css'
import { choicesOf, freshName, placesOf, renameOutput, splitChoice, withStructure, withoutPlace, type FieldChoice, type KnownStructure, type Place } from './places.ts'

const texts = defineMessages({
  structures: { en: 'Data structures', de: 'Datenstrukturen' },
  structure: { en: 'Data structure', de: 'Datenstruktur' },
  as: { en: 'Short name', de: 'Kurzname' },
  join: { en: 'Without a match', de: 'Ohne Entsprechung' },
  left: { en: 'keep the record', de: 'Datensatz behalten' },
  inner: { en: 'drop the record', de: 'Datensatz weglassen' },
  local: { en: 'Local field', de: 'Lokales Feld' },
  foreign: { en: 'Field of {name}', de: 'Feld von {name}' },
  addJoin: { en: 'Join another structure', de: 'Weitere Struktur verknüpfen' },
  addOn: { en: 'Another pair of fields', de: 'Weiteres Feldpaar' },
  lists: { en: 'Lists to unfold', de: 'Aufzufaltende Listen' },
  listsNote: { en: 'one row for each entry', de: 'eine Zeile je Eintrag' },
  list: { en: 'List', de: 'Liste' },
  keepEmpty: { en: 'Keep records with an empty list', de: 'Datensätze mit leerer Liste behalten' },
  addList: { en: 'Unfold a list', de: 'Liste auffalten' },
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
  filters: { en: 'Filters', de: 'Filter' },
  addFilter: { en: 'Add filter', de: 'Filter hinzufügen' },
  having: { en: 'Conditions on the result', de: 'Bedingungen an das Ergebnis' },
  addHaving: { en: 'Add condition', de: 'Bedingung hinzufügen' },
  operator: { en: 'Comparison', de: 'Vergleich' },
  value: { en: 'Value', de: 'Wert' },
  fixed: { en: 'fixed value', de: 'fester Wert' },
  from: { en: 'Value from', de: 'Wert aus' },
  sort: { en: 'Sort and limit', de: 'Sortierung und Grenze' },
  ascending: { en: 'ascending', de: 'aufsteigend' },
  descending: { en: 'descending', de: 'absteigend' },
  order: { en: 'Order', de: 'Reihenfolge' },
  addSort: { en: 'Add sort field', de: 'Sortierfeld hinzufügen' },
  limit: { en: 'At most rows', de: 'Zeilen höchstens' },
  zone: { en: 'Time zone of periods', de: 'Zeitzone der Zeiträume' },
  parameters: { en: 'Parameters', de: 'Parameter' },
  parametersNote: { en: 'filled by workflows and charts', de: 'gefüllt von Workflows und Diagrammen' },
  addParameter: { en: 'Add parameter', de: 'Parameter hinzufügen' },
  type: { en: 'Type', de: 'Typ' },
  text: { en: 'Text', de: 'Text' },
  integer: { en: 'Whole number', de: 'Ganze Zahl' },
  decimal: { en: 'Decimal', de: 'Dezimalzahl' },
  boolean: { en: 'Yes or no', de: 'Ja oder nein' },
  date: { en: 'Date', de: 'Datum' },
  date_time: { en: 'Date and time', de: 'Datum und Uhrzeit' },
  required: { en: 'Required', de: 'Pflicht' },
  default: { en: 'Default', de: 'Vorgabe' },
  filter: { en: 'Filter', de: 'Filter' },
  condition: { en: 'Condition', de: 'Bedingung' },
  sortField: { en: 'Sort field', de: 'Sortierfeld' },
  parameter: { en: 'Parameter', de: 'Parameter' },
  pair: { en: 'Pair of fields', de: 'Feldpaar' },
  remove: { en: 'Remove {what} {number}', de: '{what} {number} entfernen' },
  up: { en: 'Move up', de: 'Nach oben' },
  down: { en: 'Move down', de: 'Nach unten' },
})

type Props = { definition: DataSetDefinition; onChange: (definition: DataSetDefinition) => void; structures: KnownStructure[]; errors: Record<string, string[]>; readOnly?: boolean }

/** What a data set asks: structures and joins, lists, fields, filters, sort, parameters. */
export function DataSetDesigner({ definition, onChange, structures, errors, readOnly = false }: Props) {
  const places = placesOf(definition, structures)
  const parts = { definition, set: (change: Partial<DataSetDefinition>) => onChange({ ...definition, ...change }), onChange, structures, places, error: (path: string) => errors[path]?.[0] ?? errors[`definition.${path}`]?.[0] }
  return (
    <fieldset className={s['designer']} disabled={readOnly}>
      <Structures {...parts} />
      <Lists {...parts} />
      <Fields {...parts} />
      <Filters {...parts} />
      <Sorting {...parts} />
      <Parameters {...parts} />
    </fieldset>
  )
}

type Parts = {
  definition: DataSetDefinition
  set: (change: Partial<DataSetDefinition>) => void
  onChange: (definition: DataSetDefinition) => void
  structures: KnownStructure[]
  places: Place[]
  error: (path: string) => string | undefined
}

const mono = { input: { fontFamily: 'var(--font-mono)', fontSize: 12 } }
const replaced = <T,>(list: T[], i: number, change: Partial<NoInfer<T>>): T[] => list.map((one, n) => (n === i ? { ...one, ...change } : one))
const grouped = (places: Place[], keep: (choice: FieldChoice) => boolean = () => true) => places.map((place) => ({ group: place.title, items: choicesOf(place).filter(keep).map(({ value, label }) => ({ value, label })) })).filter(({ items }) => items.length > 0)

const Remove = ({ what, number, onClick }: { what: string; number: number; onClick: () => void }) => {
  const t = useTexts(texts)
  const language = useLanguage()
  return (
    <ActionIcon aria-label={t.remove({ what: inSentence(what, language), number })} onClick={onClick}>
      <IconTrash size={15} />
    </ActionIcon>
  )
}
const Add = ({ children, onClick, disabled }: { children: ReactNode; onClick: () => void; disabled?: boolean }) => (
  <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} disabled={disabled ?? false} onClick={onClick}>
    {children}
  </Button>
)

function Structures({ definition, set, onChange, structures, places, error }: Parts) {
  const t = useTexts(texts)
  const add = () => {
    const structure = structures.find(({ id }) => !definition.structures.some(({ structure_id }) => structure_id === id)) ?? structures[0]!
    const as = freshName(structure.table_name, places.map((place) => place.as))
    const local = choicesOf(places[0]!)[0]
    const foreign = structure.fields.find(({ name }) => choicesOf(places[0]!).some(({ field }) => field === name)) ?? structure.fields[0]
    set({ structures: [...definition.structures, { as, structure_id: structure.id, join: { kind: 'left', on: [{ of: places[0]!.as, local_field: foreign && choicesOf(places[0]!).some(({ field }) => field === foreign.name) ? foreign.name : (local?.field ?? ''), foreign_field: foreign?.name ?? '' }] } }] })
  }
  return (
    <Panel title={t.structures()}>
      <div className={s['rows']}>
        {definition.structures.map(({ as, structure_id, join }, i) => {
          const own = places.find((place) => place.as === as)!
          const change = (more: Partial<DataSetDefinition['structures'][number]>) => set({ structures: replaced(definition.structures, i, more) })
          return (
            <div key={as} className={s['source']}>
              <div className={s['line']} data-kind="structure">
                <Select label={t.structure()} searchable allowDeselect={false} data={structures.map(({ id, label }) => ({ value: id, label }))} value={structure_id} error={error(`structures.${i}.structure_id`)} onChange={(id) => id && onChange(withStructure(definition, i, structures.find((one) => one.id === id)!))} />
                <TextInput label={t.as()} styles={mono} value={as} readOnly error={error(`structures.${i}.as`)} />
                {join ? <Select label={t.join()} allowDeselect={false} data={[{ value: 'left', label: t.left() }, { value: 'inner', label: t.inner() }]} value={join.kind} onChange={(kind) => kind && change({ join: { ...join, kind: kind as 'left' } })} /> : <span />}
                {i > 0 ? <Remove what={t.structure()} number={i + 1} onClick={() => onChange(withoutPlace(definition, as))} /> : <span />}
              </div>
              {join?.on.map((pair, n) => (
                <div key={n} className={s['line']} data-kind="join">
                  <Select label={t.local()} searchable allowDeselect={false} data={grouped(places.slice(0, i).filter(({ isList }) => !isList))} value={`${pair.of}/${pair.local_field}`} error={error(`structures.${i}.join.on.${n}`) ?? error(`structures.${i}.join.on.${n}.field`)} onChange={(value) => { if (!value) return; const { of, field } = splitChoice(value); change({ join: { ...join, on: replaced(join.on, n, { of, local_field: field }) } }) }} />
                  <Select label={t.foreign({ name: own.title })} searchable allowDeselect={false} data={choicesOf(own).map(({ field, label }) => ({ value: field, label }))} value={pair.foreign_field} error={error(`structures.${i}.join.on.${n}.foreign_field`)} onChange={(foreign_field) => foreign_field && change({ join: { ...join, on: replaced(join.on, n, { foreign_field }) } })} />
                  {join.on.length > 1 ? <Remove what={t.pair()} number={n + 1} onClick={() => change({ join: { ...join, on: join.on.toSpliced(n, 1) } })} /> : <span />}
                </div>
              ))}
              {join && (
                <Button size="xs" variant="subtle" onClick={() => change({ join: { ...join, on: [...join.on, join.on[0]!] } })}>
                  {t.addOn()}
                </Button>
              )}
            </div>
          )
        })}
        <Add onClick={add} disabled={structures.length === 0}>{t.addJoin()}</Add>
      </div>
    </Panel>
  )
}

function Lists({ definition, set, onChange, places, error }: Parts) {
  const t = useTexts(texts)
  const isList = ({ type }: FieldChoice) => type === 'list' || type === 'json'
  const offered = places.flatMap((place) => choicesOf(place).filter(isList))
  if (offered.length === 0 && definition.lists.length === 0) return null
  return (
    <Panel title={t.lists()} note={t.listsNote()}>
      <div className={s['rows']}>
        {definition.lists.map(({ as, of, field, keep_empty }, i) => (
          <div key={as} className={s['line']} data-kind="list">
            <Select label={t.list()} allowDeselect={false} data={grouped(places.slice(0, definition.structures.length + i), isList)} value={`${of}/${field}`} error={error(`lists.${i}.field`)} onChange={(value) => value && set({ lists: replaced(definition.lists, i, splitChoice(value)) })} />
            <TextInput label={t.as()} styles={mono} value={as} readOnly error={error(`lists.${i}.as`)} />
            <Switch size="xs" label={t.keepEmpty()} checked={keep_empty} onChange={(event) => set({ lists: replaced(definition.lists, i, { keep_empty: event.currentTarget.checked }) })} />
            <Remove what={t.list()} number={i + 1} onClick={() => onChange(withoutPlace(definition, as))} />
          </div>
        ))}
        <Add disabled={offered.length === 0} onClick={() => set({ lists: [...definition.lists, { as: freshName(offered[0]!.field, places.map((place) => place.as)), of: offered[0]!.of, field: offered[0]!.field, keep_empty: true }] })}>{t.addList()}</Add>
      </div>
    </Panel>
  )
}

function Fields({ definition, set, onChange, places, error }: Parts) {
  const t = useTexts(texts)
  const all = places.flatMap(choicesOf)
  const names = definition.fields.map(({ name }) => name)
  const typeOf = (of: string, field: string) => all.find((choice) => choice.of === of && choice.field === field)?.type
  const isGrouped = definition.fields.some((field) => field.function)
  const keys = definition.fields.filter((field) => !field.function).map(({ name }) => name)
  const made = ({ of, field, label }: FieldChoice, taken: string[]) => ({ name: freshName(field.split('.').at(-1)!, taken, 63), of, field, ...(label !== field && { label }) })
  const addAll = () => {
    const fields = [...definition.fields]
    for (const choice of all.filter(({ of, field, type }) => type !== 'list' && type !== 'object' && !fields.some((one) => one.of === of && one.field === field))) fields.push(made(choice, fields.map(({ name }) => name)))
    set({ fields })
  }
  return (
    <Panel title={t.fields()} note={isGrouped ? (keys.length > 0 ? t.grouped({ names: keys.join(', ') }) : t.groupedAll()) : definition.fields.length}>
      <div className={s['rows']}>
        {error('fields') && <p className={s['problem']}>{error('fields')}</p>}
        {definition.fields.map(({ name, of, field, label, function: fn, truncate }, i) => {
          const change = (more: Partial<DataSetDefinition['fields'][number]>) => set({ fields: replaced(definition.fields, i, more) })
          const isTime = ['date', 'date_time'].includes(typeOf(of, field) ?? '')
          return (
            <div key={i} className={s['line']} data-kind="field">
              <Select aria-label={t.field()} searchable allowDeselect={false} data={grouped(places)} value={`${of}/${field}`} error={error(`fields.${i}.field`) ?? error(`fields.${i}.of`)} onChange={(value) => value && change({ ...splitChoice(value), truncate: undefined })} />
              <Select aria-label={t.function()} allowDeselect={false} data={[{ value: '', label: t.plain() }, ...aggregates.map((value) => ({ value, label: t[value]() }))]} value={fn ?? ''} error={error(`fields.${i}.function`)} onChange={(value) => change({ function: (value || undefined) as typeof fn })} />
              {isTime ? <Select aria-label={t.period()} allowDeselect={false} data={[{ value: '', label: t.exact() }, ...truncations.map((value) => ({ value, label: t[value]() }))]} value={truncate ?? ''} error={error(`fields.${i}.truncate`)} onChange={(value) => change({ truncate: (value || undefined) as typeof truncate })} /> : <span />}
              <TextInput aria-label={t.name()} styles={mono} value={name} error={error(`fields.${i}.name`)} onChange={(event) => onChange(renameOutput(definition, i, event.currentTarget.value.toLowerCase().replaceAll(/\W/g, '_')))} />
              <TextInput aria-label={t.label()} placeholder={t.label()} value={label ?? ''} onChange={(event) => change({ label: event.currentTarget.value || undefined })} />
              <span className={s['verbs']}>
                <ActionIcon aria-label={t.up()} disabled={i === 0} onClick={() => set({ fields: definition.fields.toSpliced(i, 1).toSpliced(i - 1, 0, definition.fields[i]!) })}>
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon aria-label={t.down()} disabled={i === definition.fields.length - 1} onClick={() => set({ fields: definition.fields.toSpliced(i, 1).toSpliced(i + 1, 0, definition.fields[i]!) })}>
                  <IconArrowDown size={14} />
                </ActionIcon>
                <Remove what={t.field()} number={i + 1} onClick={() => set({ fields: definition.fields.toSpliced(i, 1), having: definition.having.filter((one) => one.field !== name), sort: definition.sort.filter((one) => one.field !== name) })} />
              </span>
            </div>
          )
        })}
        <div className={s['buttons']}>
          <Add disabled={all.length === 0} onClick={() => set({ fields: [...definition.fields, made(all.find((choice) => !definition.fields.some((one) => one.of === choice.of && one.field === choice.field)) ?? all[0]!, names)] })}>{t.addField()}</Add>
          <Button size="xs" variant="subtle" onClick={addAll}>
            {t.addAll()}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

type Comparison = { operator: Condition['operator']; value?: unknown; parameter?: string | undefined }

function Filters({ definition, set, places, error }: Parts) {
  const t = useTexts(texts)
  const all = places.flatMap(choicesOf)
  return (
    <>
      <Panel title={t.filters()} note={definition.filters.length || undefined}>
        <div className={s['rows']}>
          {definition.filters.map(({ of, field, ...comparison }, i) => (
            <div key={i} className={s['line']} data-kind="filter">
              <Select aria-label={t.field()} searchable allowDeselect={false} data={grouped(places)} value={`${of}/${field}`} error={error(`filters.${i}.field`)} onChange={(value) => value && set({ filters: replaced(definition.filters, i, splitChoice(value)) })} />
              <Compare comparison={comparison} parameters={definition.parameters} error={error(`filters.${i}.value`) ?? error(`filters.${i}.parameter`)} onChange={(change) => set({ filters: replaced(definition.filters, i, change) })} />
              <Remove what={t.filter()} number={i + 1} onClick={() => set({ filters: definition.filters.toSpliced(i, 1) })} />
            </div>
          ))}
          <Add disabled={all.length === 0} onClick={() => set({ filters: [...definition.filters, { of: all[0]!.of, field: all[0]!.field, operator: 'not_empty' }] })}>{t.addFilter()}</Add>
        </div>
      </Panel>
      <Panel title={t.having()} note={definition.having.length || undefined} collapsible initiallyCollapsed={definition.having.length === 0}>
        <div className={s['rows']}>
          {definition.having.map(({ field, ...comparison }, i) => (
            <div key={i} className={s['line']} data-kind="filter">
              <Select aria-label={t.field()} allowDeselect={false} data={definition.fields.map(({ name }) => name)} value={field} error={error(`having.${i}.field`)} onChange={(value) => value && set({ having: replaced(definition.having, i, { field: value }) })} />
              <Compare comparison={comparison} parameters={definition.parameters} error={error(`having.${i}.value`) ?? error(`having.${i}.parameter`)} onChange={(change) => set({ having: replaced(definition.having, i, change) })} />
              <Remove what={t.condition()} number={i + 1} onClick={() => set({ having: definition.having.toSpliced(i, 1) })} />
            </div>
          ))}
          <Add disabled={definition.fields.length === 0} onClick={() => set({ having: [...definition.having, { field: definition.fields[0]!.name, operator: 'not_empty' }] })}>{t.addHaving()}</Add>
        </div>
      </Panel>
    </>
  )
}

function Compare({ comparison: { operator, value, parameter }, parameters, error, onChange }: { comparison: Comparison; parameters: DataSetDefinition['parameters']; error: string | undefined; onChange: (change: Partial<Comparison>) => void }) {
  const t = useTexts(texts)
  const read = useLabel()
  const bare = ['empty', 'not_empty', 'true', 'false'].includes(operator)
  return (
    <>
      <Select aria-label={t.operator()} allowDeselect={false} data={operators.map((one) => ({ value: one, label: read(operatorNames[one]) }))} value={operator} onChange={(next) => next && onChange({ operator: next as Comparison['operator'] })} />
      {bare ? <span /> : <Select aria-label={t.from()} allowDeselect={false} data={[{ value: '', label: t.fixed() }, ...parameters.map(({ name, label }) => ({ value: name, label: label || name }))]} value={parameter ?? ''} error={parameter ? error : undefined} onChange={(next) => onChange({ parameter: next || undefined })} />}
      {bare || parameter ? <span /> : <TextInput aria-label={t.value()} value={String(value ?? '')} error={error} onChange={(event) => onChange({ value: event.currentTarget.value })} />}
    </>
  )
}

function Sorting({ definition, set, error }: Parts) {
  const t = useTexts(texts)
  const names = definition.fields.map(({ name }) => name)
  return (
    <Panel title={t.sort()}>
      <div className={s['rows']}>
        {definition.sort.map(({ field, descending }, i) => (
          <div key={i} className={s['line']} data-kind="sort">
            <Select aria-label={t.field()} allowDeselect={false} data={names} value={field} error={error(`sort.${i}.field`)} onChange={(value) => value && set({ sort: replaced(definition.sort, i, { field: value }) })} />
            <Select aria-label={t.order()} allowDeselect={false} data={[{ value: 'up', label: t.ascending() }, { value: 'down', label: t.descending() }]} value={descending ? 'down' : 'up'} onChange={(value) => set({ sort: replaced(definition.sort, i, { descending: value === 'down' }) })} />
            <Remove what={t.sortField()} number={i + 1} onClick={() => set({ sort: definition.sort.toSpliced(i, 1) })} />
          </div>
        ))}
        <Add disabled={names.length === 0} onClick={() => set({ sort: [...definition.sort, { field: names[0]!, descending: false }] })}>{t.addSort()}</Add>
        <div className={s['line']} data-kind="pair">
          <NumberInput label={t.limit()} min={1} max={1_000_000} thousandSeparator=" " value={definition.limit} error={error('limit')} onChange={(value) => typeof value === 'number' && set({ limit: value })} />
          <TextInput label={t.zone()} value={definition.zone} error={error('zone')} onChange={(event) => set({ zone: event.currentTarget.value })} />
        </div>
      </div>
    </Panel>
  )
}

function Parameters({ definition, set, error }: Parts) {
  const t = useTexts(texts)
  return (
    <Panel title={t.parameters()} note={t.parametersNote()} collapsible initiallyCollapsed={definition.parameters.length === 0}>
      <div className={s['rows']}>
        {definition.parameters.map(({ name, label, type, required, default: standard }, i) => {
          const change = (more: Partial<DataSetDefinition['parameters'][number]>) => set({ parameters: replaced(definition.parameters, i, more) })
          return (
            <div key={i} className={s['line']} data-kind="parameter">
              <TextInput label={t.name()} styles={mono} value={name} error={error(`parameters.${i}.name`)} onChange={(event) => change({ name: event.currentTarget.value.toLowerCase().replaceAll(/\W/g, '_') })} />
              <TextInput label={t.label()} value={label} onChange={(event) => change({ label: event.currentTarget.value })} />
              <Select label={t.type()} allowDeselect={false} data={parameterTypes.map((value) => ({ value, label: t[value]() }))} value={type} onChange={(value) => value && change({ type: value as typeof type })} />
              <TextInput label={t.default()} value={standard ?? ''} error={error(`parameters.${i}.default`)} onChange={(event) => change({ default: event.currentTarget.value || null })} />
              <Switch size="xs" label={t.required()} checked={required} onChange={(event) => change({ required: event.currentTarget.checked })} />
              <Remove what={t.parameter()} number={i + 1} onClick={() => set({ parameters: definition.parameters.toSpliced(i, 1) })} />
            </div>
          )
        })}
        <Add onClick={() => set({ parameters: [...definition.parameters, { name: freshName('parameter', definition.parameters.map(({ name }) => name)), label: '', type: 'text', required: false }] })}>{t.addParameter()}</Add>
      </div>
    </Panel>
  )
}
