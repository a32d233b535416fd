import { Button, Checkbox, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconRocket } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { CodeDiff } from '@weft/kit/ui/code-editor.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useId, useState, type ReactNode } from 'react'
import { PlanView } from '../../data-structures/plan-view.tsx'
import s from './draft-dialog.module.css'
import { draftKey, type Draft, type DraftHead } from './use-drafts.ts'
import { useTablePlan } from './use-table-plan.ts'

const texts = defineMessages({
  compareTitle: { en: 'Draft and live version', de: 'Entwurf und Live-Fassung' },
  publishTitle: { en: 'Publish the draft', de: 'Entwurf veröffentlichen' },
  live: { en: 'Live version {version}', de: 'Live-Fassung {version}' },
  draft: { en: 'Draft of {name}', de: 'Entwurf von {name}' },
  same: { en: 'The draft says the same as the live version.', de: 'Der Entwurf sagt dasselbe wie die Live-Fassung.' },
  behind: {
    en: 'Since this draft was begun from version {base}, version {version} has been published. On the left is what is live now; publishing replaces it.',
    de: 'Seit dieser Entwurf aus Version {base} begonnen wurde, ist Version {version} veröffentlicht worden. Links steht, was jetzt live ist; das Veröffentlichen ersetzt es.',
  },
  over: {
    en: 'Publish mine over version {version}, although it says something else',
    de: 'Meinen über Version {version} veröffentlichen, obwohl sie etwas anderes sagt',
  },
  unfinished: {
    en: 'The draft is not finished. Before it can be published:',
    de: 'Der Entwurf ist noch nicht fertig. Vor dem Veröffentlichen:',
  },
  name: { en: 'Name of the version', de: 'Name der Version' },
  nameHelp: { en: 'Optional, such as “For the fair”.', de: 'Freiwillig, etwa „Zur Messe“.' },
  note: { en: 'What has changed', de: 'Was sich geändert hat' },
  noteHelp: { en: 'Optional; stands in the history.', de: 'Freiwillig; steht im Verlauf.' },
  publish: { en: 'Publish', de: 'Veröffentlichen' },
  publishLosses: { en: 'Publish and lose these values', de: 'Veröffentlichen und diese Werte verlieren' },
  table: { en: 'What happens to the table', de: 'Was mit der Tabelle geschieht' },
  close: { en: 'Close', de: 'Schließen' },
})

type Props = {
  id: string
  draft: DraftHead
  /** Absent: it is only compared. */
  onPublished?: ((version: number) => Promise<unknown>) | undefined
  onClose(): void
}

/** A draft beside what is live; with `onPublished` also the last look before it takes its place. */
export function DraftDialog({ id, draft, onPublished, onClose }: Props) {
  const t = useTexts(texts)
  const form = useId()
  const [words, setWords] = useState<VersionWords>({ name: '', message: '' })
  const { busy, errors, send } = useSubmit()
  const { data, refetch } = useQuery({
    queryKey: [`/definitions/${id}/drafts/${draft.id}/diff`, draft.revision],
    queryFn: async ({ signal }) =>
      (await api.get(`/definitions/${id}/drafts/${draft.id}/diff`, undefined, { signal })).data,
    gcTime: 0,
  })
  const { data: whole } = useQuery({
    queryKey: draftKey(id, draft.id),
    queryFn: async ({ signal }) => (await api.get(`/definitions/${id}/drafts/${draft.id}`, undefined, { signal })).data,
    staleTime: Infinity,
    refetchOnMount: 'always',
  })
  const mistakes = whole?.problems.filter(({ level }) => level === 'error') ?? []
  const isBehind = data !== undefined && data.version !== draft.base_version
  // Said of one live version, and of no other.
  const [over, setOver] = useState<number>()
  const effects = useTablePlan(id, onPublished && whole)
  const { accept_losses } = effects
  const isReady = whole && mistakes.length === 0 && effects.isPlanned && data && (!isBehind || over === data.version)

  const publish = () =>
    send(async () => {
      const { revision } = draft
      const body = { version: data!.version, revision, ...words, accept_losses }
      const { data: saved } = await api
        .post(`/definitions/${id}/drafts/${draft.id}/publish`, body)
        .catch(async (error: unknown) => {
          // Somebody else was quicker: what they have published is shown before one decides again.
          if (error instanceof ApiError && error.code === 'VERSION_CONFLICT') await refetch()
          throw error
        })
      await onPublished!(saved.version)
      onClose()
    })

  return (
    <Dialog
      onClose={onClose}
      title={onPublished ? t.publishTitle() : t.compareTitle()}
      size={1100}
      cancel={onPublished ? undefined : t.close()}
      actions={
        onPublished && (
          <Button
            type="submit"
            form={form}
            variant={accept_losses ? 'danger' : 'filled'}
            loading={busy}
            disabled={!isReady}
            leftSection={<IconRocket size={15} />}
          >
            {accept_losses ? t.publishLosses() : t.publish()}
          </Button>
        )
      }
    >
      <div className={s['dialog']}>
        {isBehind && (
          <Note tone="amber" icon={<IconAlertTriangle size={16} />}>
            {t.behind({ base: draft.base_version, version: data.version })}
          </Note>
        )}
        <Missing mistakes={mistakes} />
        {onPublished && (
          <Words id={form} words={words} onWords={setWords} errors={errors} onSubmit={() => void publish()}>
            {isBehind && (
              <Checkbox
                className={s['over']}
                label={t.over({ version: data.version })}
                checked={over === data.version}
                onChange={(event) => setOver(event.currentTarget.checked ? data.version : undefined)}
              />
            )}
          </Words>
        )}
        <TableEffects {...effects} />
        {!data && <Skeleton height={240} />}
        {data && <Comparison {...data} name={draft.author_name} />}
      </div>
    </Dialog>
  )
}

