import { Button, Drawer, Menu } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import {
  IconAdjustments,
  IconChevronDown,
  IconDeviceFloppy,
  IconDownload,
  IconListTree,
  IconPlayerPlay,
  IconPlayerStop,
  IconSql,
} from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { CodeEditor, type CodeEditorHandle } from '@weft/kit/ui/code-editor.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastDeleted, toastSaved } from '@weft/kit/ui/toast.tsx'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { WhereUsed } from '../shared/where-used.tsx'
import { sqlCompletion } from './completion.ts'
import { examplesOf } from './examples.ts'
import { QueryHistory, type PastRun } from './history.tsx'
import { Parameters } from './parameters.tsx'
import { metaOf } from './query-failure.tsx'
import { QueryResult } from './query-result.tsx'
import { QueryTabs } from './query-tabs.tsx'
import { SaveQuery } from './save-query.tsx'
import { SavedQueries, type SavedQuery } from './saved-queries.tsx'
import { parametersIn, statementAt, type QueryTable } from './sql-text.ts'
import { StructureTree } from './structure-tree.tsx'
import { blankTab, changedTab, isChanged, keptTab, withoutTab, withTab, type QueryTab } from './tabs.ts'
import { useQueryRuns } from './use-query-run.ts'
import { useQuerySources } from './use-query-sources.ts'
import { useTabs } from './use-tabs.ts'
import s from './query-editor.module.css'

const texts = defineMessages({
  title: { en: 'Query editor', de: 'Abfrage-Editor' },
  untitled: { en: 'Untitled {number}', de: 'Unbenannt {number}' },
  changed: { en: 'changed', de: 'geändert' },
  sql: { en: 'SQL', de: 'SQL' },
  run: { en: 'Run', de: 'Ausführen' },
  stop: { en: 'Stop', de: 'Anhalten' },
  save: { en: 'Save', de: 'Speichern' },
  export: { en: 'Export', de: 'Exportieren' },
  csv: { en: 'CSV', de: 'CSV' },
  xlsx: { en: 'Excel', de: 'Excel' },
  json: { en: 'JSON', de: 'JSON' },
  structures: { en: 'Structures and saved queries', de: 'Strukturen und gespeicherte Abfragen' },
  beside: { en: 'Parameters and history', de: 'Parameter und Verlauf' },
  close: { en: 'Close', de: 'Schließen' },
  sure: { en: 'Delete “{name}”?', de: '„{name}“ löschen?' },
  sureText: {
    en: 'The query is gone then; the tables stay as they are.',
    de: 'Die Abfrage ist dann weg; die Tabellen bleiben, wie sie sind.',
  },
  remove: { en: 'Delete query', de: 'Abfrage löschen' },
  lose: { en: 'Close “{name}”?', de: '„{name}“ schließen?' },
  loseText: {
    en: 'What you have written in it is not saved.',
    de: 'Was Sie darin geschrieben haben, ist nicht gespeichert.',
  },
  closeTab: { en: 'Close without saving', de: 'Ohne Speichern schließen' },
  start: { en: 'Start with a structure', de: 'Mit einer Struktur beginnen' },
  startText: {
    en: 'Write SQL, pick a structure, or begin with an example. A query can only read.',
    de: 'Schreiben Sie SQL, wählen Sie eine Struktur, oder beginnen Sie mit einem Beispiel. Eine Abfrage kann nur lesen.',
  },
  rows: { en: 'Records of {table}', de: 'Datensätze von {table}' },
  count: { en: 'How often each value comes in {table}', de: 'Wie oft jeder Wert in {table} vorkommt' },
  time: { en: '{table} by month', de: '{table} nach Monat' },
})

/** SQL over the project's tables: written with completion, kept by name, run, drawn and exported. */
export function QueryEditorScreen() {
  const project = useSession(({ project }) => project?.id)
  const t = useTexts(texts)
  const sources = useQuerySources()
  return sources ? <Editor key={project} project={project} {...sources} /> : <Page title={t.title()} fill bleed />
}

type Sources = NonNullable<ReturnType<typeof useQuerySources>>

