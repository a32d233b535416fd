import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlayerPlay, IconPlus, IconSql, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { CodeEditor } from '@weft/kit/ui/code-editor.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { ResultTable } from '@weft/kit/ui/result-table.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { useState } from 'react'
import { useStructurePlace } from './place.ts'
import { StructurePage } from './structure-page.tsx'
import s from './structures.module.css'
import { complaintsOf, type DataStructure, type StandardQuery } from './structure.ts'

const texts = defineMessages({
  list: { en: 'Standard SQL queries', de: 'Standard-SQL-Abfragen' },
  name: { en: 'Name', de: 'Name' },
  description: { en: 'Description', de: 'Beschreibung' },
  add: { en: 'New query', de: 'Neue Abfrage' },
  newName: { en: 'Query {number}', de: 'Abfrage {number}' },
  remove: { en: 'Remove {name}', de: '{name} entfernen' },
  run: { en: 'Run', de: 'Ausführen' },
  save: { en: 'Save queries', de: 'Abfragen speichern' },
  dirty: { en: 'Unsaved changes', de: 'Ungespeicherte Änderungen' },
  clean: { en: 'All changes saved', de: 'Alle Änderungen gespeichert' },
  none: { en: 'No queries yet', de: 'Noch keine Abfragen' },
  noneText: {
    en: 'A query that is asked often can be kept here. It only ever reads.',
    de: 'Häufig gestellte Abfragen lassen sich hier ablegen. Sie lesen nur.',
  },
  sql: { en: 'SQL of the query', de: 'SQL der Abfrage' },
  rows: {
    en: '{count, plural, one {# row} other {# rows}} in {time}',
    de: '{count, plural, one {# Zeile} other {# Zeilen}} in {time}',
  },
  more: { en: 'the first {count} rows, in {time}', de: 'die ersten {count} Zeilen, in {time}' },
  result: { en: 'Result', de: 'Ergebnis' },
})

export const DataStructureQueriesScreen = () => (
  <StructurePage fill bleed>
    {(structure) => <Queries key={structure.updated_at} structure={structure} />}
  </StructurePage>
)

function Queries({ structure }: { structure: DataStructure }) {
  const t = useTexts(texts)
  const may = useMay()
  const formats = useFormats()
  const [queries, setQueries] = useState<StandardQuery[]>(structure.queries)
  const [at, setAt] = useState(0)
  const place = useStructurePlace()
  const path = `${place.path}/${structure.id}/queries` as const
  const dirty = JSON.stringify(queries) !== JSON.stringify(structure.queries)
  const readOnly = structure.locked || !may('structures.update')
  const query = queries[at]
  const change = (part: Partial<StandardQuery>) =>
    setQueries(queries.map((one, i) => (i === at ? { ...one, ...part } : one)))
  const run = useMutation({
    mutationFn: async (sql: string) =>
      (await api.post(`/data_structures/${structure.id}/queries/run`, { sql }, { quiet: true, timeout: 60 })).data,
  })
  const save = useMutation({
    mutationFn: () => api.put(path, { queries }, place.options),
    onSuccess: async () => {
      toastSaved(structure.label)
      await refresh(place.path)
    },
  })
  const wrong = (key: keyof StandardQuery) =>
    save.error ? complaintsOf(save.error)[`queries.${at}.${key}`]?.[0] : undefined
  useUnsavedGuard(dirty && !save.isPending)
  const add = () => {
    setQueries([
      ...queries,
      {
        name: t.newName({ number: queries.length + 1 }),
        description: '',
        sql: `select *\nfrom ${structure.table_name}\nlimit 100`,
      },
    ])
    setAt(queries.length)
  }
  return (
    <>
      <div className={s['queries']} style={{ padding: '16px 24px' }}>
        <div className={s['list']} role="group" aria-label={t.list()}>
          {queries.map(({ name }, i) => (
            <button key={i} type="button" data-entry aria-current={i === at} onClick={() => setAt(i)}>
              {name}
            </button>
          ))}
          {!readOnly && (
            <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
              {t.add()}
            </Button>
          )}
        </div>
        {query ? (
          <div className={s['query']}>
            <div style={{ display: 'flex', gap: 8, alignItems: 'end' }}>
              <TextInput
                label={t.name()}
                style={{ flex: 1 }}
                value={query.name}
                error={wrong('name')}
                readOnly={readOnly}
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
              {!readOnly && (
                <ActionIcon
                  size={30}
                  aria-label={t.remove({ name: query.name })}
                  onClick={() => {
                    setQueries(queries.toSpliced(at, 1))
                    setAt(Math.max(0, at - 1))
                  }}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              )}
              {!place.isLibrary && may('queries.run') && (
                <Button
                  leftSection={<IconPlayerPlay size={15} />}
                  loading={run.isPending}
                  onClick={() => run.mutate(query.sql)}
                >
                  {t.run()}
                </Button>
              )}
            </div>
            <TextInput
              label={t.description()}
              value={query.description}
              error={wrong('description')}
              readOnly={readOnly}
              onChange={(event) => change({ description: event.currentTarget.value })}
            />
            <div className={s['sql']}>
              <CodeEditor
                key={at}
                language="sql"
                label={t.sql()}
                value={query.sql}
                readOnly={readOnly}
                onChange={(sql) => change({ sql })}
                onSave={() => save.mutate()}
              />
            </div>
            <div aria-live="polite">
              {run.error ? (
                <p className={s['complaint']}>{Object.values(complaintsOf(run.error)).flat().join(' ')}</p>
              ) : (
                run.data && (
                  <span className="muted">
                    {run.data.more
                      ? t.more({
                          count: formats.number(run.data.rows.length),
                          time: formats.duration(run.data.took_ms),
                        })
                      : t.rows({ count: run.data.rows.length, time: formats.duration(run.data.took_ms) })}
                  </span>
                )
              )}
            </div>
            {run.data && <ResultTable label={t.result()} columns={run.data.columns} rows={run.data.rows} />}
          </div>
        ) : (
          <EmptyState icon={IconSql} title={t.none()} text={t.noneText()} />
        )}
      </div>
      <div className={s['bar']}>
        <span>{dirty ? t.dirty() : t.clean()}</span>
        {!readOnly && (
          <Button disabled={!dirty} loading={save.isPending} onClick={() => save.mutate()}>
            {t.save()}
          </Button>
        )}
      </div>
    </>
  )
}
