import { MultiSelect, Select, Switch } from '@mantine/core'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconFileText } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Job } from './job.ts'
import s from './job-log.module.css'
import { useLines } from './use-lines.ts'

const texts = defineMessages({
  log: { en: 'Log lines', de: 'Protokollzeilen' },
  levels: { en: 'Levels', de: 'Stufen' },
  step: { en: 'Step', de: 'Schritt' },
  everyStep: { en: 'Every step', de: 'Jeder Schritt' },
  everyLevel: { en: 'Every level', de: 'Jede Stufe' },
  follow: { en: 'Follow', de: 'Mitlaufen' },
  none: { en: 'Nothing was said', de: 'Es wurde nichts gemeldet' },
  noneText: {
    en: 'No line with these levels at these steps.',
    de: 'Keine Zeile mit diesen Stufen bei diesen Schritten.',
  },
  debug: { en: 'Debug', de: 'Diagnose' },
  info: { en: 'Info', de: 'Hinweis' },
  warning: { en: 'Warning', de: 'Warnung' },
  error: { en: 'Error', de: 'Fehler' },
})

const levels = ['debug', 'info', 'warning', 'error'] as const

/** What the job said, line by line; new lines are appended as they come. */
export function JobLog({ job }: { job: Job }) {
  const t = useTexts(texts)
  const { clock, exactTime } = useFormats()
  const [wanted, setWanted] = useState<string[]>([])
  const [step, setStep] = useState<string | null>(null)
  const [follow, setFollow] = useState(true)
  const { lines, loaded } = useLines(job, wanted.join(','), step ?? '')
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (follow && !isFinal(job.status)) end.current?.scrollIntoView({ block: 'nearest' })
  }, [lines.length, follow, job.status])
  const names = new Map(job.steps.map((one) => [one.step, one.label || one.step]))
  return (
    <div className={s['log']}>
      <div className={s['bar']}>
        <MultiSelect
          size="xs"
          w={260}
          aria-label={t.levels()}
          placeholder={wanted.length === 0 ? t.everyLevel() : ''}
          data={levels.map((level) => ({ value: level, label: t[level]() }))}
          value={wanted}
          onChange={setWanted}
        />
        <Select
          size="xs"
          w={200}
          aria-label={t.step()}
          placeholder={t.everyStep()}
          clearable
          data={job.steps.map((one) => ({ value: one.step, label: one.label || one.step }))}
          value={step}
          onChange={setStep}
        />
        {!isFinal(job.status) && (
          <Switch
            size="xs"
            label={t.follow()}
            checked={follow}
            onChange={(event) => setFollow(event.currentTarget.checked)}
          />
        )}
      </div>
      {lines.length === 0 && loaded ? (
        <EmptyState
          small
          icon={IconFileText}
          title={t.none()}
          text={wanted.length > 0 || step ? t.noneText() : undefined}
        />
      ) : (
        <div className={s['lines']} role="log" aria-label={t.log()} tabIndex={0}>
          {lines.map((line) => (
            <div key={line.id} className={s['line']} data-level={line.level}>
              <time title={exactTime(line.created_at)}>{clock(line.created_at)}</time>
              <span className={s['number']}>{line.number}</span>
              <span className={s['level']}>{t[line.level]()}</span>
              <span className={s['step']}>{line.step ? (names.get(line.step) ?? line.step) : ''}</span>
              <span className={s['message']}>
                {line.message}
                {Object.keys(line.parameters).length > 0 && <code>{JSON.stringify(line.parameters)}</code>}
              </span>
            </div>
          ))}
          <div ref={end} />
        </div>
      )}
    </div>
  )
}
