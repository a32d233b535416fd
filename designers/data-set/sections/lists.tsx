import { Select, Switch, TextInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import s from '../data-set.module.css'
import { choicesOf, freshName, splitChoice, withoutSource, type FieldChoice } from '../sources.ts'
import { Add, type Parts, Remove, grouped, mono, replaced } from './parts.tsx'

const texts = defineMessages({
  as: { en: 'Short name', de: 'Kurzname' },
  lists: { en: 'Lists to unfold', de: 'Aufzufaltende Listen' },
  listsNote: { en: 'one row for each entry', de: 'eine Zeile je Eintrag' },
  list: { en: 'List', de: 'Liste' },
  keepEmpty: { en: 'Keep records with an empty list', de: 'Datensätze mit leerer Liste behalten' },
  addList: { en: 'Unfold a list', de: 'Liste auffalten' },
})

/** Lists inside the records, unfolded to a row for each entry. */
export function Lists({ definition, set, onChange, sources, error }: Parts) {
  const t = useTexts(texts)
  const isList = ({ type }: FieldChoice) => type === 'list' || type === 'json'
  const offered = sources.flatMap((source) => choicesOf(source).filter(isList))
  if (offered.length === 0 && definition.lists.length === 0) return null
  return (
    <Panel title={t.lists()} note={t.listsNote()}>
      <div className={s['rows']}>
        {definition.lists.map(({ as, of, field, keep_empty }, i) => (
          <div key={as} className={s['line']} data-kind="list">
            <Select
              label={t.list()}
              allowDeselect={false}
              data={grouped(sources.slice(0, definition.structures.length + i), isList)}
              value={`${of}/${field}`}
              error={error(`lists.${i}.field`)}
              onChange={(value) => value && set({ lists: replaced(definition.lists, i, splitChoice(value)) })}
            />
            <TextInput label={t.as()} styles={mono} value={as} readOnly error={error(`lists.${i}.as`)} />
            <Switch
              size="xs"
              label={t.keepEmpty()}
              checked={keep_empty}
              onChange={(event) =>
                set({ lists: replaced(definition.lists, i, { keep_empty: event.currentTarget.checked }) })
              }
            />
            <Remove what={t.list()} number={i + 1} onClick={() => onChange(withoutSource(definition, as))} />
          </div>
        ))}
        <Add
          disabled={offered.length === 0}
          onClick={() =>
            set({
              lists: [
                ...definition.lists,
                {
                  as: freshName(
                    offered[0]!.field,
                    sources.map((source) => source.as),
                  ),
                  of: offered[0]!.of,
                  field: offered[0]!.field,
                  keep_empty: true,
                },
              ],
            })
          }
        >
          {t.addList()}
        </Add>
      </div>
    </Panel>
  )
}
