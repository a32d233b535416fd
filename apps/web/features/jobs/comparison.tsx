import { isFinal, type JobStatusName } from '@weft/kit/define/job-status.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Facts, Note } from '@weft/kit/ui/bits.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconActivityHeartbeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import s from './comparison.module.css'
import { figureIn, unusualInWords, weekdayIn, type Compared } from './comparison-words.ts'
import type { Job } from './job.ts'

const texts = defineMessages({
  title: { en: 'Beside its own past', de: 'Neben den eigenen früheren Läufen' },
  duration: { en: 'Duration', de: 'Dauer' },
  records: { en: 'Records', de: 'Datensätze' },
  rejected: { en: 'Rejected', de: 'Abgelehnt' },
  throughput: { en: 'Records a second', de: 'Datensätze pro Sekunde' },
  usual: { en: '{value}, usually {usual} ± {spread}', de: '{value}, üblich {usual} ± {spread}' },
  alike: { en: '{value}, as always', de: '{value}, wie immer' },
  always: { en: '{value}, always {usual}', de: '{value}, sonst immer {usual}' },
  ofDay: {
    en: 'Median and median deviation of {runs} runs on a {weekday}.',
    de: 'Median und mittlere Abweichung davon, von {runs} Läufen an einem {weekday}.',
  },
  ofAll: {
    en: 'Median and median deviation of the last {runs} runs.',
    de: 'Median und mittlere Abweichung davon, von den letzten {runs} Läufen.',
  },
  few: {
    en: 'What is usual can be said from {needed} earlier runs that ended well; there {past, plural, =0 {is none} one {is one} other {are #}} yet.',
    de: 'Was üblich ist, lässt sich ab {needed} früheren guten Läufen sagen; bisher {past, plural, =0 {gibt es keinen} one {gibt es einen} other {gibt es #}}.',
  },
})

function useComparison(job: Job) {
  const path = `/jobs/${job.id}/comparison` as const
  const { data } = useQuery({
    queryKey: [path, isFinal(job.status)],
    queryFn: async ({ signal }) => (await api.get(path, undefined, { signal, quiet: true })).data,
    enabled: isFinal(job.status),
    staleTime: Infinity,
  })
  return data
}

/** What is unusual about a run, in sentences. */
export function Unusual({ job, className }: { job: Job; className: string | undefined }) {
  const language = useLanguage()
  const unusual = useComparison(job)?.figures.filter((one) => one.unusual !== null) ?? []
  if (unusual.length === 0) return null
  return (
    <div className={className}>
      <Note tone="amber" icon={<IconActivityHeartbeat size={16} />}>
        {unusual.map((one) => (
          <div key={one.figure}>{unusualInWords(one, language).sentence}</div>
        ))}
      </Note>
    </div>
  )
}

/** The figures of a run beside what is usual for its workflow. */
export function BesideItsPast({ job }: { job: Job }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const comparison = useComparison(job)
  if (!comparison?.comparable) return null
  const { figures, past, needed } = comparison
  const [first] = figures
  const told = (compared: Compared) => {
    const written = figureIn({ figure: compared.figure, language })
    const [value, usual, spread] = [compared.value, compared.median, compared.spread].map(written) as [
      string,
      string,
      string,
    ]
    if (compared.spread > 0) return t.usual({ value, usual, spread })
    return compared.value === compared.median ? t.alike({ value }) : t.always({ value, usual })
  }
  return (
    <section className={s['past']} aria-label={t.title()}>
      <h2>{t.title()}</h2>
      {first ? (
        <>
          <Facts facts={figures.map((one) => [t[one.figure](), told(one)] as const)} />
          <p className="muted">
            {first.weekday === null
              ? t.ofAll({ runs: first.runs })
              : t.ofDay({ runs: first.runs, weekday: weekdayIn(first.weekday, language) })}
          </p>
        </>
      ) : (
        <p className="muted">{t.few({ needed, past })}</p>
      )}
    </section>
  )
}

/** What is unusual about the runs of a list, asked for at once and once only: a run that is over stays as it was. */
export function useUnusual(jobs: readonly { id: string; status: JobStatusName }[]): ReadonlyMap<string, Compared[]> {
  const ids = jobs
    .filter(({ status }) => status === 'stopped' || status === 'warning')
    .map(({ id }) => id)
    .slice(0, 100)
    .join(',')
  const { data } = useQuery({
    queryKey: ['/job_comparisons', ids],
    queryFn: async ({ signal }) => (await api.get('/job_comparisons', { ids }, { signal, quiet: true })).data,
    enabled: ids !== '',
    staleTime: Infinity,
    placeholderData: (before) => before,
  })
  return useMemo(() => new Map(data?.map(({ job_id, unusual }) => [job_id, unusual])), [data])
}

/** That something about a run is unusual, in a few words; the sentence in a tooltip. */
export function UnusualMark({ unusual }: { unusual: Compared[] }) {
  const language = useLanguage()
  return unusual.map((one) => {
    const { sentence, mark } = unusualInWords(one, language)
    return (
      <span key={one.figure} title={sentence}>
        <Badge tone="amber">{mark}</Badge>
      </span>
    )
  })
}
