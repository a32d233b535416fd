import { Button, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconRocket } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { CodeDiff } from '@weft/kit/ui/code-editor.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useId, useState } from 'react'
import type { WorkflowCode } from '../../workflows/api.ts'
import s from './draft-dialog.module.css'
import type { DraftHead } from './use-drafts.ts'

const texts = defineMessages({
  compareTitle: { en: 'Draft and live version', de: 'Entwurf und Live-Fassung' },
  publishTitle: { en: 'Publish the draft', de: 'Entwurf veröffentlichen' },
  live: { en: 'Live version {version}', de: 'Live-Fassung {version}' },
  draft: { en: 'Draft of {name}', de: 'Entwurf von {name}' },
  same: { en: 'The draft says the same as the live version.', de: 'Der Entwurf sagt dasselbe wie die Live-Fassung.' },
  behind: {
    en: 'Since this draft was begun from version {base}, version {version} has been published. On the left is what runs now; publishing replaces it.',
    de: 'Seit dieser Entwurf aus Version {base} begonnen wurde, ist Version {version} veröffentlicht worden. Links steht, was jetzt läuft; das Veröffentlichen ersetzt es.',
  },
  name: { en: 'Name of the version', de: 'Name der Version' },
  nameHelp: { en: 'Optional, such as “For the fair”.', de: 'Freiwillig, etwa „Zur Messe“.' },
  note: { en: 'What has changed', de: 'Was sich geändert hat' },
  noteHelp: { en: 'Optional; stands in the history.', de: 'Freiwillig; steht im Verlauf.' },
  publish: { en: 'Publish', de: 'Veröffentlichen' },
  close: { en: 'Close', de: 'Schließen' },
})

type Props = {
  id: string
  draft: DraftHead
  /** Absent: it is only compared. */
  onPublished?: ((saved: WorkflowCode) => Promise<unknown>) | undefined
  onClose(): void
}

/** A draft beside what runs; with `onPublished` also the last look before it takes its place. */
export function DraftDialog({ id, draft, onPublished, onClose }: Props) {
  const t = useTexts(texts)
  const form = useId()
  const [name, setName] = useState('')
  const [message, setMessage] = useState('')
  const { busy, errors, send } = useSubmit()
  const { data, refetch } = useQuery({
    queryKey: [`/workflows/${id}/drafts/${draft.id}/diff`, draft.revision],
    queryFn: async ({ signal }) =>
      (await api.get(`/workflows/${id}/drafts/${draft.id}/diff`, undefined, { signal })).data,
    gcTime: 0,
  })

  const publish = () =>
    send(async () => {
      const { revision } = draft
      const body = { version: data!.version, revision, name, message }
      const { data: saved } = await api
        .post(`/workflows/${id}/drafts/${draft.id}/publish`, body)
        .catch(async (error: unknown) => {
          // Somebody else was quicker: what they have published is shown before one decides again.
          if (error instanceof ApiError && error.code === 'VERSION_CONFLICT') await refetch()
          throw error
        })
      await onPublished!(saved)
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
          <Button type="submit" form={form} loading={busy} disabled={!data} leftSection={<IconRocket size={15} />}>
            {t.publish()}
          </Button>
        )
      }
    >
      <div className={s['dialog']}>
        {data && data.version !== draft.base_version && (
          <Note tone="amber" icon={<IconAlertTriangle size={16} />}>
            {t.behind({ base: draft.base_version, version: data.version })}
          </Note>
        )}
        {onPublished && (
          <form
            id={form}
            className={s['form']}
            onSubmit={(event) => {
              event.preventDefault()
              void publish()
            }}
          >
            <TextInput
              label={t.name()}
              description={t.nameHelp()}
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={errors['name']?.[0]}
            />
            <Textarea
              label={t.note()}
              description={t.noteHelp()}
              maxLength={500}
              autosize
              minRows={1}
              maxRows={4}
              value={message}
              onChange={(event) => setMessage(event.currentTarget.value)}
              error={errors['message']?.[0]}
            />
          </form>
        )}
        {!data && <Skeleton height={240} />}
        {data && <Comparison {...data} name={draft.author_name} />}
      </div>
    </Dialog>
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
