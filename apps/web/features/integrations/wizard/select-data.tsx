import { Button, Checkbox, TextInput } from '@mantine/core'
import { chosenTable } from '@weft/kit/integrations/suggest.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { FormWaiting } from '@weft/kit/ui/resource-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconRefresh, IconSearch, IconTable } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useSlash } from '../catalogue/found.ts'
import { useDescribed, useFoundTables, type DescribedTable, type FoundTable } from './described.ts'
import { TableGroup } from './table-group.tsx'
import { DraftStepPage, OfDraft } from './steps.tsx'
import type { OpenDraft } from './use-draft.ts'
import s from './select-data.module.css'

const texts = defineMessages({
  heading: { en: 'Which data should arrive?', de: 'Welche Daten sollen ankommen?' },
  text: {
    en: 'Found just now. Where a field tells what changed, later runs read changes only.',
    de: 'Gerade gefunden. Wo ein Feld sagt, was sich geändert hat, lesen spätere Läufe nur Änderungen.',
  },
  find: { en: 'Find a table or field', de: 'Tabelle oder Feld suchen' },
  only: { en: 'Chosen only', de: 'Nur ausgewählte' },
  chosen: { en: '{n} of {all} chosen', de: '{n} von {all} ausgewählt' },
  table: { en: 'Table', de: 'Tabelle' },
  rows: { en: 'Rows', de: 'Zeilen' },
  size: { en: 'Size', de: 'Größe' },
  key: { en: 'Key', de: 'Schlüssel' },
  told: { en: 'Changes told by', de: 'Änderungen laut' },
  read: { en: 'Read', de: 'Lesen' },
  all: { en: 'All tables', de: 'Alle Tabellen' },
  none: { en: 'No tables', de: 'Keine Tabellen' },
  noneText: {
    en: 'The login may read none. Ask those who look after the system for the right to do so.',
    de: 'Der Zugang darf keine lesen. Bitten Sie, wer das System betreut, um das Recht dazu.',
  },
  noneFound: { en: 'No table or field of this name', de: 'Keine Tabelle und kein Feld dieses Namens' },
  failed: { en: 'The tables could not be read', de: 'Die Tabellen konnten nicht gelesen werden' },
  again: { en: 'Read again', de: 'Neu lesen' },
  sum: {
    en: '{tables, plural, one {# table} other {# tables}}, about {rows} rows',
    de: '{tables, plural, one {# Tabelle} other {# Tabellen}}, etwa {rows} Zeilen',
  },
  nothing: { en: 'Nothing chosen yet', de: 'Noch nichts ausgewählt' },
})

export const SelectDataScreen = () => <OfDraft>{(hand) => <Select hand={hand} />}</OfDraft>

function Select({ hand }: { hand: OpenDraft }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const { draft, change } = hand
  const { data, error, refetch, isFetching } = useFoundTables(draft.connection_id)
  const found = data?.data ?? []
  const described = useDescribed(
    draft.id,
    found.map(({ name }) => name),
  )
  const { tables } = draft.data
  const rows = tables.reduce((sum, table) => sum + (table.rows ?? 0), 0)
  const system = draft.connection_label ?? ''
  const choose = (names: readonly string[], isChosen: boolean) =>
    change((before) => {
      const others = before.tables.filter(({ name }) => !names.includes(name))
      const fresh = names.map(
        (name) =>
          before.tables.find((table) => table.name === name) ??
          chosenTable(
            system,
            (described.get(name) as DescribedTable | undefined) ?? found.find((one) => one.name === name)!,
          ),
      )
      return { ...before, label: before.label || system, tables: isChosen ? [...others, ...fresh] : others }
    })
  return (
    <DraftStepPage
      hand={hand}
      current="selectData"
      heading={t.heading()}
      text={t.text()}
      blocked={tables.length === 0}
      note={tables.length > 0 ? t.sum({ tables: tables.length, rows: number(rows) }) : t.nothing()}
    >
      {error ? (
        <EmptyState
          title={t.failed()}
          text={error.message}
          action={
            <Button
              variant="default"
              loading={isFetching}
              leftSection={<IconRefresh size={15} />}
              onClick={() => void refetch()}
            >
              {t.again()}
            </Button>
          }
        />
      ) : !data ? (
        <FormWaiting />
      ) : found.length === 0 ? (
        <EmptyState icon={IconTable} title={t.none()} text={t.noneText()} />
      ) : (
        <Tables hand={hand} found={found} described={described} choose={choose} />
      )}
    </DraftStepPage>
  )
}

type TablesProps = {
  hand: OpenDraft
  found: FoundTable[]
  described: ReadonlyMap<string, DescribedTable>
  choose: (names: readonly string[], isChosen: boolean) => void
}

function Tables({ hand, found, described, choose }: TablesProps) {
  const t = useTexts(texts)
  const [searched, search] = useState('')
  const [onlyChosen, setOnlyChosen] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  useSlash(box)
  const { tables } = hand.draft.data
  const isChosen = ({ name }: FoundTable) => tables.some((table) => table.name === name)
  const term = searched.trim().toLowerCase()
  const shown = found.filter(
    (table) =>
      (!onlyChosen || isChosen(table)) &&
      (table.name.toLowerCase().includes(term) ||
        described.get(table.name)?.fields.some(({ name }) => name.toLowerCase().includes(term))),
  )
  const groups = Object.entries(Object.groupBy(shown, ({ name }) => schemaOf(name)))
  const names = shown.map(({ name }) => name)
  const count = shown.filter(isChosen).length
  return (
    <div className={s['box']}>
      <div className={s['bar']}>
        <TextInput
          ref={box}
          aria-label={t.find()}
          placeholder={t.find()}
          leftSection={<IconSearch size={14} />}
          value={searched}
          onChange={(event) => search(event.currentTarget.value)}
        />
        <Button
          size="compact-sm"
          variant={onlyChosen ? 'light' : 'subtle'}
          aria-pressed={onlyChosen}
          onClick={() => setOnlyChosen(!onlyChosen)}
        >
          {t.only()}
        </Button>
        <span role="status">{t.chosen({ n: tables.length, all: found.length })}</span>
      </div>
      {shown.length === 0 ? (
        <EmptyState small title={t.noneFound()} />
      ) : (
        <div className={s['scroll']} tabIndex={0} role="region" aria-label={t.heading()}>
          <table className={s['table']}>
            <thead>
              <tr>
                <th scope="col">
                  <span className={s['first']}>
                    <Checkbox
                      size="xs"
                      aria-label={t.all()}
                      checked={count === shown.length}
                      indeterminate={count > 0 && count < shown.length}
                      onChange={() => choose(names, count < shown.length)}
                    />
                    {t.table()}
                  </span>
                </th>
                <th scope="col" className={s['end']}>
                  {t.rows()}
                </th>
                <th scope="col" className={s['end']}>
                  {t.size()}
                </th>
                <th scope="col">{t.key()}</th>
                <th scope="col">{t.told()}</th>
                <th scope="col">{t.read()}</th>
              </tr>
            </thead>
            {groups.map(([group, own]) => (
              <TableGroup
                key={group}
                name={groups.length > 1 ? group : ''}
                tables={own!}
                described={described}
                hand={hand}
                choose={choose}
              />
            ))}
          </table>
        </div>
      )}
    </div>
  )
}

/** `shop` of `shop.order`; nothing where tables have no schema. */
const schemaOf = (name: string) => /^("(?:[^"]|"")*"|[^.]*)\./.exec(name)?.[1] ?? ''
