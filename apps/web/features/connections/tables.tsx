import { Button, TextInput } from '@mantine/core'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam, useSearchParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { FormWaiting, useEntry } from '@weft/kit/ui/resource-form.tsx'
import { ResultTable } from '@weft/kit/ui/result-table.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { SmallTable } from '@weft/kit/ui/small-table.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconEye, IconRefresh, IconSearch, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useConnectors } from './api.ts'
import { ConnectionFrame } from './connection-frame.tsx'
import s from './tables.module.css'

const texts = defineMessages({
  tables: { en: 'Tables', de: 'Tabellen' },
  find: { en: 'Find a table', de: 'Tabelle suchen' },
  again: { en: 'Read again', de: 'Neu lesen' },
  count: { en: '{n, plural, one {# table} other {# tables}}', de: '{n, plural, one {# Tabelle} other {# Tabellen}}' },
  none: { en: 'No tables', de: 'Keine Tabellen' },
  noneText: {
    en: 'The login may read none. Ask those who look after the system for the right to do so.',
    de: 'Der Zugang darf keine lesen. Bitten Sie, wer das System betreut, um das Recht dazu.',
  },
  nothing: { en: 'Nothing to look into', de: 'Nichts zum Hineinsehen' },
  nothingText: {
    en: 'A system of this kind has no tables, or you may not read through the connection.',
    de: 'Ein System dieser Art hat keine Tabellen, oder Sie dürfen nicht durch die Verbindung lesen.',
  },
  noneFound: { en: 'No table of this name', de: 'Keine Tabelle dieses Namens' },
  failed: { en: 'The tables could not be read', de: 'Die Tabellen konnten nicht gelesen werden' },
  failedOne: { en: 'The table could not be read', de: 'Die Tabelle konnte nicht gelesen werden' },
  rows: { en: 'about {n, plural, one {# row} other {# rows}}', de: 'etwa {n, plural, one {# Zeile} other {# Zeilen}}' },
  view: { en: 'View', de: 'Sicht' },
  field: { en: 'Field', de: 'Feld' },
  type: { en: 'Type', de: 'Typ' },
  role: { en: 'Role', de: 'Rolle' },
  empty: { en: 'May be empty', de: 'Darf leer sein' },
  yes: { en: 'yes', de: 'ja' },
  no: { en: 'no', de: 'nein' },
  key: { en: 'Key', de: 'Schlüssel' },
  cursor: { en: 'Cursor', de: 'Cursor' },
  generated: { en: 'Generated', de: 'Erzeugt' },
  sample: { en: 'Sample', de: 'Stichprobe' },
  sampleText: {
    en: '{n, plural, one {# row} other {# rows}}, read just now, nothing stored',
    de: '{n, plural, one {# Zeile} other {# Zeilen}}, gerade gelesen, nichts gespeichert',
  },
  noKey: {
    en: 'No field tells one record from another: it is read in one go, and a reading that breaks off begins anew.',
    de: 'Kein Feld unterscheidet einen Datensatz vom anderen: Sie wird am Stück gelesen, und ein abgebrochenes Lesen beginnt von vorn.',
  },
})

type Found = Answer<'GET', `/connections/${string}/tables`>['data'][number]
type Described = Answer<'GET', `/connections/${string}/table`>['data']['table']

/** What a system holds: its tables, and of one its fields and a few of its records. */
export function ConnectionTablesScreen() {
  const t = useTexts(texts)
  const id = usePathParam('id')
  const may = useMay()
  const connectors = useConnectors()
  const { data } = useEntry(`/connections/${id}`)
  const connector = connectors.find(({ key }) => key === data?.row.connector)
  const hasTables = connector?.connector.provides.includes('tables') && may('connections.run')
  return (
    <ConnectionFrame id={id} fill>
      {hasTables ? <Tables id={id} /> : <EmptyState icon={IconTable} title={t.nothing()} text={t.nothingText()} />}
    </ConnectionFrame>
  )
}

