import { Radio, Select } from '@mantine/core'
import { textOf } from '@weft/kit/define/compare.ts'
import type { DraftTable } from '@weft/kit/integrations/draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Profile } from '../api.ts'
import { canCompare } from './deletions.ts'
import s from './fields.module.css'

const texts = defineMessages({
  arrives: { en: 'What arrives', de: 'Was ankommt' },
  row: { en: 'the first row', de: 'die erste Zeile' },
  hash: { en: '64 digits', de: '64 Ziffern' },
  empty: { en: 'The table is empty.', de: 'Die Tabelle ist leer.' },
  clear: { en: '{fields} stays in the clear.', de: '{fields} bleibt im Klartext.' },
  purpose: { en: 'Its purpose: “{purpose}”.', de: 'Der Zweck: „{purpose}“.' },
  noPurpose: { en: 'Please say what for, in the step before.', de: 'Bitte sagen Sie im Schritt „Analysieren“, wofür.' },
  deleted: { en: 'When something is deleted', de: 'Wenn etwas gelöscht wird' },
  mark: { en: 'Mark the row as deleted', de: 'Zeile als gelöscht markieren' },
  remove: { en: 'Delete it here too', de: 'Auch hier löschen' },
  keep: { en: 'Keep it', de: 'Behalten' },
  how: { en: 'Noticed by', de: 'Bemerkt durch' },
  keys: { en: 'comparing all keys', de: 'Vergleich aller Schlüssel' },
  cannot: {
    en: 'Nothing tells which rows are deleted: there is no key that is stored in the clear.',
    de: 'Nichts sagt, welche Zeilen gelöscht sind: Kein Schlüssel wird im Klartext gespeichert.',
  },
})

type Props = { table: DraftTable; profile: Profile; set: (changes: Partial<DraftTable>) => void }

/** Beside the fields: the first row as it will arrive, and what happens when it goes. */
export function TableSide({ table, profile, set }: Props) {
  const t = useTexts(texts)
  const stored = table.fields.filter(({ treatment }) => treatment !== 'leave_out')
  const [first] = profile.sample
  const clear = table.fields.filter(
    ({ name, treatment }) =>
      treatment === 'keep' && profile.fields.some((field) => field.name === name && field.personal),
  )
  return (
    <aside className={s['side']}>
      <Panel title={t.arrives()} note={t.row()}>
        {first ? (
          <dl className={s['arrives']}>
            {stored.slice(0, 12).map(({ name, stored_as, treatment }) => (
              <div key={name}>
                <dt>{stored_as}</dt>
                <dd>{treatment === 'hash' ? t.hash() : shown(first[name])}</dd>
              </div>
            ))}
          </dl>
        ) : (
          t.empty()
        )}
      </Panel>
      {clear.map(({ name, purpose }) => (
        <Note key={name} tone="amber" icon={<IconAlertTriangle size={15} aria-hidden />}>
          {t.clear({ fields: name })} {purpose ? t.purpose({ purpose }) : t.noPurpose()}
        </Note>
      ))}
      <Deletions table={table} profile={profile} set={set} />
    </aside>
  )
}

const shown = (value: unknown) => (value === null || value === undefined || value === '' ? '–' : textOf(value))

function Deletions({ table, profile, set }: Props) {
  const t = useTexts(texts)
  const fields = profile.fields.filter(
    ({ name, type }) =>
      ['boolean', 'integer', 'date_time', 'date'].includes(type) &&
      !profile.table.key.includes(name) &&
      table.fields.some((field) => field.name === name && field.treatment === 'keep'),
  )
  const isComparable = canCompare(table, profile)
  const change = (deletions: string) =>
    set({
      deletions: deletions as DraftTable['deletions'],
      deleted_field:
        deletions === 'keep' ? null : (table.deleted_field ?? (isComparable ? null : (fields[0]?.name ?? null))),
    })
  return (
    <Panel title={t.deleted()}>
      {!isComparable && fields.length === 0 ? (
        t.cannot()
      ) : (
        <Radio.Group value={table.deletions} onChange={change} aria-label={t.deleted()}>
          {(['mark', 'remove', 'keep'] as const).map((value) => (
            <Radio key={value} value={value} label={t[value]()} size="xs" mb={8} />
          ))}
          {table.deletions !== 'keep' && (
            <Select
              size="xs"
              label={t.how()}
              allowDeselect={false}
              value={table.deleted_field ?? ''}
              onChange={(field) => set({ deleted_field: field || null })}
              data={[
                ...(isComparable ? [{ value: '', label: t.keys() }] : []),
                ...fields.map(({ name }) => ({ value: name, label: name })),
              ]}
            />
          )}
        </Radio.Group>
      )}
    </Panel>
  )
}
