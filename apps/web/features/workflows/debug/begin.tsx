import { Button, NumberInput } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import type { Catalogue } from '@weft/designers/workflow/elements.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { below, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Flow } from '@weft/kit/workflow-text/flow.ts'
import { useState } from 'react'
import { RunInputs, useRunInputs } from '../run-inputs.tsx'
import { Effects } from '../test-run/effects.tsx'
import s from './debug.module.css'
import { debugTexts } from './texts.ts'
import type { DebugRun } from './use-debug-run.ts'

const mostRecords = 1_000
const usual = 20

type Props = {
  workflow_id: string
  run: DebugRun
  flow: Flow
  catalogue: Catalogue
  names: ReadonlyMap<string, string>
  pinned: ReadonlySet<string>
  /** Says why it cannot run, where it cannot. */
  isRunnable(): Promise<boolean>
}

/** Asks what a run that is to be followed begins with, and tells how far it has come. */
export function BeginDebugging({ workflow_id, run, flow, catalogue, names, pinned, isRunnable }: Props) {
  const t = useTexts(debugTexts)
  const may = useMay()
  const [records, setRecords] = useState<number | string>(run.begun?.records ?? usual)
  const inputs = useRunInputs(workflow_id, flow.parameters)
  const { busy, errors, send, errorAt } = useSubmit(below('parameters'))
  const isReady = !inputs.isBroken && typeof records === 'number'
  const isUnderWay = run.job !== undefined && !run.isMissing

  const begin = () =>
    void send(async () => {
      if (typeof records === 'number' && (await isRunnable())) await run.start({ ...(await inputs.order()), records })
    })

  return (
    <form
      className={s['begin']}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isUnderWay) begin()
      }}
    >
      <h2>{t.begin()}</h2>
      <p className="muted">{t.beginText()}</p>
      {run.isMissing && <Note tone="red">{run.problem ? t.failed({ problem: run.problem }) : t.noTrace()}</Note>}
      <fieldset className={s['fields']} disabled={isUnderWay}>
        <NumberInput
          label={t.records()}
          description={t.recordsHelp({ most: mostRecords })}
          min={1}
          max={mostRecords}
          clampBehavior="strict"
          allowDecimal={false}
          value={records}
          error={errorAt('records')}
          onChange={setRecords}
        />
        <RunInputs inputs={inputs} errors={errors} errorAt={errorAt} />
        <Effects flow={flow} catalogue={catalogue} names={names} until={undefined} pinned={pinned} isReal={false} />
      </fieldset>
      <div className={s['foot']}>
        <span role="status">
          {isUnderWay && (run.isOver ? t.reading() : t.running({ count: run.figures?.records_in ?? 0 }))}
        </span>
        {isUnderWay && may('jobs.run') && !run.isOver && (
          <Button variant="default" leftSection={<IconPlayerStop size={14} />} onClick={run.cancel}>
            {t.cancel()}
          </Button>
        )}
        <Button
          type="submit"
          loading={busy || isUnderWay}
          disabled={!isReady}
          leftSection={<IconPlayerPlay size={14} />}
        >
          {t.start()}
        </Button>
      </div>
    </form>
  )
}
