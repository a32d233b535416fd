import { Button, Textarea, TextInput } from '@mantine/core'
import { query as declared } from '@weft/catalogue/resources/query/query.ts'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { CodeEditor } from '@weft/kit/ui/code-editor.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toastSaved } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { IconDownload, IconListCheck, IconPlayerPlay, IconPlayerStop, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { QueryResult, type Answer } from './query-result.tsx'
import s from './query-editor.module.css'

const texts = defineMessages({
  title: { en: 'Query editor', de: 'Abfrage-Editor' },
  about: {
    en: 'Ask this project’s tables with SQL. A query can only read.',
    de: 'Fragen Sie die Tabellen dieses Projekts mit SQL ab. Eine Abfrage kann nur lesen.',
  },
  kept: { en: 'Kept queries', de: 'Gespeicherte Abfragen' },
  fresh: { en: 'New query', de: 'Neue Abfrage' },
  sql: { en: 'SQL', de: 'SQL' },
  run: { en: 'Run', de: 'Ausführen' },
  stop: { en: 'Stop', de: 'Anhalten' },
  check: { en: 'Check', de: 'Prüfen' },
  export: { en: 'Export CSV', de: 'CSV exportieren' },
  save: { en: 'Save query', de: 'Abfrage speichern' },
  remove: { en: 'Delete query', de: 'Abfrage löschen' },
  sure: { en: 'Delete “{name}”?', de: '„{name}“ löschen?' },
  sureText: {
    en: 'The query is gone then; the tables stay as they are.',
    de: 'Die Abfrage ist dann weg; die Tabellen bleiben, wie sie sind.',
  },
})

type Kept = ListRow<'/queries'>
type Draft = Pick<Kept, 'name' | 'description' | 'sql' | 'parameters'>
const empty: Draft = { name: '', description: '', sql: '', parameters: '{}' }

/** SQL over the project's tables: kept by name, run, checked and exported. */
export function QueryEditorScreen() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const wanted = useSearchParam('query')
  const path = '/queries'
  const { data } = useQuery({
    queryKey: [path, 'all'],
    queryFn: async ({ signal }) => (await api.get(path, { noPagination: true }, { signal })).data,
  })
  const chosen = data?.find(({ id }) => id === wanted)
  const choose = (id: string | undefined) => void navigate({ to: '.', search: { query: id } as never })
  return (
    <Page title={t.title()} subtitle={t.about()} fill bleed>
      <div className={s['frame']}>
        <nav className={s['list']} aria-label={t.kept()}>
          {data?.map(({ id, name, description }) => (
            <button
              key={id}
              type="button"
              title={description}
              aria-current={id === wanted || undefined}
              onClick={() => choose(id)}
            >
              {name}
            </button>
          ))}
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => choose(undefined)}>
            {t.fresh()}
          </Button>
        </nav>
        {data && <Editor key={chosen?.id ?? 'new'} kept={chosen} onSaved={choose} />}
      </div>
    </Page>
  )
}

function Editor({ kept, onSaved }: { kept: Kept | undefined; onSaved: (id: string | undefined) => void }) {
  const t = useTexts(texts)
  const read = useLabel()
  const may = useMay()
  const [draft, setDraft] = useState<Draft>(kept ?? empty)
  const [answer, setAnswer] = useState<Answer>()
  const running = useRef<AbortController>(undefined)
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const asked = { sql: draft.sql, parameters: draft.parameters }
  const isChanged = (Object.keys(empty) as (keyof Draft)[]).some((key) => draft[key] !== (kept ?? empty)[key])
  const run = useMutation({
    mutationFn: async () => {
      running.current = new AbortController()
      return (
        await api.post('/queries/run', asked, {
          quiet: true,
          timeout: 60,
          signal: running.current.signal,
        })
      ).data
    },
    onSuccess: (rows) => setAnswer({ ...rows, kind: 'rows' }),
  })
  const check = useMutation({
    mutationFn: async () => (await api.post('/queries/check', asked, { quiet: true })).data,
    onSuccess: ({ plan }) => setAnswer({ kind: 'plan', plan }),
  })
  const keep = useMutation({
    mutationFn: async () =>
      (
        await (kept
          ? api.put(`/queries/${kept.id}`, draft, { quiet: true })
          : api.post('/queries', draft, { quiet: true }))
      ).data,
    onSuccess: async ({ id, name }) => {
      toastSaved(name)
      await refresh('/queries')
      onSaved(id)
    },
  })
  useUnsavedGuard(isChanged && !keep.isPending && !keep.isSuccess)
  const remove = async () => {
    if (
      !kept ||
      !(await confirm({ title: t.sure({ name: kept.name }), text: t.sureText(), action: t.remove(), danger: true }))
    )
      return
    await api.delete(`/queries/${kept.id}`)
    await refresh('/queries')
    onSaved(undefined)
  }
  const failure = [keep.error, run.error, check.error].find((error): error is ApiError => error instanceof ApiError)
  const wrong = (field: keyof Draft) => failure?.errors[field]?.[0]
  const label = (field: keyof Draft) => {
    const one = declared.labels.fields[field]
    return 'label' in one ? { label: read(one.label), description: one.help && read(one.help) } : { label: read(one) }
  }
  const again = (work: () => void) => () => {
    for (const one of [run, check, keep]) one.reset()
    work()
  }
  return (
    <div className={s['editor']}>
      <div className={s['names']}>
        <TextInput
          {...label('name')}
          withAsterisk
          value={draft.name}
          error={wrong('name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          {...label('description')}
          withAsterisk
          value={draft.description}
          error={wrong('description')}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
      </div>
      <div className={s['asked']}>
        <div className={s['sql']} data-wrong={wrong('sql') !== undefined || undefined}>
          <CodeEditor
            language="sql"
            label={t.sql()}
            value={draft.sql}
            onChange={(sql) => set({ sql })}
            onSave={again(() => keep.mutate())}
          />
        </div>
        <Textarea
          {...label('parameters')}
          classNames={{ input: 'mono' }}
          autosize
          minRows={4}
          maxRows={8}
          value={draft.parameters}
          error={wrong('parameters')}
          onChange={(event) => set({ parameters: event.currentTarget.value })}
        />
      </div>
      <div className={s['bar']}>
        {run.isPending ? (
          <Button variant="danger" leftSection={<IconPlayerStop size={15} />} onClick={() => running.current?.abort()}>
            {t.stop()}
          </Button>
        ) : (
          may('queries.run') && (
            <Button leftSection={<IconPlayerPlay size={15} />} onClick={again(() => run.mutate())}>
              {t.run()}
            </Button>
          )
        )}
        <Button
          variant="default"
          leftSection={<IconListCheck size={15} />}
          loading={check.isPending}
          onClick={again(() => check.mutate())}
        >
          {t.check()}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} />}
          onClick={again(() => void api.download('/queries/export', undefined, `${draft.name || 'query'}.csv`, asked))}
        >
          {t.export()}
        </Button>
        <span className={s['space']} />
        {kept && (
          <Button variant="subtle" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
            {t.remove()}
          </Button>
        )}
        <Button variant="default" disabled={!isChanged} loading={keep.isPending} onClick={again(() => keep.mutate())}>
          {t.save()}
        </Button>
      </div>
      <div className={s['answer']} aria-live="polite">
        {failure ? (
          <p className={s['complaint']}>{wrong('sql') ?? failure.message}</p>
        ) : (
          answer && <QueryResult key={answer.kind} answer={answer} />
        )}
      </div>
    </div>
  )
}
