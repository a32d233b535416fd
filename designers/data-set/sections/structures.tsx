import { Button, Select, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { originOf, type DataSetSourceDefinition, type Origin } from '@weft/kit/define/data-set.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from '../data-set.module.css'
import {
  choicesOf,
  freshName,
  idOf,
  sourceOf,
  splitChoice,
  titleOf,
  withStructure,
  withoutSource,
  type DataSetSource,
  type KnownStructure,
} from '../sources.ts'
import { offeredJoins, type OfferedJoin } from '../joins.ts'
import { Add, type Parts, Remove, grouped, mono, replaced } from './parts.tsx'

const texts = defineMessages({
  sources: { en: 'Sources', de: 'Quellen' },
  structures: { en: 'Data structures', de: 'Datenstrukturen' },
  dataSets: { en: 'Data sets', de: 'Datensets' },
  stages: { en: 'Earlier stages', de: 'Frühere Stufen' },
  structure: { en: 'Data structure', de: 'Datenstruktur' },
  as: { en: 'Short name', de: 'Kurzname' },
  join: { en: 'Without a match', de: 'Ohne Entsprechung' },
  left: { en: 'keep the record', de: 'Datensatz behalten' },
  inner: { en: 'drop the record', de: 'Datensatz weglassen' },
  local: { en: 'Local field', de: 'Lokales Feld' },
  foreign: { en: 'Field of {name}', de: 'Feld von {name}' },
  addJoin: { en: 'Join another structure', de: 'Weitere Struktur verknüpfen' },
  offered: { en: 'Suggested joins', de: 'Vorgeschlagene Verknüpfungen' },
  equal: { en: 'where {foreign} = {local}', de: 'mit {foreign} = {local}' },
  guess: { en: 'guess', de: 'Vermutung' },
  addOn: { en: 'Another pair of fields', de: 'Weiteres Feldpaar' },
  pair: { en: 'Pair of fields', de: 'Feldpaar' },
})

type Structure = DataSetSourceDefinition
type Join = NonNullable<Structure['join']>

/** Where the records come from, and how they are joined. */
export function Structures({ definition, set, onChange, structures, sources, error }: Parts) {
  const t = useTexts(texts)
  const used = definition.structures.map(idOf)
  const next = structures.find(({ id }) => !used.includes(id)) ?? structures[0]
  return (
    <Panel title={structures.some(({ origin }) => origin === 'parent_id') ? t.sources() : t.structures()}>
      <div className={s['rows']}>
        {definition.structures.map((structure, i) => (
          <StructureRow
            key={structure.as}
            structure={structure}
            number={i + 1}
            structures={structures}
            source={sources.find((source) => source.as === structure.as)}
            before={sources.slice(0, i).filter(({ isList }) => !isList)}
            error={(path) => error(`structures.${i}.${path}`)}
            onChoose={(known) => onChange(withStructure(definition, i, known))}
            onJoin={(join) => set({ structures: replaced(definition.structures, i, { join }) })}
            onRemove={() => onChange(withoutSource(definition, structure.as))}
          />
        ))}
        <OfferedJoins
          offered={offeredJoins(definition, structures)}
          onChoose={(join) => set({ structures: [...definition.structures, joinedAs(join, sources)] })}
        />
        <Add
          onClick={() => next && set({ structures: [...definition.structures, joined(next, sources)] })}
          disabled={!next}
        >
          {t.addJoin()}
        </Add>
      </div>
    </Panel>
  )
}

/** Joins that suggest themselves, taken with one click. */
function OfferedJoins({ offered, onChoose }: { offered: OfferedJoin[]; onChoose: (join: OfferedJoin) => void }) {
  const t = useTexts(texts)
  if (offered.length === 0) return null
  const named = ({ name, label = name, alias }: StructureField) => titleOf({ label, ...(alias && { alias }) })
  return (
    <div className={s['offered']} role="group" aria-label={t.offered()}>
      <span className="muted">{t.offered()}</span>
      {offered.map((join) => (
        <Button
          key={[join.of, join.local.name, join.structure.id, join.foreign.name].join(' ')}
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChoose(join)}
        >
          <span className={s['join']}>
            <b>{join.structure.label}</b>
            <span>{t.equal({ local: `${join.to.label}.${named(join.local)}`, foreign: named(join.foreign) })}</span>
            {join.isGuess && <Badge tone="amber">{t.guess()}</Badge>}
          </span>
        </Button>
      ))}
    </div>
  )
}

const joinedAs = ({ structure, of, local, foreign }: OfferedJoin, sources: DataSetSource[]): Structure => ({
  as: freshName(
    structure.table_name,
    sources.map((source) => source.as),
  ),
  ...sourceOf(structure),
  join: { kind: 'left', on: [{ of, local_field: local.name, foreign_field: foreign.name }] },
})

