import { Link } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { JobStatus } from '@weft/kit/ui/job-status.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { SmallTable } from '@weft/kit/ui/small-table.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Integration } from './api.ts'

const texts = defineMessages({
  runs: { en: 'Last runs', de: 'Letzte Läufe' },
  none: { en: 'None yet.', de: 'Noch keine.' },
  at: { en: 'Began', de: 'Begonnen' },
  state: { en: 'State', de: 'Zustand' },
  rows: { en: 'Rows', de: 'Zeilen' },
  refused: { en: 'Refused', de: 'Abgelehnt' },
  duration: { en: 'Duration', de: 'Dauer' },
})

/** The last runs, the newest first; each leads to all that is known of it. */
export function Runs({ integration: { recent_runs, workflow_id } }: { integration: Integration }) {
  const t = useTexts(texts)
  const { number, duration, dateTime } = useFormats()
  return (
    <Panel title={t.runs()} bleed={recent_runs.length > 0}>
      {recent_runs.length === 0 ? (
        t.none()
      ) : (
        <SmallTable columns={[t.at(), t.state(), t.rows(), t.refused(), t.duration()]}>
          {recent_runs.toReversed().map((run) => (
            <tr key={run.job_id}>
              <td>
                <Link to={`/project/workflows/reporting/${workflow_id}/${run.job_id}/details`}>
                  {dateTime(run.created_at)}
                </Link>
              </td>
              <td>
                <JobStatus status={run.status as 'stopped'} />
              </td>
              <td>{number(run.records)}</td>
              <td>{number(run.rejected)}</td>
              <td>{duration(run.duration_ms)}</td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Panel>
  )
}