/** What stands against publishing. */
function Missing({ mistakes }: { mistakes: Draft['problems'] }) {
  const t = useTexts(texts)
  if (mistakes.length === 0) return null
  return (
    <Note tone="red" icon={<IconAlertTriangle size={16} />}>
      {t.unfinished()}
      <ul className={s['mistakes']}>
        {mistakes.map(({ message, place }) => (
          <li key={`${place} ${message}`}>
            {message} {isTold(place) && <code>{place}</code>}
          </li>
        ))}
      </ul>
    </Note>
  )
}

/** Of what stands in a form the path; what is drawn is named by the sentence, and has an id for a place. */
const isTold = (place: string) => place !== '' && !/[0-9a-f]{8}-|^steps|^settings/.test(place)

/** What publishing does to a table, where it does anything to one. */
function TableEffects({ plan, planError }: Pick<ReturnType<typeof useTablePlan>, 'plan' | 'planError'>) {
  const t = useTexts(texts)
  if (planError)
    return (
      <Note tone="red" icon={<IconAlertTriangle size={16} />}>
        {planError.message}
      </Note>
    )
  if (!plan) return null
  return (
    <section aria-label={t.table()}>
      <h3 className={s['heading']}>{t.table()}</h3>
      <PlanView plan={plan} />
    </section>
  )
}

/** What the version is called, and what has changed in it. */
type VersionWords = { name: string; message: string }
type WordsProps = {
  id: string
  words: VersionWords
  errors: Record<string, string[]>
  children: ReactNode
  onWords(words: VersionWords): void
  onSubmit(): void
}

function Words({ id, words, errors, children, onWords, onSubmit }: WordsProps) {
  const t = useTexts(texts)
  return (
    <form
      id={id}
      className={s['form']}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <TextInput
        label={t.name()}
        description={t.nameHelp()}
        maxLength={100}
        value={words.name}
        onChange={(event) => onWords({ ...words, name: event.currentTarget.value })}
        error={errors['name']?.[0]}
      />
      <Textarea
        label={t.note()}
        description={t.noteHelp()}
        maxLength={500}
        autosize
        minRows={1}
        maxRows={4}
        value={words.message}
        onChange={(event) => onWords({ ...words, message: event.currentTarget.value })}
        error={errors['message']?.[0]}
      />
      {children}
    </form>
  )
}

function Comparison({
  before,
  after,
  version,
  name,
}: {
  before: string
  after: string
  version: number
  name: string
}) {
  const t = useTexts(texts)
  if (before === after) return <p className="muted">{t.same()}</p>
  const labels = { before: t.live({ version }), after: t.draft({ name }) }
  return (
    <div className={s['comparison']}>
      <div className={s['sides']}>
        <b>{labels.before}</b>
        <b>{labels.after}</b>
      </div>
      <div className={s['texts']}>
        <CodeDiff before={before} after={after} language="yaml" labels={labels} />
      </div>
    </div>
  )
}
