import { ActionIcon, Badge, Button, Select, TextInput, Tooltip } from '@mantine/core'
import { IconPlus, IconTableShare, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { addSource, changeSource, removeSource } from '@weft/designers/mapping/source-edits.ts'
import { rowsOf, type MappedStructure, type Row } from '@weft/designers/mapping/rows.ts'
import type { Others } from '@weft/engine/mapping/check/further.ts'
import {
  furtherOrigin,
  mappingLimits,
  referredId,
  type FurtherSource,
  type MappingDefinition,
  type MappingProblem,
} from '@weft/kit/define/mapping.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { DialogFrame } from '@weft/kit/ui/dialog-frame.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import s from './mappings.module.css'

const texts = defineMessages({
  title: { en: 'Further sources', de: 'Weitere Quellen' },
  about: {
    en: 'What belongs to each record of the main source: found by equal fields, once for all records of a batch.',
    de: 'Was zu jedem Datensatz der Hauptquelle gehört: gefunden über gleiche Felder, einmal für alle Datensätze eines Stapels.',
  },
  none: { en: 'There are no further sources.', de: 'Es gibt keine weiteren Quellen.' },
  source: { en: 'Source {name}', de: 'Quelle {name}' },
  add: { en: 'Add a source', de: 'Quelle hinzufügen' },
  name: { en: 'Name', de: 'Name' },
  reads: { en: 'Reads', de: 'Liest' },
  structures: { en: 'Data structures', de: 'Datenstrukturen' },
  sets: { en: 'Data sets', de: 'Datensets' },
  remove: { en: 'Remove the source {name}', de: 'Quelle {name} entfernen' },
  where: { en: 'Belongs to a record where', de: 'Gehört zu einem Datensatz, wo' },
  local: { en: 'Field of the record', de: 'Feld des Datensatzes' },
  foreign: { en: 'Field of {name}', de: 'Feld von {name}' },
  equals: { en: 'equals', de: 'gleich' },
  addPair: { en: 'Compare one more field', de: 'Weiteres Feld vergleichen' },
  removePair: { en: 'Do not compare this field', de: 'Dieses Feld nicht vergleichen' },
  take: { en: 'If there are several', de: 'Wenn es mehrere sind' },
  only: { en: 'reject the record', de: 'den Datensatz ablehnen' },
  first: { en: 'take the first one', de: 'den ersten nehmen' },
  all: { en: 'take all as a list', de: 'alle als Liste nehmen' },
  order: { en: 'In the order of', de: 'In der Reihenfolge von' },
  direction: { en: 'Direction', de: 'Richtung' },
  up: { en: 'ascending', de: 'aufsteigend' },
  down: { en: 'descending', de: 'absteigend' },
  missing: { en: 'If there is none', de: 'Wenn es keinen gibt' },
  empty: { en: 'leave empty', de: 'leer lassen' },
  reject: { en: 'reject the record', de: 'den Datensatz ablehnen' },
  nameShape: {
    en: 'A letter first, then small letters, digits and underscores, at most 31, and not the name of another one.',
    de: 'Zuerst ein Buchstabe, dann Kleinbuchstaben, Ziffern und Unterstriche, höchstens 31, und nicht der Name einer anderen.',
  },
  done: { en: 'Done', de: 'Fertig' },
})

type Props = {
  definition: MappingDefinition
  /** The main source with its further ones. */
  source: MappedStructure
  others: Others
  problems: readonly MappingProblem[]
  readOnly: boolean
  onChange(next: MappingDefinition, group?: string): void
}

/** Opens what a mapping reads beside its main source. */
export function FurtherSources(props: Props) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const count = props.definition.sources?.length ?? 0
  return (
    <>
      <Tooltip label={t.title()}>
        <Button
          size="xs"
          variant="default"
          px={7}
          aria-label={t.title()}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <IconTableShare size={14} />
          {count > 0 && (
            <Badge size="xs" circle ml={5} variant="light">
              {count}
            </Badge>
          )}
        </Button>
      </Tooltip>
      {isOpen && (
        <DialogFrame
          title={t.title()}
          size={720}
          onClose={() => setOpen(false)}
          cancel={t.done()}
          actions={<AddSource {...props} />}
        >
          <SourceList {...props} />
        </DialogFrame>
      )}
    </>
  )
}

