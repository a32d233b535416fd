import { ActionIcon, Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { isTyping } from '@weft/designers/workflow/canvas/canvas.tsx'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { jobStatusTexts } from '@weft/kit/ui/job-status-texts.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect } from 'react'
import { resultTexts } from '../test-run/texts.ts'
import s from './run-chooser.module.css'

const texts = defineMessages({
  run: { en: 'Run', de: 'Lauf' },
  test: { en: 'Test', de: 'Test' },
  older: { en: 'Older run', de: 'Älterer Lauf' },
  newer: { en: 'Newer run', de: 'Neuerer Lauf' },
})

type Props = {
  workflow_id: string
  job_id: string
  onChoose(job_id: string): void
  /** Of a test run: shows what it would have written. */
  onResult?: (() => void) | undefined
}

/** One of the last twenty runs of a workflow. */
export function RunChooser({ workflow_id, job_id, onChoose, onResult }: Props) {
  const t = useTexts(texts)
  const result = useTexts(resultTexts)
  const states = useTexts(jobStatusTexts)
  const { dateTime } = useFormats()
  const { data } = useQuery({
    queryKey: ['/jobs', 'of', workflow_id, job_id],
    queryFn: ({ signal }) =>
      api.get(
        '/jobs',
        { 'filter[workflow_id]': workflow_id, sort: '-created_at', perPage: 20 },
        { signal, quiet: true },
      ),
    // Walking from run to run does not wait for the list of them.
    placeholderData: (before, query) => (query?.queryKey[2] === workflow_id ? before : undefined),
  })
  const runs = data?.data ?? []
  const at = runs.findIndex(({ id }) => id === job_id)
  const [older, newer] = at < 0 ? [] : [runs[at + 1], runs[at - 1]]
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wanted = event.key === '[' ? older : event.key === ']' ? newer : undefined
      if (!wanted || isTyping(event)) return
      event.preventDefault()
      onChoose(wanted.id)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return (
    <div className={s['chooser']}>
      <Select
        size="xs"
        className={s['select']}
        aria-label={t.run()}
        allowDeselect={false}
        value={at < 0 ? null : job_id}
        onChange={(id) => id && onChoose(id)}
        data={runs.map((run) => ({
          value: run.id,
          label: `${run.number} · ${dateTime(run.created_at)} · ${run.test ? `${t.test()} · ` : ''}${states[run.status]()}`,
        }))}
      />
      <ActionIcon
        aria-label={t.older()}
        title={`${t.older()} ([)`}
        disabled={!older}
        onClick={() => onChoose(older!.id)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        aria-label={t.newer()}
        title={`${t.newer()} (])`}
        disabled={!newer}
        onClick={() => onChoose(newer!.id)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
      {onResult && (
        <Button size="compact-xs" variant="default" onClick={onResult}>
          {result.show()}
        </Button>
      )}
    </div>
  )
}
