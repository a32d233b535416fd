import { useQuery } from '@tanstack/react-query'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Figures, Spark } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'

const texts = defineMessages({
  runs24: { en: 'Runs, 24 h', de: 'Läufe, 24 Std.' },
  success: { en: 'Success rate', de: 'Erfolgsquote' },
  failedRuns: { en: 'Failed runs', de: 'Fehlgeschlagen' },
  moved: { en: 'Records moved', de: 'Bewegte Datensätze' },
})

/** What happened in the last 24 hours, beside the 24 before. */
export function DayFigures() {
  const t = useTexts(texts)
  const formats = useFormats()
  const project = useSession((session) => session.project?.id)
  const { data } = useQuery({
    queryKey: ['/workflows/figures', project],
    queryFn: async ({ signal }) => (await api.get('/workflows/figures', undefined, { signal, quiet: true })).data,
    refetchInterval: 30_000,
  })
  if (!data)
    return (
      <Figures figures={[t.runs24(), t.success(), t.failedRuns(), t.moved()].map((label) => ({ label, value: '–' }))} />
    )
  const more = (now: number, before: number) =>
    before === 0 ? undefined : `${now >= before ? '+' : '−'}${formats.percent(Math.abs(now - before) / before)}`
  const signed = (difference: number) =>
    difference === 0 ? undefined : `${difference > 0 ? '+' : '−'}${formats.number(Math.abs(difference))}`
  const line = (key: 'runs' | 'failed' | 'records', tone: Tone) =>
    data.runs === 0 ? undefined : <Spark tone={tone} data={data.slots.map((slot) => slot[key])} />
  const rates = data.slots.flatMap((slot) => (slot.success === null ? [] : [slot.success]))
  return (
    <Figures
      figures={[
        {
          label: t.runs24(),
          value: formats.number(data.runs),
          note: more(data.runs, data.runs_before),
          noteTone: data.runs >= data.runs_before ? 'green' : 'slate',
          spark: line('runs', 'violet'),
        },
        {
          label: t.success(),
          value: formats.percent(data.success),
          note:
            data.success !== null && data.success_before !== null
              ? signedShare(data.success - data.success_before, formats.percent)
              : undefined,
          noteTone: (data.success ?? 0) >= (data.success_before ?? 0) ? 'green' : 'red',
          spark: <Spark tone="green" data={rates} />,
        },
        {
          label: t.failedRuns(),
          value: formats.number(data.failed),
          note: signed(data.failed - data.failed_before),
          noteTone: data.failed > data.failed_before ? 'red' : 'green',
          spark: line('failed', 'red'),
        },
        {
          label: t.moved(),
          value: formats.compact(data.records),
          note: more(data.records, data.records_before),
          noteTone: 'green',
          spark: line('records', 'blue'),
        },
      ]}
    />
  )
}

const signedShare = (difference: number, percent: (share: number) => string) =>
  Math.abs(difference) < 0.0005 ? undefined : `${difference > 0 ? '+' : '−'}${percent(Math.abs(difference))}`
