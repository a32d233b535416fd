import { CopyButton, ActionIcon } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { Job } from './job.ts'
import s from './job-data.module.css'

const texts = defineMessages({
  parameters: { en: 'Parameters', de: 'Parameter' },
  payload: { en: 'What started it', de: 'Was ihn startete' },
  spooled: {
    en: 'The payload was too large for the journal and is kept in storage.',
    de: 'Die Nutzdaten waren für das Journal zu groß und liegen im Speicher.',
  },
  returned: { en: 'Return values', de: 'Rückgabewerte' },
  none: { en: 'Nothing', de: 'Nichts' },
  copy: { en: 'Copy {title}', de: '{title} kopieren' },
})

/** What went into the job and what it answered. */
export function JobData({ job }: { job: Job }) {
  const t = useTexts(texts)
  return (
    <div className={s['panels']}>
      <Value title={t.parameters()} value={job.parameters} />
      <Value title={t.payload()} value={job.payload} note={job.payload_spooled ? t.spooled() : undefined} />
      <Value title={t.returned()} value={job.return_values} />
    </div>
  )
}

export function Value({ title, value, note }: { title: string; value: unknown; note?: string | undefined }) {
  const t = useTexts(texts)
  const empty = value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
  const text = empty ? '' : JSON.stringify(value, null, 2)
  return (
    <Panel
      title={title}
      collapsible
      bleed
      actions={
        !empty && (
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <ActionIcon size="xs" aria-label={t.copy({ title })} onClick={copy}>
                {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              </ActionIcon>
            )}
          </CopyButton>
        )
      }
    >
      {empty ? (
        <p className={s['none']}>{note ?? t.none()}</p>
      ) : (
        <pre className={s['json']} tabIndex={0}>
          {text}
        </pre>
      )}
    </Panel>
  )
}
