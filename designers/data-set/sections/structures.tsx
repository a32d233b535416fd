import { Button, Select, TextInput } from '@mantine/core'
import type { DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from '../data-set.module.css'
import { choicesOf, freshName, splitChoice, withStructure, withoutPlace } from '../places.ts'
import { Add, type Parts, Remove, grouped, mono, replaced } from './parts.tsx'

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
  pair: { en: 'Pair of fields', de: 'Feldpaar' },
})

/** Where the records come from, and how they are joined. */
export function Structures({ definition, set, onChange, structures, places, error }: Parts) {
  const t = useTexts(texts)
  const add = () => {
    const structure =
      structures.find(({ id }) => !definition.structures.some(({ structure_id }) => structure_id === id)) ??
      structures[0]!
    const as = freshName(
      structure.table_name,
      places.map((place) => place.as),
    )
    const local = choicesOf(places[0]!)[0]
    const foreign =
      structure.fields.find(({ name }) => choicesOf(places[0]!).some(({ field }) => field === name)) ??
      structure.fields[0]
    set({
      structures: [
        ...definition.structures,
        {
          as,
          structure_id: structure.id,
          join: {
            kind: 'left',
            on: [
              {
                of: places[0]!.as,
                local_field:
                  foreign && choicesOf(places[0]!).some(({ field }) => field === foreign.name)
                    ? foreign.name
                    : (local?.field ?? ''),
                foreign_field: foreign?.name ?? '',
              },
            ],
          },
        },
      ],
    })
  }
  return (
    <Panel title={t.structures()}>
      <div className={s['rows']}>
        {definition.structures.map(({ as, structure_id, join }, i) => {
          const own = places.find((place) => place.as === as)!
          const change = (more: Partial<DataSetDefinition['structures'][number]>) =>
            set({ structures: replaced(definition.structures, i, more) })
          return (
            <div key={as} className={s['source']}>
              <div className={s['line']} data-kind="structure">
                <Select
                  label={t.structure()}
                  searchable
                  allowDeselect={false}
                  data={structures.map(({ id, label }) => ({ value: id, label }))}
                  value={structure_id}
                  error={error(`structures.${i}.structure_id`)}
                  onChange={(id) =>
                    id &&
                    onChange(
                      withStructure(
                        definition,
                        i,
                        structures.find((one) => one.id === id)!,
                      ),
                    )
                  }
                />
                <TextInput label={t.as()} styles={mono} value={as} readOnly error={error(`structures.${i}.as`)} />
                {join ? (
                  <Select
                    label={t.join()}
                    allowDeselect={false}
                    data={[
                      { value: 'left', label: t.left() },
                      { value: 'inner', label: t.inner() },
                    ]}
                    value={join.kind}
                    onChange={(kind) => kind && change({ join: { ...join, kind: kind as 'left' } })}
                  />
                ) : (
                  <span />
                )}
                {i > 0 ? (
                  <Remove what={t.structure()} number={i + 1} onClick={() => onChange(withoutPlace(definition, as))} />
                ) : (
                  <span />
                )}
              </div>
              {join?.on.map((pair, n) => (
                <div key={n} className={s['line']} data-kind="join">
                  <Select
                    label={t.local()}
                    searchable
                    allowDeselect={false}
                    data={grouped(places.slice(0, i).filter(({ isList }) => !isList))}
                    value={`${pair.of}/${pair.local_field}`}
                    error={error(`structures.${i}.join.on.${n}`) ?? error(`structures.${i}.join.on.${n}.field`)}
                    onChange={(value) => {
                      if (!value) return
                      const { of, field } = splitChoice(value)
                      change({ join: { ...join, on: replaced(join.on, n, { of, local_field: field }) } })
                    }}
                  />
                  <Select
                    label={t.foreign({ name: own.title })}
                    searchable
                    allowDeselect={false}
                    data={choicesOf(own).map(({ field, label }) => ({ value: field, label }))}
                    value={pair.foreign_field}
                    error={error(`structures.${i}.join.on.${n}.foreign_field`)}
                    onChange={(foreign_field) =>
                      foreign_field && change({ join: { ...join, on: replaced(join.on, n, { foreign_field }) } })
                    }
                  />
                  {join.on.length > 1 ? (
                    <Remove
                      what={t.pair()}
                      number={n + 1}
                      onClick={() => change({ join: { ...join, on: join.on.toSpliced(n, 1) } })}
                    />
                  ) : (
                    <span />
                  )}
                </div>
              ))}
              {join && (
                <Button
                  size="xs"
                  variant="subtle"
                  onClick={() => change({ join: { ...join, on: [...join.on, join.on[0]!] } })}
                >
                  {t.addOn()}
                </Button>
              )}
            </div>
          )
        })}
        <Add onClick={add} disabled={structures.length === 0}>
          {t.addJoin()}
        </Add>
      </div>
    </Panel>
  )
}