/** A structure more, joined to the first by a field both have where there is one. */
function joined(structure: KnownStructure, sources: DataSetSource[]): Structure {
  const [first] = sources
  const locals = first ? choicesOf(first) : []
  const foreign = structure.fields.find(({ name }) => locals.some(({ field }) => field === name))
  return {
    as: freshName(
      structure.table_name,
      sources.map((source) => source.as),
    ),
    ...sourceOf(structure),
    join: {
      kind: 'left',
      on: [
        {
          of: first?.as ?? '',
          local_field: foreign?.name ?? locals[0]?.field ?? '',
          foreign_field: (foreign ?? structure.fields[0])?.name ?? '',
        },
      ],
    },
  }
}

function StructureRow({
  structure: given,
  number,
  structures,
  source,
  before,
  error,
  onChoose,
  onJoin,
  onRemove,
}: {
  structure: Structure
  number: number
  structures: KnownStructure[]
  source: DataSetSource | undefined
  /** What its fields can be joined to. */
  before: DataSetSource[]
  error: (path: string) => string | undefined
  onChoose: (structure: KnownStructure) => void
  onJoin: (join: Join) => void
  onRemove: () => void
}) {
  const t = useTexts(texts)
  const { as, join } = given
  return (
    <div className={s['source']}>
      <div className={s['line']} data-kind="structure">
        <Select
          label={t.structure()}
          searchable
          allowDeselect={false}
          data={offered(structures, t)}
          value={idOf(given)}
          error={error(originOf(given))}
          onChange={(id) => {
            const known = structures.find((one) => one.id === id)
            if (known) onChoose(known)
          }}
        />
        <TextInput label={t.as()} styles={mono} value={as} readOnly error={error('as')} />
        {join ? (
          <Select
            label={t.join()}
            allowDeselect={false}
            data={[
              { value: 'left', label: t.left() },
              { value: 'inner', label: t.inner() },
            ]}
            value={join.kind}
            onChange={(kind) => kind && onJoin({ ...join, kind })}
          />
        ) : (
          <span />
        )}
        {number > 1 ? <Remove what={t.structure()} number={number} onClick={onRemove} /> : <span />}
      </div>
      {join && <JoinPairs join={join} source={source} before={before} error={error} onChange={onJoin} />}
    </div>
  )
}

/** What can be read, below what it is; structures alone need no heading. */
function offered(structures: KnownStructure[], t: ReturnType<typeof useTexts<typeof texts>>) {
  const of = (origin: Origin) =>
    structures.filter((one) => (one.origin ?? 'structure_id') === origin).map(({ id, label }) => ({ value: id, label }))
  const groups = [
    { group: t.stages(), items: of('parent_id') },
    { group: t.structures(), items: of('structure_id') },
    { group: t.dataSets(), items: of('data_set_id') },
  ].filter(({ items }) => items.length > 0)
  return groups.length === 1 ? groups[0]!.items : groups
}

/** Which fields have to be equal. */
function JoinPairs({
  join,
  source,
  before,
  error,
  onChange,
}: {
  join: Join
  source: DataSetSource | undefined
  before: DataSetSource[]
  error: (path: string) => string | undefined
  onChange: (join: Join) => void
}) {
  const t = useTexts(texts)
  const change = (n: number, pair: Partial<Join['on'][number]>) => onChange({ ...join, on: replaced(join.on, n, pair) })
  return (
    <>
      {join.on.map((pair, n) => (
        <div key={n} className={s['line']} data-kind="join">
          <Select
            label={t.local()}
            searchable
            allowDeselect={false}
            data={grouped(before)}
            value={`${pair.of}/${pair.local_field}`}
            error={error(`join.on.${n}`) ?? error(`join.on.${n}.field`)}
            onChange={(value) => {
              if (!value) return
              const { of, field } = splitChoice(value)
              change(n, { of, local_field: field })
            }}
          />
          <Select
            label={t.foreign({ name: source?.title ?? '' })}
            searchable
            allowDeselect={false}
            data={source ? choicesOf(source).map((choice) => ({ value: choice.field, label: titleOf(choice) })) : []}
            value={pair.foreign_field}
            error={error(`join.on.${n}.foreign_field`)}
            onChange={(foreign_field) => foreign_field && change(n, { foreign_field })}
          />
          {join.on.length > 1 ? (
            <Remove what={t.pair()} number={n + 1} onClick={() => onChange({ ...join, on: join.on.toSpliced(n, 1) })} />
          ) : (
            <span />
          )}
        </div>
      ))}
      <Button
        size="xs"
        variant="subtle"
        onClick={() => onChange({ ...join, on: [...join.on, ...join.on.slice(0, 1)] })}
      >
        {t.addOn()}
      </Button>
    </>
  )
}