function Tables({ id }: { id: string }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [searched, search] = useState('')
  const wanted = useSearchParam('table')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [`/connections/${id}/tables`],
    queryFn: ({ signal }) => api.get(`/connections/${id}/tables`, {}, { signal, quiet: true }),
    staleTime: 300_000,
    retry: false,
  })
  if (error)
    return <EmptyState title={t.failed()} text={error.message} action={<Again onClick={() => void refetch()} />} />
  if (!data) return <FormWaiting />
  if (data.data.length === 0) return <EmptyState icon={IconTable} title={t.none()} text={t.noneText()} />
  const shown = data.data.filter(({ name }) => name.toLowerCase().includes(searched.trim().toLowerCase()))
  const chosen = wanted ?? data.data[0]!.name
  return (
    <div className={s['split']}>
      <nav className={s['list']} aria-label={t.tables()}>
        <TextInput
          aria-label={t.find()}
          placeholder={t.find()}
          leftSection={<IconSearch size={14} />}
          value={searched}
          onChange={(event) => search(event.currentTarget.value)}
        />
        <p>
          {t.count({ n: data.data.length })}
          <Again onClick={() => void refetch()} busy={isFetching} />
        </p>
        {shown.length === 0 && <p>{t.noneFound()}</p>}
        <ul>
          {shown.map((table) => (
            <Entry
              key={table.name}
              table={table}
              isChosen={table.name === chosen}
              choose={() => void navigate({ to: '.', search: { table: table.name } as never })}
            />
          ))}
        </ul>
      </nav>
      <section className={s['one']} aria-label={chosen}>
        <OneTable key={chosen} id={id} name={chosen} />
      </section>
    </div>
  )
}

function Again({ onClick, busy = false }: { onClick: () => void; busy?: boolean }) {
  const t = useTexts(texts)
  return (
    <Button size="compact-sm" variant="subtle" loading={busy} leftSection={<IconRefresh size={14} />} onClick={onClick}>
      {t.again()}
    </Button>
  )
}

function Entry({ table, isChosen, choose }: { table: Found; isChosen: boolean; choose: () => void }) {
  const { compact } = useFormats()
  const Icon = table.kind === 'view' ? IconEye : IconTable
  return (
    <li>
      <button type="button" aria-current={isChosen || undefined} onClick={choose}>
        <Icon size={15} aria-hidden />
        <code className="mono">{table.name}</code>
        <span className="num">{table.rows === null ? '–' : compact(table.rows)}</span>
      </button>
    </li>
  )
}

function OneTable({ id, name }: { id: string; name: string }) {
  const t = useTexts(texts)
  const { bytes } = useFormats()
  const { data, error, refetch } = useQuery({
    queryKey: [`/connections/${id}/table`, name],
    queryFn: ({ signal }) => api.get(`/connections/${id}/table`, { name }, { signal, quiet: true }),
    retry: false,
  })
  if (error)
    return <EmptyState title={t.failedOne()} text={error.message} action={<Again onClick={() => void refetch()} />} />
  if (!data) return <FormWaiting />
  const { table, sample } = data.data
  const facts = [
    ...(table.kind === 'view' ? [t.view()] : []),
    ...(table.rows === null ? [] : [t.rows({ n: table.rows })]),
    ...(table.bytes === null ? [] : [bytes(table.bytes)]),
  ]
  return (
    <>
      <header>
        <h2>
          <code className="mono">{table.name}</code>
        </h2>
        <p>{facts.join(' · ')}</p>
        {table.key.length === 0 && <p>{t.noKey()}</p>}
      </header>
      <Fields table={table} />
      <header>
        <h3>{t.sample()}</h3>
        <p>{t.sampleText({ n: sample.length })}</p>
      </header>
      {sample.length > 0 && (
        <ResultTable label={t.sample()} columns={table.fields.map((field) => field.name)} rows={sample} />
      )}
    </>
  )
}

function Fields({ table }: { table: Described }) {
  const t = useTexts(texts)
  const refersTo = (name: string) => table.references.find(({ fields }) => fields.includes(name))
  return (
    <SmallTable columns={[t.field(), t.type(), t.role(), t.empty()]}>
      {table.fields.map(({ name, native, nullable, generated }) => (
        <tr key={name}>
          <td>
            <code className="mono">{name}</code>
          </td>
          <td>
            <code className="mono">{native}</code>
          </td>
          <td>
            <span className={s['roles']}>
              {table.key.includes(name) && <Badge tone="violet">{t.key()}</Badge>}
              {table.cursors[0] === name && <Badge tone="blue">{t.cursor()}</Badge>}
              {generated && <Badge>{t.generated()}</Badge>}
              {refersTo(name) && <Badge>→ {refersTo(name)!.table}</Badge>}
            </span>
          </td>
          <td>{nullable ? t.yes() : t.no()}</td>
        </tr>
      ))}
    </SmallTable>
  )
}