function Editor({ project, tables, engine, saved }: Sources & { project: string | undefined }) {
  const t = useTexts(texts)
  const may = useMay()
  const [all, setAll] = useTabs(project)
  const { runs, run: runQuery, stop } = useQueryRuns()
  const [naming, setNaming] = useState<{ query?: SavedQuery }>()
  const editor = useRef<CodeEditorHandle>(null)
  const isNarrow = useMediaQuery('(max-width: 1199px)')
  const isPhone = useMediaQuery('(max-width: 899px)')
  const tab = all.tabs.find(({ id }) => id === all.active) ?? all.tabs[0]!
  const keptAs = (one: QueryTab) => saved.find(({ id }) => id === one.query_id)
  const kept = keptAs(tab)
  const nameOf = (one: QueryTab) => keptAs(one)?.name ?? t.untitled({ number: one.number })
  const run = runs[tab.id]
  const isRunning = run?.state === 'running'
  const change = (changes: Partial<QueryTab>) => setAll((now) => changedTab(now, tab.id, changes))

  const ask = (selected = editor.current?.selected() ?? { from: 0, to: 0 }) => {
    const part =
      selected.to > selected.from
        ? { from: selected.from, text: tab.sql.slice(selected.from, selected.to) }
        : statementAt(tab.sql, selected.from)
    void runQuery(tab.id, {
      sql: part.text,
      begins: part.from,
      whole: tab.sql,
      parameters: tab.parameters,
      query_id: tab.query_id,
      name: nameOf(tab),
    })
  }
  const save = async () => {
    if (!kept) return setNaming({})
    await api.put(`/queries/${kept.id}`, { sql: tab.sql, parameters: tab.parameters, chart: tab.chart })
    toastSaved(kept.name)
    await refresh('/queries')
  }
  const open = (query: SavedQuery) => {
    const there = all.tabs.find(({ query_id }) => query_id === query.id)
    setAll(there ? { ...all, active: there.id } : withTab(all, keptTab(query, all.tabs)))
  }
  const begin = (written: Partial<QueryTab>) =>
    tab.sql.trim() === '' && !tab.query_id ? change(written) : setAll(withTab(all, blankTab(all.tabs, written)))
  const openRun = ({ sql, parameters, query_id }: PastRun) => {
    const there = query_id !== null && all.tabs.find((one) => one.query_id === query_id && one.sql === sql)
    if (there) setAll({ ...all, active: there.id })
    else begin({ sql, parameters })
  }
  const close = async (id: string) => {
    const one = all.tabs.find((found) => found.id === id)!
    const ask = { title: t.lose({ name: nameOf(one) }), text: t.loseText(), action: t.closeTab(), danger: true }
    if (isChanged(one, keptAs(one)) && !(await confirm(ask))) return
    stop(id)
    setAll((now) => withoutTab(now, id))
  }
  const remove = async (query: SavedQuery) => {
    const ask = { title: t.sure({ name: query.name }), text: t.sureText(), action: t.remove(), danger: true }
    if (!(await confirm(ask))) return
    await api.delete(`/queries/${query.id}`)
    toastDeleted(query.name)
    setAll((now) => ({
      ...now,
      tabs: now.tabs.map((one) =>
        one.query_id === query.id ? { ...blankTab(now.tabs, one), query_id: null, id: one.id } : one,
      ),
    }))
    await refresh('/queries')
  }
  const keep = async (words: { name: string; description: string }) => {
    if (naming?.query) await api.put(`/queries/${naming.query.id}`, words, { quiet: true })
    else {
      const { sql, parameters, chart } = tab
      const { data } = await api.post('/queries', { ...words, sql, parameters, chart }, { quiet: true })
      change({ query_id: data.id })
    }
    toastSaved(words.name)
    await refresh('/queries')
  }
  useOpened(saved, open)
  // Inside the text the editor hears these two itself.
  useHotkeys(
    [
      ['mod+Enter', () => ask()],
      ['mod+S', () => void save()],
    ],
    [],
  )
  useHotkeys(
    [
      ['Escape', () => stop(tab.id), { preventDefault: false }],
      ...Array.from({ length: 9 }, (_, i): [string, () => void] => [
        `alt+${i + 1}`,
        () => all.tabs[i] && setAll({ ...all, active: all.tabs[i].id }),
      ]),
    ],
    [],
    true,
  )
  const complete = useMemo(() => sqlCompletion(tables, engine), [tables, engine])
  const parameters = useMemo(() => parametersIn(tab.sql, tables), [tab.sql, tables])
  const failure = run?.state === 'failed' ? run : undefined
  const problems = useMemo(() => {
    const at = failure && metaOf(failure.error).at
    if (!failure || !at || failure.asked.whole !== tab.sql) return []
    const before = tab.sql.slice(0, failure.asked.begins).split('\n')
    const column = at.line === 1 ? before.at(-1)!.length + at.column : at.column
    const message = failure.error.errors['sql']?.[0] ?? failure.error.message
    return [{ line: before.length - 1 + at.line, column, length: at.length, message }]
  }, [failure, tab.sql])
  const changed = isChanged(tab, kept)
  const left = (
    <div className={s['left']}>
      <StructureTree tables={tables} onInsert={(name) => editor.current?.insert(name)} />
      <SavedQueries
        saved={saved}
        inFront={tab.query_id}
        onOpen={open}
        onRename={(query) => setNaming({ query })}
        onDuplicate={({ sql, parameters, chart }) =>
          setAll(withTab(all, blankTab(all.tabs, { sql, parameters, chart })))
        }
        onRemove={(query) => void remove(query)}
      />
    </div>
  )
  const right = (
    <div className={s['right']}>
      <Parameters
        key={tab.id}
        parameters={parameters}
        value={tab.parameters}
        wrong={failure?.error.errors['parameters']?.[0]}
        onChange={(parameters) => change({ parameters })}
      />
      <QueryHistory onOpen={openRun} />
      {kept && (
        <section className={s['part']}>
          <WhereUsed id={kept.id} />
        </section>
      )}
    </div>
  )
  return (
    <Page
      title={nameOf(tab)}
      badge={changed && <Badge>{t.changed()}</Badge>}
      fill
      bleed
      actions={
        <>
          {isPhone && <Beside label={t.structures()} icon={<IconListTree size={16} />} side="left" content={left} />}
          {isNarrow && <Beside label={t.beside()} icon={<IconAdjustments size={16} />} side="right" content={right} />}
          <Export sql={run?.asked.sql ?? tab.sql} parameters={tab.parameters} name={nameOf(tab)} isShort={isPhone} />
          <Button
            variant="default"
            leftSection={<IconDeviceFloppy size={15} />}
            disabled={!changed}
            onClick={() => void save()}
          >
            {t.save()}
          </Button>
          {isRunning ? (
            <Button variant="danger" leftSection={<IconPlayerStop size={15} />} onClick={() => stop(tab.id)}>
              {t.stop()}
            </Button>
          ) : (
            may('queries.run') && (
              <Button leftSection={<IconPlayerPlay size={15} />} disabled={tab.sql.trim() === ''} onClick={() => ask()}>
                {t.run()}
              </Button>
            )
          )}
        </>
      }
    >
      <div className={s['frame']}>
        {!isPhone && left}
        <div className={s['middle']}>
          <QueryTabs
            all={all}
            nameOf={(id) => nameOf(all.tabs.find((one) => one.id === id)!)}
            isChanged={(id) => {
              const one = all.tabs.find((found) => found.id === id)!
              return isChanged(one, keptAs(one))
            }}
            onChoose={(active) => setAll({ ...all, active })}
            onClose={(id) => void close(id)}
            onAdd={() => setAll(withTab(all, blankTab(all.tabs)))}
          />
          <div className={s['sql']}>
            <CodeEditor
              key={tab.id}
              ref={editor}
              language={engine === 'postgres' ? 'postgres' : 'mariadb'}
              label={t.sql()}
              value={tab.sql}
              onChange={(sql) => change({ sql })}
              onSave={() => void save()}
              onRun={ask}
              problems={problems}
              invalid={problems.length > 0}
              complete={complete}
              keepsMarks
            />
          </div>
          {tab.sql.trim() === '' && !run ? (
            <Beginning tables={tables} engine={engine} onBegin={(sql) => change({ sql })} />
          ) : (
            <QueryResult
              key={tab.id}
              run={run}
              sql={tab.sql}
              parameters={tab.parameters}
              tables={tables}
              chart={tab.chart}
              onChart={(chart) => change({ chart })}
              onCorrect={(from, to, text) => editor.current?.replace(from, to, text)}
            />
          )}
        </div>
        {!isNarrow && right}
      </div>
      {naming && (
        <SaveQuery
          initial={{ name: naming.query?.name ?? '', description: naming.query?.description ?? '' }}
          isRename={naming.query !== undefined}
          onClose={() => setNaming(undefined)}
          onSave={keep}
        />
      )}
    </Page>
  )
}

