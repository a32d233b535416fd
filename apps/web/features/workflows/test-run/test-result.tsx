import { Button, Skeleton } from '@mantine/core'
import { IconArrowRight, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ElementIcon } from '@weft/designers/workflow/element-icon.tsx'
import { summaryOf, type Catalogue } from '@weft/designers/workflow/elements.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Facts, Note } from '@weft/kit/ui/bits.tsx'
import { DialogFrame } from '@weft/kit/ui/dialog-frame.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Flow } from '@weft/kit/workflow-text/flow.ts'
import { useState } from 'react'
import { StepResult } from './step-result.tsx'
import s from './test-result.module.css'
import { resultTexts } from './texts.ts'
import { useTestResult, type Preview, type Previews } from './use-test-run.ts'

type Props = {
  workflow_id: string
  job_id: string
  flow: Flow
  catalogue: Catalogue
  names: ReadonlyMap<string, string>
  onStep(step: string): void
  onReal(): void
  onClose(): void
}

/** What the steps of a test run would have written, compared with what is there, and what they would have called. */
export function TestResult({ workflow_id, job_id, onReal, onClose, ...more }: Props) {
  const t = useTexts(resultTexts)
  const { data: previews, isPending, dataUpdatedAt } = useTestResult(job_id)
  const { data: run } = useQuery({
    queryKey: [`/workflows/${workflow_id}/run_figures`, 'tested', job_id],
    queryFn: async ({ signal }) =>
      (await api.get(`/workflows/${workflow_id}/run_figures`, { job_id }, { signal, quiet: true })).data,
  })
  const problem = run?.status === 'error' ? run.steps.find(({ error }) => error !== null)?.error : undefined
  return (
    <DialogFrame
      onClose={onClose}
      title={
        <span className={s['title']}>
          {t.title()} <Badge tone="green">{t.without()}</Badge>
        </span>
      }
      size={1120}
      cancel={t.close()}
      beside={
        <span className={s['safe']}>
          <IconShieldCheck size={16} aria-hidden />
          {t.nothing()}
        </span>
      }
      actions={
        <Button rightSection={<IconArrowRight size={14} />} onClick={onReal}>
          {t.forReal()}
        </Button>
      }
    >
      {problem && <Note tone="red">{t.failed({ problem })}</Note>}
      {isPending || (previews === null && Date.now() - dataUpdatedAt < 1_500) ? (
        <div role="status" aria-label={t.reading()}>
          <Skeleton height={280} />
        </div>
      ) : !previews ? (
        <p className={s['none']}>{t.gone()}</p>
      ) : Object.keys(previews).length === 0 ? (
        <p className={s['none']}>{t.noTargets()}</p>
      ) : (
        <Results previews={previews} run={run ?? undefined} {...more} />
      )}
    </DialogFrame>
  )
}

type ResultsProps = Pick<Props, 'flow' | 'catalogue' | 'names' | 'onStep'> & {
  previews: Previews
  run: { records_in: number; records_rejected: number } | undefined
}

function Results({ previews, run, flow, catalogue, names, onStep }: ResultsProps) {
  const t = useTexts(resultTexts)
  const formats = useFormats()
  const language = useLanguage()
  const steps = Object.keys(previews)
  const [chosen, choose] = useState<string>()
  const shown = chosen ?? steps.find((step) => previews[step]!.how === 'compared') ?? steps[0]!
  return (
    <div className={s['result']}>
      <div className={s['side']}>
        <div className={s['targets']} role="group" aria-label={t.targets()}>
          {steps.map((id) => {
            const step = flow.steps.find((one) => one.id === id)
            const element = step && catalogue.get(step.element)
            const title = step?.label || element?.labels.title[language] || id
            return (
              <button key={id} type="button" aria-pressed={id === shown} onClick={() => choose(id)}>
                <ElementIcon name={element?.icon} size={17} />
                <span>
                  <b>{title}</b>
                  <small>{step && summaryOf(element, step, names, language)}</small>
                  <small>{saidOf(previews[id]!, t)}</small>
                </span>
              </button>
            )
          })}
        </div>
        {run && (
          <Facts
            facts={[
              run.records_in > 0 && [t.read(), formats.number(run.records_in)],
              [t.rejected(), formats.number(run.records_rejected)],
            ]}
          />
        )}
      </div>
      <StepResult
        key={shown}
        preview={previews[shown]!}
        isForeign={flow.steps.find(({ id }) => id === shown)?.element !== 'write_records'}
        onStep={() => onStep(shown)}
      />
    </div>
  )
}

const sum = ({ counts }: Preview) => Object.values(counts).reduce((all, one) => all + one, 0)
const saidOf = (
  preview: Preview,
  t: { compared(v: { count: number }): string; calls(v: { count: number }): string },
) => (preview.how === 'compared' ? t.compared({ count: sum(preview) }) : t.calls({ count: sum(preview) }))
