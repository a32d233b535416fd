import { useSearchParams } from '@weft/kit/ui/address.ts'
import { ActionIcon, Button, SegmentedControl, Select, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconLayoutSidebarRight, IconPlus, IconRefresh, IconSearch, IconTable, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useCrumbs, type Crumb } from '@weft/kit/ui/crumbs.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { lazy, Suspense, useState } from 'react'
import type { DataStructure } from '../data-structures/structure.ts'
import { brief } from './cell-value.tsx'
import { Filters } from './filters.tsx'
import { Relations } from './relations.tsx'
import { RecordDetails } from './record-details.tsx'
import { RecordGrid } from './record-grid.tsx'
import { ExportMenu, MarkMenu } from './record-menus.tsx'
import type { Spot } from './use-cell-edit.ts'
import s from './explorer.module.css'
import { ImportButton } from './import-button.tsx'
import { DropSign, useFileDrop } from './import-drop.tsx'
import { importTexts } from './import-texts.ts'
import { addressOf, selectionFrom, type Selection } from './selection.ts'
import { changeTexts, useRecordChanges } from './use-record-changes.ts'
import { useRecords } from './use-records.ts'
const ImportDialog = lazy(() => import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })))
const AddRecord = lazy(() => import('./add-record.tsx').then((module) => ({ default: module.AddRecord })))

const texts = defineMessages({
  structure: { en: 'Data structure', de: 'Datenstruktur' },
  search: { en: 'Search records', de: 'Datensätze suchen' },
  all: { en: 'All', de: 'Alle' },
  dirty: { en: 'To be processed', de: 'Noch zu verarbeiten' },
  clean: { en: 'Processed', de: 'Verarbeitet' },
  states: { en: 'State', de: 'Zustand' },
  add: { en: 'Add record', de: 'Datensatz anlegen' },
  reload: { en: 'Load again', de: 'Neu laden' },
  details: { en: 'Show the whole record', de: 'Ganzen Datensatz anzeigen' },
  rows: { en: '{count} records', de: '{count} Datensätze' },
  about: { en: 'about {count} records', de: 'etwa {count} Datensätze' },
  more: { en: 'more than {count} records', de: 'mehr als {count} Datensätze' },
  columns: { en: '{count} columns', de: '{count} Spalten' },
  chosen: { en: '{count} selected', de: '{count} ausgewählt' },
  none: { en: 'No records yet', de: 'Noch keine Datensätze' },
  noneText: {
    en: 'Records come from workflows that write into this structure, or from a file you drop here.',
    de: 'Datensätze kommen aus Workflows, die in diese Struktur schreiben, oder aus einer Datei, die Sie hier ablegen.',
  },
  noneFound: { en: 'No record matches', de: 'Kein Datensatz passt' },
  noneFoundText: {
    en: 'Change the search or the filters to see more.',
    de: 'Ändern Sie Suche oder Filter, um mehr zu sehen.',
  },
  failed: { en: 'The records could not be loaded', de: 'Die Datensätze konnten nicht geladen werden' },
})

type Props = {
  title: string
  crumbs?: Crumb[]
  structure: DataStructure
  structures?: { id: string; label: string }[]
  onStructure?: (id: string) => void
}

