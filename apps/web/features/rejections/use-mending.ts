import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { mendOf, newDraft, type Draft, type Mend } from './draft.ts'
import type { Cause } from './texts.ts'

const texts = defineMessages({
  stopped: { en: 'What was not done yet waits on', de: 'Was noch nicht erledigt war, wartet weiter' },
})

export type Trial = Answer<'POST', `/rejection_causes/${string}/try`>['data'] & { of: string }
/** What was applied: the runs that try the records again, and how many went on before. */
type Applied = { jobs: string[]; records: number; unmatched: number; more: boolean; mendedBefore: number }

/** Mending one cause: what is filled in, what a trial of exactly that has said, and how applying goes. */
export function useMending(cause: Cause) {
  const t = useTexts(texts)
  const [draft, setDraft] = useState<Draft>(() => newDraft(cause.target ?? ''))
  const [trial, setTrial] = useState<Trial>()
  const [applied, setApplied] = useState<Applied>()
  const { busy, send, errorAt, setErrors } = useSubmit(({ errors, message }: ApiError) =>
    Object.keys(errors).length > 0 ? errors : { '': [message] },
  )
  const values = useQuery({
    queryKey: [`/rejection_causes/${cause.id}/values`, draft.field],
    queryFn: async () => (await api.get(`/rejection_causes/${cause.id}/values`, { field: draft.field })).data,
    enabled: draft.field !== '' && cause.waiting > 0,
  })
  const mend = mendOf(draft, values.data ?? [])
  const said = JSON.stringify(mend)
  const current = trial?.of === said ? trial : undefined
  const mayApply =
    mend !== undefined &&
    current !== undefined &&
    current.results.some(({ outcome }) => outcome === 'through' || outcome === 'untried')
  const running = useRuns(applied?.jobs)
  useEffect(() => {
    if (running === 0) void refresh('/rejection_causes')
  }, [running])

  return {
    draft,
    values: values.data ?? [],
    mend,
    trial: current,
    isOutdated: trial !== undefined && current === undefined,
    applied: applied && { ...applied, running: running ?? applied.jobs.length },
    busy,
    mayApply,
    errorAt,
    change(part: Partial<Draft>) {
      setErrors({})
      setDraft({ ...draft, ...part })
    },
    tryIt: (wanted: Mend) =>
      send(async () => {
        setApplied(undefined)
        const { data } = await api.post(`/rejection_causes/${cause.id}/try`, { mend: wanted }, { quiet: true })
        setTrial({ ...data, of: JSON.stringify(wanted) })
      }),
    apply: (wanted: Mend) =>
      send(async () => {
        const mendedBefore = cause.mended
        const { data } = await api.post(`/rejection_causes/${cause.id}/apply`, { mend: wanted }, { quiet: true })
        setApplied({ ...data, mendedBefore })
        setTrial(undefined)
        await refresh('/rejection_causes', '/jobs')
      }),
    /** Back to the ways, for what still waits. */
    goOn: () => setApplied(undefined),
    async stop() {
      await api.post('/jobs/bulk_cancel', { ids: applied?.jobs ?? [] })
      toast({ title: t.stopped(), tone: 'blue' })
    },
  }
}
export type Mending = ReturnType<typeof useMending>

/** How many of these runs are not over; undefined while that is not known. */
function useRuns(jobs: string[] | undefined): number | undefined {
  const { data } = useQuery({
    queryKey: ['runs of a mend', jobs],
    queryFn: async () => {
      const states = await Promise.all(jobs!.map(async (id) => (await api.get(`/jobs/${id}`)).data.status))
      return states.filter((status) => !isFinal(status)).length
    },
    enabled: jobs !== undefined,
    refetchInterval: ({ state }) => (state.data === 0 ? false : 1_000),
  })
  return data
}