function SourceList(props: Props) {
  const t = useTexts(texts)
  const { sources = [] } = props.definition
  return (
    <div className={s['sources']}>
      <p className="muted">{sources.length === 0 ? `${t.about()} ${t.none()}` : t.about()}</p>
      {sources.map((one, i) => (
        <SourceCard key={i} {...props} one={one} at={i} />
      ))}
    </div>
  )
}

function AddSource({ definition, source, readOnly, onChange }: Props) {
  const t = useTexts(texts)
  const choices = useChoices()
  const isFull = (definition.sources?.length ?? 0) >= mappingLimits.further_sources
  const [first] = choices.structures.concat(choices.sets)
  if (readOnly) return null
  return (
    <Button
      leftSection={<IconPlus size={14} />}
      disabled={isFull || !first}
      onClick={() => {
        if (!first) return
        const names = source.tree.map(({ name }) => name)
        onChange(addSource(definition, referenceOf(first.value), first.wish, names))
      }}
    >
      {t.add()}
    </Button>
  )
}

/** What can be read, by kind and id in one text. */
function useChoices() {
  const structures = useQuery({
    queryKey: ['/data_structures', { noPagination: true }],
    queryFn: ({ signal }) => api.get('/data_structures', { noPagination: true }, { signal, quiet: true }),
  })
  const sets = useQuery({
    queryKey: ['/data_sets', { noPagination: true }],
    queryFn: ({ signal }) => api.get('/data_sets', { noPagination: true }, { signal, quiet: true }),
  })
  return {
    structures: (structures.data?.data ?? []).map(({ id, label, table_name }) => ({
      value: `structure_id ${id}`,
      label,
      wish: table_name,
    })),
    sets: (sets.data?.data ?? []).map(({ id, name }) => ({ value: `data_set_id ${id}`, label: name, wish: name })),
  }
}

const choiceOf = (of: FurtherSource['of']) =>
  `${'structure_id' in of ? 'structure_id' : 'data_set_id'} ${referredId(of)}`
function referenceOf(choice: string): FurtherSource['of'] {
  const [kind, id = ''] = choice.split(' ')
  return kind === 'structure_id' ? { structure_id: id } : { data_set_id: id }
}

type CardProps = Props & { one: FurtherSource; at: number }

function SourceCard(props: CardProps) {
  const { definition, others, problems, readOnly, onChange, one } = props
  const t = useTexts(texts)
  const language = useLanguage()
  const { structures, sets } = useChoices()
  const set = (change: Partial<FurtherSource>) => onChange(changeSource(definition, one.name, change))
  const fields = (others.get(referredId(one.of))?.fields ?? [])
    .filter(({ type }) => type !== 'list' && type !== 'object' && type !== 'json')
    .map(({ id, name }) => ({ value: id, label: name }))
  const told = problems.filter(({ at }) => at.on === 'further_source' && at.id === one.name)
  return (
    <section className={s['source']} aria-label={t.source({ name: one.name })}>
      <div className={s['sourceRow']}>
        <NameInput {...props} />
        <Select
          label={t.reads()}
          searchable
          allowDeselect={false}
          disabled={readOnly}
          data={[
            { group: t.structures(), items: structures },
            { group: t.sets(), items: sets },
          ]}
          value={choiceOf(one.of)}
          onChange={(next) => next && set({ of: referenceOf(next), on: [], order: [] })}
        />
        {!readOnly && (
          <ActionIcon
            className={s['sourceRemove']}
            aria-label={t.remove({ name: one.name })}
            onClick={() => onChange(removeSource(definition, one.name))}
          >
            <IconTrash size={15} />
          </ActionIcon>
        )}
      </div>
      <Pairs {...props} fields={fields} set={set} />
      <Partner one={one} fields={fields} readOnly={readOnly} set={set} />
      {told.map(({ severity, message }, i) => (
        <p key={i} className={severity === 'warning' ? s['warned'] : s['wrong']}>
          {say(message, language)}
        </p>
      ))}
    </section>
  )
}

/** A name is taken over once it can be one: until then lines keep the old one. */
function NameInput({ definition, source, readOnly, onChange, one }: CardProps) {
  const t = useTexts(texts)
  const [typed, type] = useState<string>()
  const name = typed ?? one.name
  const isTaken = source.tree.some((field) => field.name === name) && name !== one.name
  const isWrong = !/^[a-z][a-z0-9_]{0,30}$/.test(name) || isTaken
  const keep = () => {
    if (isWrong) return
    type(undefined)
    if (name !== one.name) onChange(changeSource(definition, one.name, { name }))
  }
  return (
    <TextInput
      label={t.name()}
      value={name}
      error={isWrong && t.nameShape()}
      disabled={readOnly}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  )
}