/** The records of a structure: search, filters, sort, editing in place, marks, export. */
export function Explorer({ title, crumbs, structure, structures, onStructure }: Props) {
  const t = useTexts(texts)
  const changes = useTexts(changeTexts)
  const imports = useTexts(importTexts)
  const may = useMay()
  const { number } = useFormats()
  useCrumbs(title, crumbs)
  const navigate = useNavigate()
  const search = useSearchParams()
  const selection = selectionFrom(search)
  const records = useRecords(structure.id, selection)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [spot, setSpot] = useState<Spot>({ row: 0, column: 2 })
  const [detailed, setDetailed] = useState(false)
  const [adding, setAdding] = useState(false)
  const [file, setFile] = useState<File>()
  const mayImport = may('records.create')
  // One after the other: what is dropped meanwhile is not taken.
  const drop = useFileDrop(mayImport ? (next) => setFile((now) => now ?? next) : undefined)
  const fields = structure.fields.filter((field) => field.show_in_view)
  const here = records.rowAt(spot.row)
  const hereField = fields[spot.column - 2]

  const set = (change: Partial<Selection>) => {
    setChosen(new Set())
    setSpot({ row: 0, column: spot.column })
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...addressOf({ ...selection, ...change }) }),
      replace: true,
      resetScroll: false,
    })
  }
  const typed = useDebouncedCallback((searchTerm: string) => set({ searchTerm }), 250)
  const { mark, remove, edit, changed } = useRecordChanges({
    isVersioned: structure.data_versioning,
    records,
    selection,
    chosen,
    onChosenDone: () => setChosen(new Set()),
  })
  const isFiltered = selection.searchTerm !== '' || selection.state !== '' || selection.conditions.length > 0

  return (
    <div className={s['page']} {...drop.handlers}>
      <header className={s['bar']}>
        <h1>{title}</h1>
        {structures && onStructure && (
          <Select
            w={230}
            searchable
            allowDeselect={false}
            aria-label={t.structure()}
            data={structures.map(({ id, label }) => ({ value: id, label }))}
            value={structure.id}
            onChange={(id) => id && onStructure(id)}
          />
        )}
        <div className={s['actions']}>
          {may('records.update') && <MarkMenu chosen={chosen.size} total={records.total} onMark={mark} />}
          {may('records.delete') && chosen.size > 0 && (
            <Button variant="danger" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
              {changes.remove({ count: chosen.size })}
            </Button>
          )}
          {may('records.export') && <ExportMenu path={records.path} selection={selection} />}
          {mayImport && <ImportButton onFile={setFile} />}
          {mayImport && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
              {t.add()}
            </Button>
          )}
        </div>
      </header>
      <div className={s['tools']}>
        <TextInput
          key={structure.id}
          className={s['search']}
          aria-label={t.search()}
          placeholder={t.search()}
          defaultValue={selection.searchTerm}
          leftSection={<IconSearch size={14} />}
          onChange={(event) => typed(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label={t.states()}
          value={selection.state}
          onChange={(state) => set({ state: state })}
          data={[
            { value: '', label: t.all() },
            { value: 'dirty', label: t.dirty() },
            { value: 'clean', label: t.clean() },
          ]}
        />
        <Filters
          key={`${structure.id} ${JSON.stringify(selection.conditions)}`}
          fields={structure.fields}
          conditions={selection.conditions}
          onChange={(conditions) => set({ conditions })}
        />
        <Tooltip label={t.reload()}>
          <ActionIcon aria-label={t.reload()} loading={records.busy} onClick={() => void records.reload()}>
            <IconRefresh size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t.details()}>
          <ActionIcon aria-label={t.details()} aria-pressed={detailed} onClick={() => setDetailed(!detailed)}>
            <IconLayoutSidebarRight size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
      <Relations structure={structure} pages={records.loaded}>
        <div className={s['body']} data-details={(detailed && here !== undefined) || undefined}>
          {records.error && records.total === 0 ? (
            <EmptyState icon={IconTable} title={t.failed()} text={records.error.message} />
          ) : records.total === 0 && !records.loading ? (
            <EmptyState
              icon={IconTable}
              title={isFiltered ? t.noneFound() : t.none()}
              text={isFiltered ? t.noneFoundText() : t.noneText()}
            />
          ) : (
            <RecordGrid
              key={`${structure.id} ${structure.version}`}
              label={structure.label}
              remember={`columns ${structure.id}`}
              fields={fields}
              total={records.total}
              rowAt={records.rowAt}
              show={records.show}
              sort={selection.sort}
              onSort={(sort) => set({ sort })}
              chosen={chosen}
              onChoose={(id, on) =>
                setChosen(on ? new Set([...chosen, id]) : new Set([...chosen].filter((other) => other !== id)))
              }
              spot={spot}
              onSpot={setSpot}
              onOpen={() => setDetailed(true)}
              onEdit={may('records.update') ? edit : undefined}
            />
          )}
          {drop.isOver && <DropSign structure={structure.label} />}
          {detailed && here && <RecordDetails structure={structure} row={here} onClose={() => setDetailed(false)} />}
        </div>
      </Relations>
      <Suspense>
        {adding && <AddRecord structure={structure} onClose={() => setAdding(false)} onAdded={changed} />}
        {file && (
          <ImportDialog
            structure={structure}
            file={file}
            onClose={() => setFile(undefined)}
            onEnd={() => void changed()}
          />
        )}
      </Suspense>
      <footer className={s['foot']}>
        <span>{t[records.more ? 'more' : records.about ? 'about' : 'rows']({ count: number(records.total) })}</span>
        <span>{t.columns({ count: fields.length })}</span>
        {mayImport && <span className={s['hint']}>{imports.anywhere()}</span>}
        {chosen.size > 0 && <span>{t.chosen({ count: number(chosen.size) })}</span>}
        {here && hereField && (
          <span className="mono">
            {hereField.name}[{number(spot.row + 1)}] = {brief(here[hereField.name])}
          </span>
        )}
      </footer>
    </div>
  )
}
