import { ActionIcon, Checkbox, Select, Skeleton } from '@mantine/core'
import { chosenTable } from '@weft/kit/integrations/suggest.ts'
import type { DraftTable } from '@weft/kit/integrations/draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconChevronDown, IconChevronRight, IconEye, IconKey, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import type { DescribedTable, FoundTable } from './described.ts'
import type { DraftInHand } from './use-draft.ts'
import s from './select-data.module.css'

const texts = defineMessages({
  of: { en: '{n} of {all}', de: '{n} von {all}' },
  open: { en: 'Show {name}', de: '{name} anzeigen' },
  close: { en: 'Hide {name}', de: '{name} ausblenden' },
  changes: { en: 'Changes', de: 'Änderungen' },
  whole: { en: 'All rows', de: 'Alle Zeilen' },
  noCursor: { en: 'no field tells changes', de: 'kein Feld sagt Änderungen' },
  noKey: { en: 'no key: equal rows become one', de: 'kein Schlüssel: gleiche Zeilen werden eine' },
  told: { en: 'What tells changes in {table}', de: 'Was in {table} Änderungen sagt' },
  read: { en: 'What is read of {table}', de: 'Was von {table} gelesen wird' },
})

type Props = {
  /** Of the schema; empty where there is one only. */
  name: string
  tables: FoundTable[]
  described: ReadonlyMap<string, DescribedTable>
  hand: DraftInHand
  choose: (names: readonly string[], isChosen: boolean) => void
}

/** The tables of a schema, chosen one by one or all at once. */
export function TableGroup({ name, tables, described, hand, choose }: Props) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(true)
  const chosen = hand.draft!.data.tables
  const names = tables.map((table) => table.name)
  const count = names.filter((one) => chosen.some((table) => table.name === one)).length
  return (
    <tbody>
      {name !== '' && (
        <tr className={s['group']}>
          <th scope="rowgroup" colSpan={6}>
            <span className={s['first']}>
              <ActionIcon
                size="xs"
                variant="subtle"
                aria-expanded={isOpen}
                aria-label={isOpen ? t.close({ name }) : t.open({ name })}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
              </ActionIcon>
              <Checkbox
                size="xs"
                label={name}
                checked={count === names.length}
                indeterminate={count > 0 && count < names.length}
                onChange={() => choose(names, count < names.length)}
              />
              <small>{t.of({ n: count, all: names.length })}</small>
            </span>
          </th>
        </tr>
      )}
      {isOpen &&
        tables.map((table) => (
          <Row
            key={table.name}
            table={table}
            described={described.get(table.name)}
            chosen={chosen.find((one) => one.name === table.name)}
            hand={hand}
            choose={choose}
          />
        ))}
    </tbody>
  )
}

type RowProps = {
  table: FoundTable
  described: DescribedTable | undefined
  chosen: DraftTable | undefined
  hand: DraftInHand
  choose: Props['choose']
}

function Row({ table, described, chosen, hand, choose }: RowProps) {
  const t = useTexts(texts)
  const { number, bytes } = useFormats()
  const { name } = table
  const Icon = table.kind === 'view' ? IconEye : IconTable
  // What it would be chosen as is shown before it is chosen.
  const shown = chosen ?? (described && chosenTable('', described as never))
  const set = (changes: Partial<DraftTable>) =>
    hand.change((before) => ({
      ...before,
      tables: before.tables.map((one) => (one.name === name ? { ...one, ...changes } : one)),
    }))
  const cursors = described?.cursors ?? []
  return (
    <tr data-chosen={chosen ? true : undefined}>
      <td>
        <label className={s['first']}>
          <Checkbox size="xs" checked={chosen !== undefined} onChange={() => choose([name], !chosen)} />
          <Icon size={15} aria-hidden />
          <code className="mono">{name}</code>
        </label>
      </td>
      <td className={s['end']}>{number(table.rows)}</td>
      <td className={s['end']}>{bytes(table.bytes)}</td>
      {described && shown ? (
        <>
          <td>
            {described.key.length > 0 ? (
              <span className={s['key']}>
                <IconKey size={13} aria-hidden />
                <code className="mono">{described.key.join(', ')}</code>
              </span>
            ) : (
              <span className={s['warn']}>{t.noKey()}</span>
            )}
          </td>
          <td>
            {cursors.length === 0 ? (
              <span className={chosen ? s['warn'] : s['quiet']}>{chosen ? t.noCursor() : '–'}</span>
            ) : (
              <Select
                size="xs"
                aria-label={t.told({ table: name })}
                className={s['mono']}
                allowDeselect={false}
                disabled={!chosen || shown.read === 'all'}
                value={shown.cursor_field ?? cursors[0]!}
                onChange={(cursor_field) => set({ cursor_field })}
                data={cursors}
              />
            )}
          </td>
          <td>
            <Select
              size="xs"
              aria-label={t.read({ table: name })}
              allowDeselect={false}
              disabled={!chosen || cursors.length === 0}
              value={shown.read}
              onChange={(read) =>
                set({ read: read as DraftTable['read'], cursor_field: shown.cursor_field ?? cursors[0] ?? null })
              }
              data={[
                { value: 'changed', label: t.changes() },
                { value: 'all', label: t.whole() },
              ]}
            />
          </td>
        </>
      ) : (
        <td colSpan={3}>
          <Skeleton h={12} w="60%" />
        </td>
      )}
    </tr>
  )
}