type Fields = { fields: { value: string; label: string }[]; set(change: Partial<FurtherSource>): void }

function Pairs({ definition, source, readOnly, one, at, fields, set }: CardProps & Fields) {
  const t = useTexts(texts)
  const before = new Set((definition.sources ?? []).slice(0, at).map(({ name }) => name))
  const locals = singleFields(rowsOf(source)).filter(({ id }) => {
    const further = furtherOrigin(id)
    return !further || before.has(further.name)
  })
  const replaced = (i: number, change: Partial<FurtherSource['on'][number]>) =>
    set({ on: one.on.map((pair, n) => (n === i ? { ...pair, ...change } : pair)) })
  const [local, foreign] = [locals[0], fields[0]]
  return (
    <div className={s['pairs']} role="group" aria-label={t.where()}>
      <b>{t.where()}</b>
      {one.on.map(({ source_field_id, field }, i) => (
        <div key={i} className={s['pair']}>
          <Select
            aria-label={t.local()}
            searchable
            allowDeselect={false}
            disabled={readOnly}
            data={locals.map(({ id, full_name }) => ({ value: id, label: full_name }))}
            value={source_field_id}
            onChange={(next) => next && replaced(i, { source_field_id: next })}
          />
          <span>{t.equals()}</span>
          <Select
            aria-label={t.foreign({ name: one.name })}
            searchable
            allowDeselect={false}
            disabled={readOnly}
            data={fields}
            value={field}
            onChange={(next) => next && replaced(i, { field: next })}
          />
          {!readOnly && (
            <ActionIcon aria-label={t.removePair()} onClick={() => set({ on: one.on.filter((_, n) => n !== i) })}>
              <IconTrash size={14} />
            </ActionIcon>
          )}
        </div>
      ))}
      {!readOnly && one.on.length < 8 && local && foreign && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={13} />}
          onClick={() => {
            const alike = locals.find(({ name }) => fields.some(({ label }) => label === name))
            const field = fields.find(({ label }) => label === alike?.name) ?? foreign
            set({ on: [...one.on, { source_field_id: (alike ?? local).id, field: field.value }] })
          }}
        >
          {t.addPair()}
        </Button>
      )}
    </div>
  )
}

/** Fields with one value for each record. */
function singleFields(rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const isInList = ({ parent }: Row): boolean => {
    const outer = parent === undefined ? undefined : byId.get(parent)
    return outer !== undefined && (outer.type === 'list' || isInList(outer))
  }
  return rows.filter((row) => row.type !== 'list' && row.type !== 'object' && !isInList(row))
}

function Partner({ one, fields, readOnly, set }: Fields & { one: FurtherSource; readOnly: boolean }) {
  const t = useTexts(texts)
  const [order] = one.order
  return (
    <div className={s['partner']}>
      <Select
        label={t.take()}
        allowDeselect={false}
        disabled={readOnly}
        data={(['only', 'first', 'all'] as const).map((value) => ({ value, label: t[value]() }))}
        value={one.take}
        onChange={(next) => next && set({ take: next, ...(next === 'only' && { order: [] }) })}
      />
      {one.take !== 'only' && (
        <Select
          label={t.order()}
          clearable={one.take === 'all'}
          searchable
          disabled={readOnly}
          data={fields}
          value={order?.field ?? null}
          onChange={(field) => set({ order: field ? [{ field, descending: order?.descending ?? false }] : [] })}
        />
      )}
      {one.take !== 'only' && order && (
        <Select
          label={t.direction()}
          allowDeselect={false}
          disabled={readOnly}
          data={[
            { value: 'up', label: t.up() },
            { value: 'down', label: t.down() },
          ]}
          value={order.descending ? 'down' : 'up'}
          onChange={(next) => set({ order: [{ ...order, descending: next === 'down' }, ...one.order.slice(1)] })}
        />
      )}
      <Select
        label={t.missing()}
        allowDeselect={false}
        disabled={readOnly}
        data={(['empty', 'reject'] as const).map((value) => ({ value, label: t[value]() }))}
        value={one.on_missing}
        onChange={(next) => next && set({ on_missing: next })}
      />
    </div>
  )
}
