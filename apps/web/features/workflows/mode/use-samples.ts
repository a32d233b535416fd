import { useQuery } from '@tanstack/react-query'
import type { ShownSamples } from '@weft/designers/workflow/data/data-pane.tsx'
import type { RunSamples } from '@weft/designers/workflow/data/samples.ts'
import type { RunFigures } from '@weft/designers/workflow/run.ts'
import { api } from '@weft/kit/ui/api.ts'

/** So many records of an exit are shown, of all attempts together. */
const most = 50

/** What has left the steps of a run that is over, while somebody looks. A worker writes it behind the run, so at first it may not be there yet. */
export function useSamples(run: RunFigures | undefined, isWanted: boolean): ShownSamples {
  const id = run?.job_id
  const { data, isError, refetch } = useQuery({
    queryKey: [`/process_debug_data/${id}`],
    queryFn: async ({ signal }) =>
      joined((await api.get(`/process_debug_data/${id!}`, {}, { signal, quiet: true })).data),
    enabled: isWanted && id !== undefined && !run!.is_live,
    staleTime: 60_000,
    retry: 1,
    refetchInterval: ({ state }) => (isEmpty(state.data) && state.dataUpdateCount < 4 ? 700 : false),
  })
  return { samples: data, isFailed: isError, retry: () => void refetch() }
}

const isEmpty = (samples: RunSamples | undefined) => samples !== undefined && Object.keys(samples).length === 0

/** An attempt goes on behind the one before: its records follow those. */
function joined(attempts: readonly { debug_data: RunSamples }[]): RunSamples {
  const all: RunSamples = {}
  for (const { debug_data } of attempts)
    for (const [step, { exits, refused }] of Object.entries(debug_data)) {
      const known = (all[step] ??= { exits: {}, refused: [] })
      known.refused = [...known.refused, ...refused].slice(0, most)
      for (const [exit, records] of Object.entries(exits))
        known.exits[exit] = [...(known.exits[exit] ?? []), ...records].slice(0, most)
    }
  return all
}