/** Brings the query the address names to the front, once. */
function useOpened(saved: readonly SavedQuery[], open: (query: SavedQuery) => void) {
  const wanted = useSearchParam('query')
  const done = useRef<string>(undefined)
  useEffect(() => {
    const found = saved.find(({ id }) => id === wanted)
    if (!found || done.current === wanted) return
    done.current = wanted
    open(found)
  })
}

/** A column of the screen where there is no room for it. */
function Beside({
  label,
  icon,
  side,
  content,
}: {
  label: string
  icon: ReactNode
  side: 'left' | 'right'
  content: ReactNode
}) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" aria-label={label} onClick={() => setOpen(true)}>
        {icon}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position={side}
        size={320}
        title={label}
        closeButtonProps={{ 'aria-label': t.close() }}
      >
        {content}
      </Drawer>
    </>
  )
}

type ExportProps = { sql: string; parameters: string; name: string; isShort: boolean }

function Export({ sql, parameters, name, isShort }: ExportProps) {
  const t = useTexts(texts)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={!isShort && <IconDownload size={15} />}
          rightSection={<IconChevronDown size={14} />}
          disabled={sql.trim() === ''}
        >
          {t.export()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'xlsx', 'json'] as const).map((format) => (
          <Menu.Item
            key={format}
            onClick={() =>
              void api.download('/queries/export', undefined, `${name}.${format}`, { sql, parameters, format })
            }
          >
            {t[format]()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Beginning({
  tables,
  engine,
  onBegin,
}: {
  tables: readonly QueryTable[]
  engine: Sources['engine']
  onBegin: (sql: string) => void
}) {
  const t = useTexts(texts)
  return (
    <EmptyState
      icon={IconSql}
      title={t.start()}
      text={t.startText()}
      action={
        <div className={s['examples']}>
          {examplesOf(tables, engine).map(({ kind, table, sql }) => (
            <Button key={kind} variant="default" size="xs" onClick={() => onBegin(sql)}>
              {t[kind]({ table })}
            </Button>
          ))}
        </div>
      }
    />
  )
}
